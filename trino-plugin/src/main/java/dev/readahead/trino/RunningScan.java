package dev.readahead.trino;

import dev.readahead.fetch.FetchScheduler;
import dev.readahead.memory.MemoryAccount;
import dev.readahead.metrics.ScanMetrics;

import java.util.function.IntSupplier;

/** A split that is being read, as its page source uses it and {@code system.scans} shows it. Thread-safe. */
final class RunningScan implements AutoCloseable {
    private final RunningScans scans;
    private final QueryScans shared;
    private final String query;
    private final String table;
    private final MemoryAccount memory;
    private final ScanMetrics metrics;
    private final long openedNanos;
    private volatile IntSupplier jobsAhead = () -> 0;

    /**
     * @param query its identifier
     * @param table what is read, as a message calls it
     */
    RunningScan(RunningScans scans, QueryScans shared, String query, String table, ScanMetrics metrics) {
        this.scans = scans;
        this.shared = shared;
        this.query = query;
        this.table = table;
        this.memory = shared.openAccount();
        this.metrics = metrics;
        this.openedNanos = System.nanoTime();
    }

    /** What its bytes are charged to. */
    MemoryAccount memory() {
        return memory;
    }

    ScanMetrics metrics() {
        return metrics;
    }

    /** What it fetches from a store through. */
    FetchScheduler limited(FetchScheduler store) {
        return shared.limited(store);
    }

    /** @param newJobsAhead says how many jobs are planned and not yet taken; called by any thread */
    void show(IntSupplier newJobsAhead) {
        jobsAhead = newJobsAhead;
    }

    String query() {
        return query;
    }

    String table() {
        return table;
    }

    int jobsAhead() {
        return jobsAhead.getAsInt();
    }

    long elapsedNanos() {
        return System.nanoTime() - openedNanos;
    }

    /** It is shown no more. Idempotent. */
    @Override
    public void close() {
        scans.end(this);
    }
}
