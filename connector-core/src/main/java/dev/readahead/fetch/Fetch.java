package dev.readahead.fetch;

import java.util.concurrent.CompletableFuture;

/** A request that was handed to a {@link FetchScheduler}. Thread-safe. */
public interface Fetch<T> {
    /**
     * Completes when the bytes are there, the retries are used up, or a cancelled fetch has let go of its buffer: from
     * then on the buffer is never written again. Completed by a thread of the scheduler, so what is chained to it must
     * be short.
     */
    CompletableFuture<T> result();

    /** Somebody waits for it now: it goes before all speculation. */
    void promote();

    /** Takes it back. The result fails with a {@link java.util.concurrent.CancellationException}. */
    void cancel();
}
