package dev.readahead.trino;

import dev.readahead.fetch.FetchScheduler;
import dev.readahead.fetch.ScanLimits;
import dev.readahead.memory.MemoryAccount;
import dev.readahead.memory.MemoryGovernor;
import dev.readahead.memory.MemoryShare;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the scans of one query share on one worker: their part of the memory, and their requests. Thread-safe. */
final class QueryScans {
    private final MemoryGovernor governor;
    private final MemoryShare share;
    private final ScanLimits limits;

    /** By the identity of the store. */
    private final Map<Object, FetchScheduler> schedulers = new ConcurrentHashMap<>();

    /** How many scans there are. Guarded by {@link RunningScans}. */
    int open;

    QueryScans(MemoryGovernor governor, ScanSettings settings) {
        this.governor = governor;
        this.share = governor.share(settings.memoryShare());
        this.limits = settings.limits();
    }

    MemoryAccount openAccount() {
        return governor.openAccount(share);
    }

    /** What the query fetches from a store through. */
    FetchScheduler limited(FetchScheduler store) {
        return limits.equals(store.limits())
                ? store
                : schedulers.computeIfAbsent(store.storeIdentity(), any -> store.limitedTo(limits));
    }
}
