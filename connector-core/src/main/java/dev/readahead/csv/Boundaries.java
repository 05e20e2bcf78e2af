package dev.readahead.csv;

import java.util.OptionalInt;

/** Finds where the first record begins in bytes whose start may be anywhere. Not thread-safe. */
final class Boundaries {
    private final RecordAutomaton automaton;
    private final int mostRecordBytes;

    Boundaries(CsvDialect dialect) {
        automaton = new RecordAutomaton(dialect);
        mostRecordBytes = dialect.mostRecordBytes();
    }

    int start() {
        return automaton.start();
    }

    /** So many bytes are enough for every file but those with records that are too long, and some odd ones. */
    long enoughBytes() {
        return mostRecordBytes + 1L;
    }

    /** The state behind bytes that begin in the middle of a file, if they tell. */
    OptionalInt stateBehind(byte[] bytes, int from, int to) {
        StateFinder finder = new StateFinder(automaton, mostRecordBytes);
        finder.accept(bytes, from, to);
        return finder.state();
    }

    /** The state behind bytes that begin in a known one. */
    int stateBehind(int state, byte[] bytes, int from, int to) {
        int current = state;
        for (int i = from; i < to; i++) {
            current = RecordAutomaton.state(automaton.step(current, bytes[i]));
        }
        return current;
    }

    /** Where the first record begins at {@code from} or behind it; -1 if none does before {@code to}. */
    int nextRecord(int state, byte[] bytes, int from, int to) {
        if (state == automaton.start()) {
            return from;
        }
        int current = state;
        for (int i = from; i < to; i++) {
            int step = automaton.step(current, bytes[i]);
            if ((step & RecordAutomaton.BEGINS_HERE) != 0) {
                return i;
            }
            if ((step & RecordAutomaton.BEGINS_AFTER) != 0) {
                return i + 1;
            }
            current = RecordAutomaton.state(step);
        }
        return -1;
    }
}
