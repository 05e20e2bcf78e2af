package dev.readahead.runtime;

/**
 * What one JVM reads ahead, as {@code dev.readahead:type=Runtime} in its management server. All counts are those since
 * the JVM's first scan. Thread-safe.
 */
public interface RuntimeMXBean {
    /** The memory budget. */
    long getBudgetBytes();

    /** Fetched or being fetched, and not yet decoded. */
    long getHeldBytes();

    /** The most that was held at once. */
    long getPeakBytes();

    /** Requests that are sent and not yet answered in full. */
    int getRequestsInFlight();

    long getBytesFetched();

    long getBytesNeeded();

    long getRequests();

    long getRetries();

    /** Answers by which a store asked for fewer requests. */
    long getThrottles();

    /** Late requests that were sent a second time. */
    long getHedges();

    /** Time for which scans waited for bytes, all added up. */
    double getWaitSeconds();
}
