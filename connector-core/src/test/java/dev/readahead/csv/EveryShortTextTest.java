package dev.readahead.csv;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/** Every text of a few characters that mean something, in every dialect, cut at every place. */
class EveryShortTextTest {
    private static final int LONGEST = 6;

    /** @param alphabet the characters that texts are made of */
    private record Case(String name, CsvDialect dialect, String alphabet, RecordAutomaton automaton) {
        Case(String name, CsvDialect dialect, String alphabet) {
            this(name, dialect, alphabet, new RecordAutomaton(dialect));
        }
    }

    private static CsvDialect dialect(String delimiter, String quote, String escape, String comment, String separator) {
        return new CsvDialect(
                delimiter,
                character(quote),
                character(escape),
                character(comment),
                separator.isEmpty() ? Optional.empty() : Optional.of(separator),
                CsvDialect.DEFAULT_MOST_RECORD_BYTES);
    }

    private static Optional<Character> character(String text) {
        return text.isEmpty() ? Optional.empty() : Optional.of(text.charAt(0));
    }

    private static Stream<Case> cases() {
        return Stream.of(
                new Case("as RFC 4180", CsvDialect.RFC_4180, "a,\"\n\r"),
                new Case("backslash", dialect(",", "\"", "\\", "", ""), "a,\"\n\\"),
                new Case("no escape", dialect(",", "'", "", "", ""), "a,'\n\r"),
                new Case("no quote", dialect("\t", "", "", "", ""), "a\t\"\n\r"),
                new Case("comments", dialect(",", "\"", "\"", "#", ""), "a,\"\n#\r"),
                new Case("delimiter of two", dialect("||", "\"", "\"", "", ""), "a|\"\n\r"),
                new Case("delimiter that begins like itself", dialect("aab", "\"", "\"", "", ""), "ab\"\nc"),
                new Case("separator of two", dialect(",", "\"", "\"", "", "\r\n"), "a,\"\n\r"),
                new Case("separator and delimiter that share", dialect("ab", "\"", "\"", "#", "ba"), "ab\"#c"));
    }

    @TestFactory
    Stream<DynamicTest> theTokenizerFindsWhatTheRulesSay() {
        return tests(LONGEST, (test, text) -> {
            byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            assertThat(lines(test.dialect, bytes)).as(text).isEqualTo(PlainParser.parse(test.dialect, text));
        });
    }

    @TestFactory
    Stream<DynamicTest> aTokenizerThatSeesLessAsksForMoreOrIsRight() {
        return tests(LONGEST - 1, (test, text) -> {
            byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            RecordTokenizer tokenizer = tokenizer(test.dialect);
            for (PlainParser.Line line : PlainParser.parse(test.dialect, text)) {
                int whole = tokenizer.parse(bytes, line.start(), bytes.length, true);
                for (int to = line.start() + 1; to <= bytes.length; to++) {
                    int next = tokenizer.parse(bytes, line.start(), to, false);
                    if (next != RecordTokenizer.NEEDS_MORE
                            && (next != whole
                                    || !line(tokenizer, bytes, line.start()).equals(line))) {
                        fail("%s from %d to %d: %s"
                                .formatted(escaped(text), line.start(), to, line(tokenizer, bytes, line.start())));
                    }
                }
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> theAutomatonBeginsRecordsWhereTheyBegin() {
        return tests(LONGEST, (test, text) -> {
            byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            RecordAutomaton automaton = test.automaton;
            List<Integer> begun = new ArrayList<>();
            begun.add(0);
            int state = automaton.start();
            for (int i = 0; i < bytes.length; i++) {
                int step = automaton.step(state, bytes[i]);
                if ((step & RecordAutomaton.BEGINS_HERE) != 0) {
                    begun.add(i);
                }
                if ((step & RecordAutomaton.BEGINS_AFTER) != 0 && i + 1 < bytes.length) {
                    begun.add(i + 1);
                }
                state = RecordAutomaton.state(step);
            }
            assertThat(begun)
                    .as(text)
                    .isEqualTo(PlainParser.parse(test.dialect, text).stream()
                            .map(PlainParser.Line::start)
                            .toList());
        });
    }

    @TestFactory
    Stream<DynamicTest> theStateAtACutIsFoundOrLeftOpenAndNeverWrong() {
        return tests(LONGEST, (test, text) -> {
            byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            RecordAutomaton automaton = test.automaton;
            int[] states = new int[bytes.length + 1];
            states[0] = automaton.start();
            for (int i = 0; i < bytes.length; i++) {
                states[i + 1] = RecordAutomaton.state(automaton.step(states[i], bytes[i]));
            }
            for (int from = 0; from < bytes.length; from++) {
                StateFinder finder = new StateFinder(automaton, test.dialect.mostRecordBytes());
                for (int cut = from; cut < bytes.length; cut++) {
                    finder.accept(bytes, cut, cut + 1);
                    int truth = states[cut + 1];
                    finder.state().ifPresent(found -> assertThat(found).as(text).isEqualTo(truth));
                }
            }
        });
    }

    /** Who does not count fields finds the same ones, and the same ends. */
    @TestFactory
    Stream<DynamicTest> aTokenizerThatSkipsTheRestFindsTheSame() {
        return tests(LONGEST, (test, text) -> {
            byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            for (int wanted = 0; wanted < 3; wanted++) {
                RecordTokenizer counting = new RecordTokenizer(test.dialect, wanted);
                RecordTokenizer skipping = new RecordTokenizer(test.dialect, false, wanted);
                for (int from = 0; from < bytes.length; ) {
                    int next = counting.parse(bytes, from, bytes.length, true);
                    assertThat(skipping.parse(bytes, from, bytes.length, true))
                            .as(text)
                            .isEqualTo(next);
                    assertThat(skipping.found()).as(text).isEqualTo(counting.found());
                    if (counting.found() == 1) {
                        assertThat(skipping.start(0)).as(text).isEqualTo(counting.start(0));
                        assertThat(skipping.end(0)).as(text).isEqualTo(counting.end(0));
                    }
                    int less = skipping.parse(bytes, from, bytes.length, false);
                    assertThat(less).as(text).isIn(next, RecordTokenizer.NEEDS_MORE);
                    from = next;
                }
            }
        });
    }

    private interface Check {
        void on(Case test, String text);
    }

    private static Stream<DynamicTest> tests(int longest, Check check) {
        return cases().map(test -> DynamicTest.dynamicTest(
                test.name, () -> texts(test.alphabet, longest, new StringBuilder(), text -> check.on(test, text))));
    }

    private static void texts(String alphabet, int longest, StringBuilder text, Consumer<String> each) {
        if (text.length() > 0) {
            each.accept(text.toString());
        }
        if (text.length() < longest) {
            for (char next : alphabet.toCharArray()) {
                text.append(next);
                texts(alphabet, longest, text, each);
                text.setLength(text.length() - 1);
            }
        }
    }

    private static RecordTokenizer tokenizer(CsvDialect dialect) {
        return new RecordTokenizer(dialect, 0, 1, 2, 3, 4, 5, 6, 7, 8);
    }

    private static List<PlainParser.Line> lines(CsvDialect dialect, byte[] bytes) {
        RecordTokenizer tokenizer = tokenizer(dialect);
        List<PlainParser.Line> lines = new ArrayList<>();
        for (int start = 0; start < bytes.length; ) {
            int next = tokenizer.parse(bytes, start, bytes.length, true);
            lines.add(line(tokenizer, bytes, start));
            start = next;
        }
        return lines;
    }

    private static PlainParser.Line line(RecordTokenizer tokenizer, byte[] bytes, int start) {
        List<PlainParser.Field> fields = new ArrayList<>();
        for (int n = 0; n < tokenizer.found(); n++) {
            byte[] value = new byte[bytes.length];
            int length;
            if (tokenizer.isEscaped(n)) {
                length = tokenizer.unescape(bytes, n, value);
            } else {
                length = tokenizer.end(n) - tokenizer.start(n);
                System.arraycopy(bytes, tokenizer.start(n), value, 0, length);
            }
            fields.add(new PlainParser.Field(
                    new String(value, 0, length, StandardCharsets.US_ASCII), tokenizer.isQuoted(n)));
        }
        return new PlainParser.Line(start, fields, tokenizer.isMalformed());
    }

    private static String escaped(String text) {
        return text.replace("\r", "\\r").replace("\n", "\\n");
    }
}
