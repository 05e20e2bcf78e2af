package dev.readahead.fetch;

import java.time.Duration;

/** Runs something later. Tests put a virtual clock in its place. */
interface Delayer {
    /** Never runs {@code action} on the calling thread. */
    void runAfter(Duration delay, Runnable action);
}
