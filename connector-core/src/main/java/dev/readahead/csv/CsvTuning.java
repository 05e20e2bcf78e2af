package dev.readahead.csv;

/**
 * Sizes that change how a scan reads and never what.
 *
 * @param firstJobBytes how much the first job of a scan reads; each further one twice as much, up to {@code jobBytes}
 * @param jobBytes how much a job reads
 * @param lookbehindBytes how many bytes before a split are fetched with it, to find out where its first record begins
 * @param overrunBytes how many bytes behind a job are fetched with it, for the rest of its last record
 * @param pieceBytes how much is decoded at a time of a file that cannot be cut
 */
record CsvTuning(int firstJobBytes, int jobBytes, int lookbehindBytes, int overrunBytes, int pieceBytes) {
    private static final int LOOKBEHIND_BYTES = 64 << 10;
    private static final int OVERRUN_BYTES = 64 << 10;
    private static final int PIECE_BYTES = 256 << 10;

    static CsvTuning of(CsvOptions options) {
        int jobBytes = options.jobBytes();
        return new CsvTuning(Math.max(1, jobBytes / 8), jobBytes, LOOKBEHIND_BYTES, OVERRUN_BYTES, PIECE_BYTES);
    }
}
