package dev.readahead.csv;

import dev.readahead.storage.StoredObject;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Small files of what is difficult, cut at every pair of places and into jobs of a few bytes. */
class CsvScanCutsTest {
    private static final int FIELDS = 3;

    private static final CsvOptions LENIENT =
            CsvOptions.DEFAULT.withRaggedRows(true).withStrictQuotes(false);

    private static final List<CsvTuning> TUNINGS = List.of(
            new CsvTuning(1, 1, 0, 0, 1),
            new CsvTuning(1, 3, 2, 1, 3),
            new CsvTuning(2, 7, 4, 3, 5),
            new CsvTuning(1000, 1000, 1000, 1000, 1000));

    private record Case(String name, CsvOptions options, String... pieces) {}

    private static CsvOptions with(String delimiter, char quote, char escape, String comment, String separator) {
        return LENIENT.withDialect(new CsvDialect(
                delimiter,
                Optional.of(quote),
                Optional.of(escape),
                comment.isEmpty() ? Optional.empty() : Optional.of(comment.charAt(0)),
                separator.isEmpty() ? Optional.empty() : Optional.of(separator),
                40));
    }

    private static Stream<Case> cases() {
        CsvOptions rfc = with(",", '"', '"', "", "");
        return Stream.of(
                new Case("as RFC 4180", rfc, "a", ",", "\"", "\"\"", "\n", "\r\n", "\r", "ä", "\"x,\ny\""),
                new Case("header", rfc.withHeader(true), "a", ",", "\"", "\n", "\r\n", "\"x,\ny\",", "b,c\n"),
                new Case("skipped", rfc.withHeader(true).withSkipRecords(2), "a", ",", "\n", "\n\n", "\"x\ny\"\n"),
                new Case("mark", rfc.withHeader(true), "\ufeff", "\"a\nb\",", "c", "\n", "\r\n"),
                new Case("backslash", with(",", '"', '\\', "", ""), "a", ",", "\"", "\\", "\\\"", "\n", "\"x\\\"\n\""),
                new Case("comments", with(",", '"', '"', "#", ""), "a", ",", "\"", "#", "\n", "\n#\"", "\"\n#\""),
                new Case("delimiter of two", with("||", '"', '"', "", ""), "a", "|", "||", "\"", "\n", "\"||\n\""),
                new Case("separator of two", with(",", '"', '"', "", "\r\n"), "a", ",", "\"", "\n", "\r\n", "\r"),
                new Case("no quotes", rfc, "a", ",", "\n", "\r\n", "long text,"));
    }

    @TestFactory
    Stream<DynamicTest> wherever() {
        return cases().map(test -> DynamicTest.dynamicTest(test.name, () -> check(test)));
    }

    private static void check(Case test) throws Exception {
        Random random = new Random(test.name.hashCode());
        try (CsvFixture fixture = new CsvFixture()) {
            for (int round = 0; round < 20; round++) {
                StringBuilder text = new StringBuilder();
                for (int length = random.nextInt(14); length > 0; length--) {
                    text.append(test.pieces[random.nextInt(test.pieces.length)]);
                }
                if (!hasLongRecord(test.options.dialect(), text.toString())) {
                    checkCuts(fixture, test, text.toString(), TUNINGS.get(round % TUNINGS.size()));
                }
            }
            assertThat(fixture.bytesHeldInTheEnd()).isZero();
        }
    }

    private static boolean hasLongRecord(CsvDialect dialect, String text) {
        List<PlainParser.Line> lines = PlainParser.parse(dialect, text);
        return IntStream.range(0, lines.size()).anyMatch(i -> {
            int end = i + 1 < lines.size() ? lines.get(i + 1).start() : text.length();
            return text.substring(lines.get(i).start(), end).getBytes(UTF_8).length > dialect.mostRecordBytes();
        });
    }

    private static void checkCuts(CsvFixture fixture, Case test, String text, CsvTuning tuning) throws Exception {
        byte[] bytes = text.getBytes(UTF_8);
        StoredObject object = fixture.store.put("file.csv", bytes);
        List<List<Object>> expected = expected(test.options, text);
        CsvProjection projection = CsvFixture.texts(FIELDS, test.options);
        for (int one = 0; one <= bytes.length; one++) {
            for (int two = one; two <= bytes.length; two++) {
                assertThat(fixture.read(fixture.splits(object, one, two), test.options, projection, tuning, 2))
                        .as("%s cut at %d and %d by %s", escaped(text), one, two, tuning)
                        .isEqualTo(expected);
            }
        }
    }

    /** By the plainest parser, from the start to the end. */
    private static List<List<Object>> expected(CsvOptions options, String text) {
        String withoutMark = text.startsWith("\ufeff") ? text.substring(1) : text;
        List<List<Object>> rows = new ArrayList<>();
        long skipped = 0;
        for (PlainParser.Line line : PlainParser.parse(options.dialect(), withoutMark)) {
            if (!line.fields().isEmpty() && skipped++ >= options.recordsBeforeRows()) {
                rows.add(IntStream.range(0, FIELDS)
                        .mapToObj(i ->
                                i < line.fields().size() ? value(line.fields().get(i)) : null)
                        .toList()
                        .stream()
                        .collect(ArrayList::new, ArrayList::add, ArrayList::addAll));
            }
        }
        return rows;
    }

    private static Object value(PlainParser.Field field) {
        return field.value().isEmpty() && !field.quoted() ? null : field.value();
    }

    /** Cuts between the two bytes of a line end, and behind many of them. */
    @Test
    void aRecordThatEndsWhereTheRangeEndsIsReadOnce() throws Exception {
        try (CsvFixture fixture = new CsvFixture()) {
            String text = "a,b,c\r\n1,2,3\r\r\n4,5,6\r\n\r\n\r\n7,8,9";
            StoredObject object = fixture.put("file.csv", text);
            CsvProjection projection = CsvFixture.texts(FIELDS, LENIENT);
            List<List<Object>> expected = List.of(
                    List.of("a", "b", "c"), List.of("1", "2", "3"), List.of("4", "5", "6"), List.of("7", "8", "9"));
            for (int cut = 0; cut <= text.length(); cut++) {
                assertThat(fixture.read(fixture.splits(object, cut), LENIENT, projection))
                        .as("cut at %d", cut)
                        .isEqualTo(expected);
            }
        }
    }

    private static String escaped(String text) {
        return text.replace("\r", "\\r").replace("\n", "\\n");
    }
}
