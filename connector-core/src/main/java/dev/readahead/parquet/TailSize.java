package dev.readahead.parquet;

/**
 * How many bytes of the end of a file to ask for, so that footer and page indexes come at once and little else with
 * them. Learns from the files read before, which mostly are alike. Thread-safe.
 */
final class TailSize {
    /** A small file is read whole: a second request would cost more than its data. */
    static final long MOST_BYTES = 1 << 20;

    /** Asked for of a file of unknown length, and at least of the first one of known length. */
    static final int UNKNOWN_BYTES = 64 << 10;

    private static final long LEAST_LEARNT_BYTES = 8 << 10;

    /** The share of a file that footer and indexes seldom exceed. */
    private static final long SHARE = 100;

    /** Room for a file whose footer is a little longer than those before. */
    private static final double MARGIN = 1.25;

    /** By how much a large footer is forgotten with each smaller one. */
    private static final double FADE = 0.95;

    private double learntBytes;

    /** The whole length of a small file. */
    synchronized int of(long fileLength) {
        if (fileLength <= MOST_BYTES) {
            return (int) Math.max(FooterParser.TRAILER_BYTES, fileLength);
        }
        if (learntBytes > 0) {
            return (int) Math.max(LEAST_LEARNT_BYTES, Math.min(MOST_BYTES, learntBytes * MARGIN));
        }
        return (int) Math.max(UNKNOWN_BYTES, Math.min(MOST_BYTES, fileLength / SHARE));
    }

    /** A footer was parsed: from where on its file holds metadata only. Small files teach nothing. */
    void learn(ParquetFooter footer) {
        long fileLength = footer.object().length();
        if (fileLength <= MOST_BYTES) {
            return;
        }
        // The file begins with four bytes of magic; an index cannot.
        long needed = fileLength - footer.metadataStart(1);
        synchronized (this) {
            learntBytes = Math.max(needed, learntBytes * FADE);
        }
    }
}
