package dev.readahead.readahead;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Yields the jobs of a scan in the order of their rows. */
public interface JobPlanner<D> extends AutoCloseable {
    /**
     * The next job, or empty when there is none. Called by one thread at a time, and only after the future before is
     * complete; the thread may be the consumer's or one of the fetch pool, so it does not block. After a failure it is
     * not called again.
     */
    CompletableFuture<Optional<JobPlan<D>>> next();

    /** Takes back what was started for jobs to come. Called once, by any thread, possibly while a future is open. */
    @Override
    void close();
}
