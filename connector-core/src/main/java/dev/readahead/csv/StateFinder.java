package dev.readahead.csv;

import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Finds out in which state a range of a file begins, from the bytes before it. It starts from every state at once and
 * follows all of them; where two meet, they stay together. When one is left, it is the true one, whatever the file
 * holds: this is no guess. Fields that end with a quote make states meet, so a quoted file needs few bytes.
 *
 * <p>A file without quotes gives a state within quotes nothing to meet the others with. Such a state ends when the
 * record that it stands for becomes longer than records may be: if it were the true one, the record would be an error.
 *
 * <p>The idea of following every state is that of ParPaRaw (Stehle and Jacobsen, PVLDB 13/5). Not thread-safe.
 */
final class StateFinder {
    private final RecordAutomaton automaton;
    private final int mostRecordBytes;

    /** The states that are still possible. */
    private int[] states;

    /** For each of them, the latest place at which the record could have begun that it is in. */
    private long[] begun;

    private int count;
    private int[] nextStates;
    private long[] nextBegun;
    private long position;

    StateFinder(RecordAutomaton automaton, int mostRecordBytes) {
        this.automaton = automaton;
        this.mostRecordBytes = mostRecordBytes;
        count = automaton.states();
        states = IntStream.range(0, count).toArray();
        begun = new long[count];
        nextStates = new int[count];
        nextBegun = new long[count];
    }

    /** Goes on with the bytes that follow. */
    void accept(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            int behind = count == 2 ? behindBytesWithoutMeaning(bytes, i, to) : i;
            position += behind - i;
            if (behind < to) {
                follow(bytes[behind++]);
            }
            i = behind;
        }
    }

    /** Nearly all of the way there are two states, and nearly all bytes leave both as they are. */
    private int behindBytesWithoutMeaning(byte[] bytes, int from, int to) {
        long untilTooLong = mostRecordBytes - (position - Math.min(begun[0], begun[1]));
        int limit = (int) Math.min(to, from + Math.max(0, untilTooLong));
        int one = states[0];
        int other = states[1];
        int i = from;
        while (i < limit && automaton.step(one, bytes[i]) == one && automaton.step(other, bytes[i]) == other) {
            i++;
        }
        return i;
    }

    private void follow(byte value) {
        int left = 0;
        for (int i = 0; i < count; i++) {
            int step = automaton.step(states[i], value);
            long since = begun[i];
            if ((step & RecordAutomaton.BEGINS_AFTER) != 0) {
                since = position + 1;
            } else if ((step & RecordAutomaton.BEGINS_HERE) != 0) {
                since = position;
            }
            if (position + 1 - since <= mostRecordBytes) {
                left = add(RecordAutomaton.state(step), since, left);
            }
        }
        int[] freeStates = states;
        long[] freeBegun = begun;
        states = nextStates;
        begun = nextBegun;
        nextStates = freeStates;
        nextBegun = freeBegun;
        count = left;
        position++;
    }

    private int add(int state, long since, int left) {
        for (int i = 0; i < left; i++) {
            if (nextStates[i] == state) {
                nextBegun[i] = Math.max(nextBegun[i], since);
                return left;
            }
        }
        nextStates[left] = state;
        nextBegun[left] = since;
        return left + 1;
    }

    /**
     * The state behind the bytes so far, if only one is possible; never, if the file holds a record that is too long.
     */
    OptionalInt state() {
        return count == 1 ? OptionalInt.of(states[0]) : OptionalInt.empty();
    }
}
