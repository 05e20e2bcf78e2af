package dev.readahead.fetch;

import java.util.Arrays;

/**
 * Decides when a request is so late that a second one is sent: when {@value #PATIENCE} times the time has passed in
 * which nineteen of twenty answers began lately. At most one of {@value #REQUESTS_PER_HEDGE} requests is sent twice, so
 * that a store in trouble is not asked for twice as much. Thread-safe.
 *
 * <p>The choice of the percentile and of the share is that of AWS's guidelines for S3 (retry the slowest 5%).
 */
final class Hedging {
    static final int REQUESTS_PER_HEDGE = 20;

    /** So many may follow each other at once after a time without any. */
    static final int MOST_SAVED_HEDGES = 10;

    /** Fewer answers say nothing of the slowest twentieth. */
    static final int LEAST_ANSWERS = 20;

    /** Nothing is late before. */
    static final long LEAST_NANOS = 10_000_000;

    /** The answers that are remembered. */
    private static final int WINDOW = 256;

    private static final double PERCENTILE = 0.95;

    /** Only what lies clear of the common run: else the slowest twentieth would always be sent twice. */
    private static final double PATIENCE = 1.5;

    /** The percentile is found anew after so many answers. */
    private static final int ANSWERS_PER_SORT = 16;

    private final long[] firstBytes = new long[WINDOW];
    private long answers;
    private long lateNanos = Long.MAX_VALUE;
    private long savedTwentieths;

    /** The time from which on a request is late; {@link Long#MAX_VALUE} while too little is known. */
    synchronized long lateNanos() {
        return lateNanos;
    }

    /** An answer began, or a request was overtaken after this time. */
    synchronized void answered(long firstByteNanos) {
        firstBytes[(int) (answers++ % WINDOW)] = firstByteNanos;
        if (answers >= LEAST_ANSWERS && (answers % ANSWERS_PER_SORT == 0 || lateNanos == Long.MAX_VALUE)) {
            int known = (int) Math.min(answers, WINDOW);
            long[] sorted = Arrays.copyOf(firstBytes, known);
            Arrays.sort(sorted);
            lateNanos = Math.max(LEAST_NANOS, (long) (PATIENCE * sorted[(int) (known * PERCENTILE)]));
        }
    }

    synchronized void sent() {
        savedTwentieths = Math.min(savedTwentieths + 1, (long) MOST_SAVED_HEDGES * REQUESTS_PER_HEDGE);
    }

    /** Takes one from what was saved up, if there is one. */
    synchronized boolean take() {
        if (savedTwentieths < REQUESTS_PER_HEDGE) {
            return false;
        }
        savedTwentieths -= REQUESTS_PER_HEDGE;
        return true;
    }
}
