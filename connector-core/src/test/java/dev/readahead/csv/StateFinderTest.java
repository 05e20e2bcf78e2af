package dev.readahead.csv;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

import static org.assertj.core.api.Assertions.assertThat;

/** How many bytes it takes; that it is right is shown by {@link EveryShortTextTest}. */
class StateFinderTest {
    private static final CsvDialect SHORT_RECORDS =
            new CsvDialect(",", Optional.of('"'), Optional.of('"'), Optional.empty(), Optional.empty(), 100);

    @Test
    void oneQuotedFieldIsEnough() {
        String text = "hn Smith\",12,\"3 Main St.\nBerlin\",x\n13,";
        RecordAutomaton automaton = new RecordAutomaton(CsvDialect.RFC_4180);
        StateFinder finder = new StateFinder(automaton, CsvDialect.DEFAULT_MOST_RECORD_BYTES);

        int needed = bytesNeeded(finder, text);

        assertThat(needed).isEqualTo("hn Smith\",".length());
    }

    @Test
    void withoutQuotesItTakesARecordThatWouldBeTooLong() {
        String text = "1,2,3\n".repeat(50);
        RecordAutomaton automaton = new RecordAutomaton(SHORT_RECORDS);
        StateFinder finder = new StateFinder(automaton, SHORT_RECORDS.mostRecordBytes());

        assertThat(bytesNeeded(finder, text)).isEqualTo(101);
    }

    @Test
    void whereThereAreNoQuotesInTheDialectALineIsEnough() {
        CsvDialect plain =
                new CsvDialect(",", Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), 100);
        StateFinder finder = new StateFinder(new RecordAutomaton(plain), 100);

        assertThat(bytesNeeded(finder, "b,c\nd,e\n")).isEqualTo(1);
    }

    @Test
    void ofAFileWithARecordThatIsTooLongNothingIsSaid() {
        RecordAutomaton automaton = new RecordAutomaton(SHORT_RECORDS);
        StateFinder finder = new StateFinder(automaton, SHORT_RECORDS.mostRecordBytes());

        assertThat(bytesNeeded(finder, "a".repeat(1_000))).isEqualTo(-1);
    }

    @Test
    void howTheBytesAreHandedOverDoesNotMatter() {
        RecordAutomaton automaton = new RecordAutomaton(SHORT_RECORDS);
        byte[] bytes = ("1,two,three\n".repeat(9) + "x,\"y,y\"z\n" + "4,5\n").getBytes(StandardCharsets.UTF_8);
        for (int from = 0; from < bytes.length; from++) {
            for (int to = from; to <= bytes.length; to++) {
                StateFinder whole = new StateFinder(automaton, SHORT_RECORDS.mostRecordBytes());
                whole.accept(bytes, from, to);
                StateFinder bytewise = new StateFinder(automaton, SHORT_RECORDS.mostRecordBytes());
                for (int i = from; i < to; i++) {
                    bytewise.accept(bytes, i, i + 1);
                }
                assertThat(whole.state()).isEqualTo(bytewise.state());
            }
        }
    }

    private static int bytesNeeded(StateFinder finder, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            finder.accept(bytes, i, i + 1);
            if (finder.state().isPresent()) {
                return i + 1;
            }
        }
        return -1;
    }
}
