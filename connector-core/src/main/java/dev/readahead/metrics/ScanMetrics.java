package dev.readahead.metrics;

import java.util.concurrent.atomic.LongAdder;

/**
 * The counters of one scan, or of all scans of a JVM through {@link #ScanMetrics(ScanMetrics) a parent}. Thread-safe.
 */
public final class ScanMetrics {
    /** What a counter counts. */
    public enum Counter {
        /** Bytes that arrived, with the ones between coalesced ranges and the ones fetched twice. */
        BYTES_FETCHED,
        /** Bytes that the format asked for. */
        BYTES_NEEDED,
        /** Requests sent, every attempt counted. */
        REQUESTS,
        /** Attempts after a broken or failed request. */
        RETRIES,
        /** Answers by which the store asked for fewer requests. */
        THROTTLES,
        /** Second requests, sent because the first was late. */
        HEDGES,
        /** Those of them whose answer came first. */
        HEDGES_WON,
        /** Jobs claimed by the consumer. */
        JOBS,
        /** Claims that found the bytes there. */
        JOBS_READY,
        /** Nanoseconds that the consumer waited for bytes. */
        WAIT_NANOS,
        /** Reads that no job had planned, served by a request of their own. */
        UNPLANNED_READS,
    }

    private final LongAdder[] counters = new LongAdder[Counter.values().length];
    private final ScanMetrics parent;

    public ScanMetrics() {
        this(null);
    }

    /** @param parent counts all that this one counts; may be null */
    public ScanMetrics(ScanMetrics parent) {
        this.parent = parent;
        for (int i = 0; i < counters.length; i++) {
            counters[i] = new LongAdder();
        }
    }

    public void add(Counter counter, long amount) {
        counters[counter.ordinal()].add(amount);
        if (parent != null) {
            parent.add(counter, amount);
        }
    }

    public long get(Counter counter) {
        return counters[counter.ordinal()].sum();
    }
}
