package dev.readahead.trino;

import dev.readahead.metrics.ScanMetrics;
import dev.readahead.metrics.ScanMetrics.Counter;
import io.trino.plugin.base.metrics.LongCount;
import io.trino.spi.metrics.Metric;
import io.trino.spi.metrics.Metrics;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a scan counted, as {@code EXPLAIN ANALYZE VERBOSE} shows it. */
final class ScanFigures {
    private ScanFigures() {}

    static Metrics of(ScanMetrics metrics) {
        Map<String, Metric<?>> values = new TreeMap<>();
        for (Counter counter : Counter.values()) {
            values.put("readahead." + counter.name().toLowerCase(Locale.ENGLISH), new LongCount(metrics.get(counter)));
        }
        return new Metrics(values);
    }
}
