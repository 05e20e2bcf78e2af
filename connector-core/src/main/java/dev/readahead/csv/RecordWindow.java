package dev.readahead.csv;

/** Bytes of a text in memory, and how far they have been read. Not thread-safe. */
final class RecordWindow {
    byte[] bytes = new byte[0];

    /** Behind the last byte that was read. */
    int at;

    /** Behind the last byte that is there. */
    int to;

    /** Where the first byte of the array lies in the text. */
    long base;

    /** Whether the text ends with the last byte that is there. */
    boolean last;

    long position() {
        return base + at;
    }

    void moveTo(long position) {
        at = Math.toIntExact(position - base);
    }

    int left() {
        return to - at;
    }
}
