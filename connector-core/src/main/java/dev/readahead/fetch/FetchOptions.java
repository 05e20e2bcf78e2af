package dev.readahead.fetch;

import static java.util.Objects.requireNonNull;

/**
 * How a store is fetched from.
 *
 * @param maxInFlight the most requests at once, and so the most threads that wait on sockets
 * @param maxRequestBytes a larger range is split into parallel requests of this size
 * @param retry how failures are borne
 * @param hedge whether a request that is late may be sent a second time, the first answer being taken
 */
public record FetchOptions(int maxInFlight, int maxRequestBytes, RetryPolicy retry, boolean hedge) {
    /** What a range is split into: the size that AWS recommends for parallel ranged GETs. */
    public static final int DEFAULT_MAX_REQUEST_BYTES = 8 << 20;

    private static final int LEAST_DEFAULT_IN_FLIGHT = 32;
    private static final int MOST_DEFAULT_IN_FLIGHT = 256;

    public FetchOptions {
        requireNonNull(retry, "retry");
        requireSound(maxInFlight, maxRequestBytes);
    }

    static void requireSound(int maxInFlight, int maxRequestBytes) {
        if (maxInFlight < 1) {
            throw new IllegalArgumentException("at least one request must be allowed in flight, not " + maxInFlight);
        }
        if (maxRequestBytes < 1) {
            throw new IllegalArgumentException("a request must carry at least one byte, not " + maxRequestBytes);
        }
    }

    /** Four requests a core, but enough on a small machine to cover a first byte that takes 50 ms. */
    public static FetchOptions defaults() {
        int inFlight = 4 * Runtime.getRuntime().availableProcessors();
        return new FetchOptions(
                Math.max(LEAST_DEFAULT_IN_FLIGHT, Math.min(MOST_DEFAULT_IN_FLIGHT, inFlight)),
                DEFAULT_MAX_REQUEST_BYTES,
                RetryPolicy.DEFAULT,
                true);
    }

    public FetchOptions withHedge(boolean newHedge) {
        return new FetchOptions(maxInFlight, maxRequestBytes, retry, newHedge);
    }
}
