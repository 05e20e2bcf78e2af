package dev.readahead.spark;

import dev.readahead.metrics.ScanMetrics;
import dev.readahead.metrics.ScanMetrics.Counter;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomSumMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** The counters of a scan as Spark's SQL tab shows them. Spark makes the classes by name, so each is public. */
public final class SparkMetrics {
    private SparkMetrics() {}

    static CustomMetric[] all() {
        return new CustomMetric[] {
            new BytesFetched(),
            new BytesNeeded(),
            new Requests(),
            new WaitMillis(),
            new Retries(),
            new Throttles(),
            new Hedges(),
            new RowGroups(),
            new UnplannedReads(),
        };
    }

    static CustomTaskMetric[] values(ScanMetrics metrics) {
        return new CustomTaskMetric[] {
            value(new BytesFetched(), metrics.get(Counter.BYTES_FETCHED)),
            value(new BytesNeeded(), metrics.get(Counter.BYTES_NEEDED)),
            value(new Requests(), metrics.get(Counter.REQUESTS)),
            value(new WaitMillis(), metrics.get(Counter.WAIT_NANOS) / 1_000_000),
            value(new Retries(), metrics.get(Counter.RETRIES)),
            value(new Throttles(), metrics.get(Counter.THROTTLES)),
            value(new Hedges(), metrics.get(Counter.HEDGES)),
            value(new RowGroups(), metrics.get(Counter.JOBS)),
            value(new UnplannedReads(), metrics.get(Counter.UNPLANNED_READS)),
        };
    }

    private static CustomTaskMetric value(CustomMetric metric, long amount) {
        return new Value(metric.name(), amount);
    }

    private record Value(String name, long value) implements CustomTaskMetric {}

    /** What they have in common. */
    private abstract static class Sum extends CustomSumMetric {
        private final String name;
        private final String description;

        Sum(String name, String description) {
            this.name = name;
            this.description = description;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String description() {
            return description;
        }
    }

    /** Bytes that arrived. */
    public static final class BytesFetched extends Sum {
        public BytesFetched() {
            super("readaheadBytesFetched", "bytes fetched");
        }
    }

    /** Bytes that the row groups needed. */
    public static final class BytesNeeded extends Sum {
        public BytesNeeded() {
            super("readaheadBytesNeeded", "bytes needed");
        }
    }

    /** Requests sent. */
    public static final class Requests extends Sum {
        public Requests() {
            super("readaheadRequests", "requests");
        }
    }

    /** Milliseconds that tasks waited for bytes. */
    public static final class WaitMillis extends Sum {
        public WaitMillis() {
            super("readaheadWaitMillis", "time waited for bytes (ms)");
        }
    }

    /** Requests sent again. */
    public static final class Retries extends Sum {
        public Retries() {
            super("readaheadRetries", "retries");
        }
    }

    /** Answers that asked for fewer requests. */
    public static final class Throttles extends Sum {
        public Throttles() {
            super("readaheadThrottles", "throttled requests");
        }
    }

    /** Second requests for bytes that were late. */
    public static final class Hedges extends Sum {
        public Hedges() {
            super("readaheadHedges", "late requests sent twice");
        }
    }

    /** Row groups read. */
    public static final class RowGroups extends Sum {
        public RowGroups() {
            super("readaheadRowGroups", "row groups read");
        }
    }

    /** Reads that were not planned. */
    public static final class UnplannedReads extends Sum {
        public UnplannedReads() {
            super("readaheadUnplannedReads", "unplanned reads");
        }
    }
}
