package dev.readahead.fetch;

/**
 * Measures a link while it is used: an exponentially weighted mean of the first-byte time, the highest rate of a
 * connection, and the highest rate of the whole link over windows of {@value #WINDOW_NANOS} ns. Thread-safe.
 *
 * <p>Highest rates, not means: on a full link the connections share what there is, and a mean would take the sharing
 * for a slow connection, ask for more at once, and make the sharing worse.
 *
 * <p>Until something was measured it assumes what S3 usually does: 30 ms and 85 MB/s a connection.
 */
final class LinkEstimator {
    static final long WINDOW_NANOS = 100_000_000;

    private static final double ASSUMED_FIRST_BYTE_NANOS = 30e6;
    private static final double ASSUMED_CONNECTION_RATE = 85e6;
    private static final double ASSUMED_CONNECTIONS = 8;
    private static final double WEIGHT_OF_NEW = 0.2;

    /** By how much a remembered peak fades with each measurement, so that a link that became slower is noticed. */
    private static final double FADE = 0.97;

    /** Shorter transfers say more about the clock than about the connection. */
    private static final int LEAST_BYTES_FOR_RATE = 256 << 10;

    private double firstByteNanos = ASSUMED_FIRST_BYTE_NANOS;
    private double connectionRate = ASSUMED_CONNECTION_RATE;
    private double linkRate = ASSUMED_CONNECTION_RATE * ASSUMED_CONNECTIONS;
    private boolean firstByteMeasured;
    private boolean rateMeasured;
    private boolean linkMeasured;

    private long windowStart = Long.MIN_VALUE;
    private long windowBytes;

    synchronized void firstByte(long nanos) {
        firstByteNanos = firstByteMeasured ? mean(firstByteNanos, nanos) : nanos;
        firstByteMeasured = true;
    }

    /** One body: how many bytes came in which time after the first. */
    synchronized void body(long bytes, long nanos) {
        if (bytes < LEAST_BYTES_FOR_RATE || nanos <= 0) {
            return;
        }
        double rate = bytes * LinkEstimate.NANOS_PER_SECOND / nanos;
        connectionRate = rateMeasured ? Math.max(rate, connectionRate * FADE) : rate;
        rateMeasured = true;
    }

    /** Bytes arrived on any connection. */
    synchronized void arrived(long bytes, long now) {
        if (windowStart == Long.MIN_VALUE || now - windowStart > 2 * WINDOW_NANOS) {
            // The link was idle: what comes now starts a window of its own.
            windowStart = now;
            windowBytes = 0;
        }
        windowBytes += bytes;
        long elapsed = now - windowStart;
        if (elapsed >= WINDOW_NANOS) {
            double rate = windowBytes * LinkEstimate.NANOS_PER_SECOND / elapsed;
            linkRate = linkMeasured ? Math.max(rate, linkRate * FADE) : rate;
            linkMeasured = true;
            windowStart = now;
            windowBytes = 0;
        }
    }

    synchronized LinkEstimate estimate() {
        return new LinkEstimate(firstByteNanos, connectionRate, linkRate, firstByteMeasured && linkMeasured);
    }

    private static double mean(double old, double fresh) {
        return old + WEIGHT_OF_NEW * (fresh - old);
    }
}
