package dev.readahead.trino;

import dev.readahead.memory.MemoryGovernor;
import dev.readahead.metrics.ScanMetrics;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The scans of one catalog that run on this worker. Thread-safe; no method waits. */
final class RunningScans {
    private final MemoryGovernor governor;
    private final ScanMetrics metrics;

    private final Map<String, QueryScans> queries = new HashMap<>();
    private final Set<RunningScan> scans = new HashSet<>();

    /** @param metrics count what all scans do */
    RunningScans(MemoryGovernor governor, ScanMetrics metrics) {
        this.governor = governor;
        this.metrics = metrics;
    }

    /** Begins a scan, which shares with the others of its query on this worker what the settings of the first say. */
    synchronized RunningScan begin(String query, String table, ScanSettings settings) {
        QueryScans shared = queries.computeIfAbsent(query, any -> new QueryScans(governor, settings));
        RunningScan scan = new RunningScan(this, shared, query, table, new ScanMetrics(metrics));
        shared.open++;
        scans.add(scan);
        return scan;
    }

    synchronized void end(RunningScan scan) {
        if (scans.remove(scan)) {
            queries.computeIfPresent(scan.query(), (any, shared) -> --shared.open == 0 ? null : shared);
        }
    }

    synchronized List<RunningScan> now() {
        return List.copyOf(scans);
    }
}
