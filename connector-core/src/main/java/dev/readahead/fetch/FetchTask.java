package dev.readahead.fetch;

import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.Interruption;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;

import java.io.IOException;
import java.util.Comparator;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

import static java.util.Objects.requireNonNull;

/**
 * One request through all its attempts. The fields of the scheduler's bookkeeping are guarded by the scheduler's lock;
 * an attempt is made by one pool thread at a time.
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

    private final FetchScheduler scheduler;
    private final CompletableFuture<T> result = new CompletableFuture<>();

    State state = State.QUEUED;
    Urgency urgency;
    long sequence;

    /** Failures in a row without a byte of progress. */
    int failures;

    /** Of the attempt at hand; 0 until the first byte came. Used by the thread that makes the attempt. */
    long firstByteNanos;

    /** What the scheduler counts as under way while this runs. */
    long bytesCharged;

    final Interruption interruption = new Interruption();

    FetchTask(FetchScheduler scheduler, Urgency urgency, ScanMetrics metrics) {
        this.scheduler = requireNonNull(scheduler, "scheduler");
        this.urgency = requireNonNull(urgency, "urgency");
        this.metrics = requireNonNull(metrics, "metrics");
    }

    /** One attempt, which goes on where the one before stopped. Returns the result or throws. */
    abstract T attempt(ObjectStore store) throws IOException;

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
        scheduler.promote(this);
    }

    @Override
    public void cancel() {
        scheduler.cancel(this);
    }

    void interruptAttempt() {
        interruption.interrupt();
    }

    boolean isCancelled() {
        return interruption.isInterrupted();
    }

    /** Reads a body to its announced end into {@code target}, counting and measuring. */
    final void drain(OpenBody opener, Progress target) throws IOException {
        metrics.add(ScanMetrics.Counter.REQUESTS, 1);
        long sent = scheduler.nanoTime();
        try (ObjectStream stream = opener.open(interruption)) {
            interruption.onInterrupt(stream::abort);
            if (interruption.isInterrupted()) {
                throw new CancellationException();
            }
            long firstByte = scheduler.nanoTime();
            firstByteNanos = firstByte - sent;
            scheduler.firstByte(firstByteNanos);
            long arrived = 0;
            while (arrived < stream.length()) {
                int read = target.readFrom(stream);
                if (read < 0) {
                    throw truncated(stream, arrived);
                }
                arrived += read;
                metrics.add(ScanMetrics.Counter.BYTES_FETCHED, read);
                scheduler.arrived(read);
            }
            scheduler.body(arrived, scheduler.nanoTime() - firstByte);
        } finally {
            interruption.onInterrupt(() -> {});
        }
    }

    private static IOException truncated(ObjectStream stream, long arrived) {
        return new StorageException(
                StorageException.Reason.TRANSIENT,
                stream.object().location() + ": the body that begins at byte " + stream.offset() + " ended after "
                        + arrived + " of " + stream.length() + " bytes");
    }

    /** Sends the request and returns when the head of the answer is there. */
    interface OpenBody {
        ObjectStream open(Interruption interruption) throws IOException;
    }

    /** Takes some bytes of a body and remembers how far it came. */
    interface Progress {
        int readFrom(ObjectStream stream) throws IOException;
    }
}
