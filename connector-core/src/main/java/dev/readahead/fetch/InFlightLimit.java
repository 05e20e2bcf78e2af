package dev.readahead.fetch;

/**
 * How much may be under way at once. Not thread-safe: guarded by the scheduler's lock.
 *
 * <p>Two limits at once. By count: never more than the configured number, halved when the store asks for fewer
 * requests, and one more for each round of answers after that. By bytes: about twice what fills the link as measured
 * (bandwidth x time of a request). More than fills it, because a link that has room shows it only when more is asked of
 * it; not much more, because on a full link each further request delays the one that is waited for.
 */
final class InFlightLimit {
    private static final double GAIN = 2;

    /** Enough to measure a link by, and small beside any budget. */
    private static final long LEAST_BYTES = 4L << 20;

    /** What may be under way before anything was measured. */
    private static final long UNMEASURED_BYTES = 64L << 20;

    /** So many requests are always allowed, however large they are. */
    private static final int ALWAYS_ALLOWED = 2;

    private final int most;
    private double count;

    InFlightLimit(int most) {
        this.most = most;
        this.count = most;
    }

    int count() {
        return Math.max(1, (int) count);
    }

    boolean allows(int requests, long bytes, LinkEstimate link) {
        if (requests > count()) {
            return false;
        }
        if (requests <= ALWAYS_ALLOWED) {
            return true;
        }
        double mostBytes = link.measured()
                ? Math.max(LEAST_BYTES, GAIN * link.bytesInFlightToFill((double) bytes / requests))
                : UNMEASURED_BYTES;
        return bytes <= mostBytes;
    }

    void throttled() {
        count = Math.max(1, count / 2);
    }

    void answered() {
        count = Math.min(most, count + 1 / count);
    }
}
