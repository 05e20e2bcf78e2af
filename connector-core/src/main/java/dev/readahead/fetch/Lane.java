package dev.readahead.fetch;

import java.util.TreeSet;

/** The requests of one scan among those of a store. Not thread-safe: guarded by the dispatcher's lock. */
final class Lane {
    private final ScanLimits limits;

    /** Those that wait until another one of the scan is done. */
    private final TreeSet<FetchTask<?>> held = new TreeSet<>(FetchTask.MOST_URGENT_FIRST);

    private int inFlight;

    Lane(ScanLimits limits) {
        this.limits = limits;
    }

    ScanLimits limits() {
        return limits;
    }

    boolean isFull() {
        return inFlight >= limits.maxInFlight();
    }

    /** Keeps a task out of the store's queue while the lane is full. */
    void hold(FetchTask<?> task) {
        held.add(task);
    }

    void forget(FetchTask<?> task) {
        held.remove(task);
    }

    void sent() {
        inFlight++;
    }

    /** A request is over. Returns the task that may take its place in the store's queue, or null. */
    FetchTask<?> done() {
        inFlight--;
        return isFull() ? null : held.pollFirst();
    }
}
