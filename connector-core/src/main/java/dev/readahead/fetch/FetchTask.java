package dev.readahead.fetch;

import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.ObjectStore;

import java.io.IOException;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;

import static java.util.Objects.requireNonNull;

/**
 * One fetch through all its attempts. The fields of the bookkeeping are guarded by the dispatcher's lock; an attempt is
 * made by the pool thread of a request, or by those of two that race each other for the answer.
 */
abstract class FetchTask<T> implements Fetch<T> {
    /** The order in which tasks leave the queue. */
    static final Comparator<FetchTask<?>> MOST_URGENT_FIRST = Comparator.<FetchTask<?>>comparingInt(
                    task -> task.urgency.awaited() ? 0 : 1)
            .thenComparingInt(task -> task.urgency.distance())
            .thenComparingLong(task -> task.sequence);

    enum State {
        QUEUED,
        RUNNING,
        WAITING_TO_RETRY,
        DONE,
    }

    final ScanMetrics metrics;

    final Lane lane;

    private final Dispatcher dispatcher;
    private final CompletableFuture<T> result = new CompletableFuture<>();

    State state = State.QUEUED;
    Urgency urgency;
    long sequence;

    /** Failures in a row without a byte of progress. */
    int failures;

    /** The requests of the attempt at hand. */
    Race race;

    /** Written under the lock. */
    volatile boolean isCancelled;

    FetchTask(Dispatcher dispatcher, Lane lane, Urgency urgency, ScanMetrics metrics) {
        this.dispatcher = requireNonNull(dispatcher, "dispatcher");
        this.lane = requireNonNull(lane, "lane");
        this.urgency = requireNonNull(urgency, "urgency");
        this.metrics = requireNonNull(metrics, "metrics");
    }

    /** One attempt, which goes on where the one before stopped. Returns the result or throws. */
    abstract T attempt(ObjectStore store, Request<T> request) throws IOException;

    /** Whether two requests may be sent at once for it. */
    abstract boolean mayBeHedged();

    /** The bytes still to come, as far as known. */
    abstract long remainingBytes();

    /** Grows with every byte that arrived; tells an attempt with progress from one without. */
    abstract long progress();

    /** Names what is fetched, for messages. */
    abstract String description();

    @Override
    public CompletableFuture<T> result() {
        return result;
    }

    @Override
    public void promote() {
        dispatcher.promote(this);
    }

    @Override
    public void cancel() {
        dispatcher.cancel(this);
    }

    final Dispatcher dispatcher() {
        return dispatcher;
    }
}
