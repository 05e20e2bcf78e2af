package dev.readahead.fetch;

/**
 * What a link was measured to do.
 *
 * @param firstByteNanos time from sending a request to the first byte of the answer
 * @param connectionBytesPerSecond what one connection carries
 * @param linkBytesPerSecond the most that all connections together carried lately
 * @param measured false while these are assumptions
 */
public record LinkEstimate(
        double firstByteNanos, double connectionBytesPerSecond, double linkBytesPerSecond, boolean measured) {
    static final double NANOS_PER_SECOND = 1e9;

    /** The bytes that one connection could have carried while a request waits for its first byte. */
    public double bytesPerFirstByte() {
        return firstByteNanos / NANOS_PER_SECOND * connectionBytesPerSecond;
    }

    /** The bytes that the whole link could have carried while a request waits for its first byte. */
    public double linkBytesInFirstByte() {
        return firstByteNanos / NANOS_PER_SECOND * linkBytesPerSecond;
    }

    /** The bytes that must be under way for the link to be full, when requests carry this many bytes (Little's law). */
    public double bytesInFlightToFill(double requestBytes) {
        double secondsPerRequest = firstByteNanos / NANOS_PER_SECOND + requestBytes / connectionBytesPerSecond;
        return linkBytesPerSecond * secondsPerRequest;
    }
}
