package dev.readahead.it.link;

/**
 * How many bytes may pass now, given a rate. Time that passes without demand earns nothing, so a pause never buys a
 * burst; time that a busy sender loses to the operating system is caught up, within bounds. Not thread-safe.
 */
final class RateBudget {
    private static final double NANOS_PER_SECOND = 1e9;

    private final long bytesPerSecond;
    private final double mostBytes;
    private double bytes;
    private long countedAt;
    private boolean idle = true;

    /**
     * Creates a budget with nothing in it.
     *
     * @param bytesPerSecond 0 for no limit
     * @param catchUpNanos how much lost time may be caught up
     * @param turnBytes what is sent at once, and can be saved up for however low the rate
     */
    RateBudget(long bytesPerSecond, long catchUpNanos, long turnBytes) {
        this.bytesPerSecond = bytesPerSecond;
        mostBytes = Math.max(turnBytes, catchUpNanos * (bytesPerSecond / NANOS_PER_SECOND));
    }

    /** Somebody wants to send: from now on time counts. Returns the bytes that may pass now. */
    long available(long now) {
        if (bytesPerSecond == 0) {
            return Long.MAX_VALUE;
        }
        if (idle) {
            idle = false;
            countedAt = now;
        }
        double earned = (now - countedAt) * (bytesPerSecond / NANOS_PER_SECOND);
        bytes = Math.min(bytes + earned, mostBytes);
        countedAt = now;
        return (long) bytes;
    }

    /** These bytes have passed. */
    void spend(long count) {
        if (bytesPerSecond != 0) {
            bytes -= count;
        }
    }

    /** Something else held the senders back: what they left over is lost, but for so many bytes. */
    void forgetAbove(long count) {
        bytes = Math.min(bytes, count);
    }

    /** Nobody wants to send any more: time stops counting and what was saved is lost. A debt stays. */
    void rest() {
        idle = true;
        bytes = Math.min(bytes, 0);
    }
}
