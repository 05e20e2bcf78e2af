package dev.readahead.csv;

/** The three bytes by which some writers mark UTF-8. They are no part of the first field. */
final class ByteOrderMark {
    static final int LENGTH = 3;

    private ByteOrderMark() {}

    /** How many bytes of a file's first ones are a mark. */
    static int length(byte[] bytes, int from, int to) {
        boolean marked = to - from >= LENGTH
                && bytes[from] == (byte) 0xef
                && bytes[from + 1] == (byte) 0xbb
                && bytes[from + 2] == (byte) 0xbf;
        return marked ? LENGTH : 0;
    }
}
