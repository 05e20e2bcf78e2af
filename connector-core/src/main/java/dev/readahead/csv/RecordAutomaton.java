package dev.readahead.csv;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A dialect as a table: which state a byte leads to, and whether a record begins with it or after it. Every byte leads
 * somewhere from every state, so malformed text has boundaries too, the same ones whoever looks: a quote within a field
 * that did not begin with one is a plain character, and so is everything between a closing quote and the next
 * delimiter. Immutable.
 */
final class RecordAutomaton {
    /** The record after this byte begins with the next one. */
    static final int BEGINS_AFTER = 1 << 8;

    /** A record begins with this byte: the carriage return before it ended a line by itself. */
    static final int BEGINS_HERE = 1 << 9;

    private static final int STATE = 0xff;
    private static final int BYTES = 256;

    private enum Place {
        RECORD_START,
        FIELD_START,
        UNQUOTED,
        QUOTED,
        ESCAPED,
        /** Behind a quote within quotes: the field's end, or the first half of a doubled quote. */
        BEHIND_QUOTE,
        BEHIND_CARRIAGE_RETURN,
        COMMENT,
    }

    /**
     * Where the machine stands.
     *
     * @param delimiter how many bytes of the delimiter have just been seen
     * @param separator how many of the line separator
     */
    private record State(Place place, int delimiter, int separator) {
        static State at(Place place) {
            return new State(place, 0, 0);
        }
    }

    private record Step(State next, int event) {}

    private final byte[] delimiter;
    private final byte[] separator;
    private final int quote;
    private final int escape;
    private final int comment;

    /** For each state and byte the next state and what begins. */
    private final short[] table;

    private final int states;

    RecordAutomaton(CsvDialect dialect) {
        delimiter = dialect.delimiterBytes();
        separator = dialect.lineSeparator()
                .map(text -> text.getBytes(StandardCharsets.US_ASCII))
                .orElse(new byte[0]);
        quote = dialect.quote().map(Character::charValue).map(Integer::valueOf).orElse(-1);
        escape =
                dialect.escape().map(Character::charValue).map(Integer::valueOf).orElse(-1);
        comment = dialect.comment()
                .map(Character::charValue)
                .map(Integer::valueOf)
                .orElse(-1);

        List<State> found = new ArrayList<>(List.of(State.at(Place.RECORD_START)));
        Map<State, Integer> numbers = new HashMap<>(Map.of(found.get(0), 0));
        List<short[]> rows = new ArrayList<>();
        for (int number = 0; number < found.size(); number++) {
            short[] row = new short[BYTES];
            for (int value = 0; value < BYTES; value++) {
                Step step = step(found.get(number), value);
                Integer next = numbers.get(step.next());
                if (next == null) {
                    next = found.size();
                    numbers.put(step.next(), next);
                    found.add(step.next());
                }
                row[value] = (short) (next | step.event());
            }
            rows.add(row);
        }
        states = found.size();
        if (states > STATE) {
            throw new IllegalArgumentException("the delimiter or the line separator is too long");
        }
        table = new short[states * BYTES];
        for (int number = 0; number < states; number++) {
            System.arraycopy(rows.get(number), 0, table, number * BYTES, BYTES);
        }
    }

    /** The state at the start of a file. */
    int start() {
        return 0;
    }

    int states() {
        return states;
    }

    /** The next state, with {@link #BEGINS_AFTER} or {@link #BEGINS_HERE} if a record begins. */
    int step(int state, byte value) {
        return table[state * BYTES + (value & 0xff)];
    }

    static int state(int step) {
        return step & STATE;
    }

    private Step step(State state, int value) {
        return switch (state.place()) {
            case RECORD_START ->
                value == comment ? new Step(State.at(Place.COMMENT), 0) : step(State.at(Place.FIELD_START), value);
            case FIELD_START ->
                value == quote ? new Step(State.at(Place.QUOTED), 0) : plain(State.at(Place.UNQUOTED), value);
            case UNQUOTED -> plain(state, value);
            case QUOTED -> quoted(value);
            case ESCAPED -> new Step(State.at(Place.QUOTED), 0);
            case BEHIND_QUOTE ->
                value == quote && quote == escape
                        ? new Step(State.at(Place.QUOTED), 0)
                        : plain(State.at(Place.UNQUOTED), value);
            case BEHIND_CARRIAGE_RETURN -> {
                if (value == '\n') {
                    yield new Step(State.at(Place.RECORD_START), BEGINS_AFTER);
                }
                Step step = step(State.at(Place.RECORD_START), value);
                yield new Step(step.next(), step.event() | BEGINS_HERE);
            }
            case COMMENT -> comment(state, value);
        };
    }

    private Step quoted(int value) {
        // A doubled quote is an escape that is seen only by what follows it.
        if (value == escape && escape != quote) {
            return new Step(State.at(Place.ESCAPED), 0);
        }
        return new Step(State.at(value == quote ? Place.BEHIND_QUOTE : Place.QUOTED), 0);
    }

    private Step plain(State state, int value) {
        int inSeparator = advance(separator, state.separator(), value);
        if (separator.length > 0 && inSeparator == separator.length) {
            return new Step(State.at(Place.RECORD_START), BEGINS_AFTER);
        }
        if (separator.length == 0 && value == '\n') {
            return new Step(State.at(Place.RECORD_START), BEGINS_AFTER);
        }
        if (separator.length == 0 && value == '\r') {
            return new Step(State.at(Place.BEHIND_CARRIAGE_RETURN), 0);
        }
        int inDelimiter = advance(delimiter, state.delimiter(), value);
        return new Step(
                inDelimiter == delimiter.length
                        ? State.at(Place.FIELD_START)
                        : new State(Place.UNQUOTED, inDelimiter, inSeparator),
                0);
    }

    private Step comment(State state, int value) {
        Step step = plain(new State(Place.UNQUOTED, 0, state.separator()), value);
        boolean ends = step.next().place() == Place.RECORD_START || step.next().place() == Place.BEHIND_CARRIAGE_RETURN;
        return ends ? step : new Step(new State(Place.COMMENT, 0, step.next().separator()), 0);
    }

    /** How many bytes of a text have been seen once this byte came too (Knuth, Morris and Pratt). */
    private static int advance(byte[] text, int seen, int value) {
        if (text.length == 0) {
            return 0;
        }
        for (int length = seen; length >= 0; length--) {
            if (text[length] == value && endsWithPrefix(text, seen, length)) {
                return length + 1;
            }
        }
        return 0;
    }

    /** Whether the first {@code seen} bytes of a text end with its first {@code length}. */
    private static boolean endsWithPrefix(byte[] text, int seen, int length) {
        for (int i = 0; i < length; i++) {
            if (text[seen - length + i] != text[i]) {
                return false;
            }
        }
        return true;
    }
}
