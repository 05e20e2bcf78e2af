package dev.readahead.csv;

/**
 * What is known of where the first record of a range begins.
 *
 * @param position where it begins, or -1
 * @param state of the automaton at the range's first byte, or -1
 */
record RangeStart(long position, int state) {
    static final RangeStart UNKNOWN = new RangeStart(-1, -1);

    static RangeStart atPosition(long position) {
        return new RangeStart(position, -1);
    }

    static RangeStart inState(int state) {
        return new RangeStart(-1, state);
    }

    boolean isUnknown() {
        return position < 0 && state < 0;
    }
}
