package dev.readahead.fetch;

import dev.readahead.metrics.BackOffEvent;
import dev.readahead.metrics.FetchEvent;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.FolderContent;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StoredObject;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

import static java.util.Objects.requireNonNull;

/**
 * Sends the requests to one store: the most urgent first, as many at once as the link and the store bear, each repeated
 * until it succeeds or patience ends. Shared by all scans of the JVM that read from the store.
 *
 * <p>Threads: the public methods are called by any thread and never block, except {@link #close}. Attempts run on
 * threads of the executor, and so do the completions of futures. Futures are completed outside the lock.
 */
public final class FetchScheduler implements AutoCloseable {
    /** A listing longer than this is refused rather than held in memory. */
    static final int MOST_LISTED_OBJECTS = 10_000_000;

    private static final Duration PATIENCE_AT_CLOSE = Duration.ofSeconds(10);

    private final ObjectStore store;
    private final FetchOptions options;
    private final Executor executor;
    private final Delayer delayer;
    private final LongSupplier clock;
    private final DoubleSupplier random;
    private final LinkEstimator link = new LinkEstimator();

    private final Object lock = new Object();
    private final TreeSet<FetchTask<?>> queue = new TreeSet<>(FetchTask.MOST_URGENT_FIRST);
    private final Set<FetchTask<?>> unfinished = new HashSet<>();
    private final InFlightLimit limit;
    private int inFlight;
    private long bytesInFlight;
    private long nextSequence;
    private int throttlesInARow;
    private long quietUntil = Long.MIN_VALUE;
    private boolean everAnswered;
    private boolean closed;

    /** A scheduler with threads of its own. Closes the store when it is closed. */
    public static FetchScheduler create(ObjectStore store, FetchOptions options) {
        FetchThreads threads = new FetchThreads();
        return new FetchScheduler(store, options, threads, threads, System::nanoTime, Math::random);
    }

    FetchScheduler(
            ObjectStore store,
            FetchOptions options,
            Executor executor,
            Delayer delayer,
            LongSupplier clock,
            DoubleSupplier random) {
        this.store = requireNonNull(store, "store");
        this.options = requireNonNull(options, "options");
        this.executor = requireNonNull(executor, "executor");
        this.delayer = requireNonNull(delayer, "delayer");
        this.clock = requireNonNull(clock, "clock");
        this.random = requireNonNull(random, "random");
        this.limit = new InFlightLimit(options.maxInFlight());
    }

    public FetchOptions options() {
        return options;
    }

    /** What the link was measured to do so far. */
    public LinkEstimate link() {
        return link.estimate();
    }

    /**
     * Fetches a range by one request at a time.
     *
     * @param target receives the bytes from {@code targetOffset}; belongs to the fetch until its result is complete
     */
    public Fetch<Void> fetch(
            StoredObject object,
            ByteRange range,
            byte[] target,
            int targetOffset,
            Urgency urgency,
            ScanMetrics metrics) {
        return submit(new RangeTask(this, object, range, target, targetOffset, urgency, metrics));
    }

    /**
     * Fetches the last bytes of an object by one request, which also tells its length and version.
     *
     * @param versionTag the version that it must be, where one is known
     * @param mostBytes how many bytes at most, at least 1
     */
    public Fetch<ObjectTail> fetchTail(
            ObjectLocation location, Optional<String> versionTag, int mostBytes, Urgency urgency, ScanMetrics metrics) {
        return submit(new TailTask(this, location, versionTag, mostBytes, urgency, metrics));
    }

    /** Lists all objects below a prefix, in the order of the store. */
    public Fetch<List<StoredObject>> list(ObjectLocation prefix, ScanMetrics metrics) {
        CallTask.Call<List<StoredObject>> call = (source, interruption) -> {
            List<StoredObject> objects = new ArrayList<>();
            try {
                for (Iterator<StoredObject> listed = source.list(prefix, interruption); listed.hasNext(); ) {
                    if (objects.size() == MOST_LISTED_OBJECTS) {
                        throw new StorageException(
                                StorageException.Reason.REFUSED,
                                prefix + ": more than " + MOST_LISTED_OBJECTS + " objects; name a narrower path");
                    }
                    objects.add(listed.next());
                }
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            return objects;
        };
        return submit(new CallTask<>(this, "listing of " + prefix, call, Urgency.AWAITED, metrics));
    }

    /** Lists what lies directly in a folder, whose key is empty or has a slash at its end. */
    public Fetch<FolderContent> listFolder(ObjectLocation folder, ScanMetrics metrics) {
        CallTask.Call<FolderContent> call = (source, interruption) -> source.listFolder(folder, interruption);
        return submit(new CallTask<>(this, "listing of " + folder, call, Urgency.AWAITED, metrics));
    }

    /** Length and version of an object. Fails with {@link StorageException.Reason#NOT_FOUND} if there is none. */
    public Fetch<StoredObject> head(ObjectLocation location, ScanMetrics metrics) {
        CallTask.Call<StoredObject> call = (source, interruption) -> source.head(location, interruption);
        return submit(new CallTask<>(this, location.toString(), call, Urgency.AWAITED, metrics));
    }

    /** Requests that are sent and not yet answered in full. */
    public int inFlight() {
        synchronized (lock) {
            return inFlight;
        }
    }

    /** Takes all fetches back, waits a while for the running ones to let go of their buffers, and closes the store. */
    @Override
    public void close() {
        List<FetchTask<?>> remaining;
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
            remaining = List.copyOf(unfinished);
        }
        remaining.forEach(FetchTask::cancel);
        awaitIdle();
        if (executor instanceof FetchThreads threads) {
            threads.close();
        }
        store.close();
    }

    private void awaitIdle() {
        long deadline = System.nanoTime() + PATIENCE_AT_CLOSE.toNanos();
        boolean interrupted = false;
        synchronized (lock) {
            while (inFlight > 0 && !interrupted) {
                long millis = (deadline - System.nanoTime()) / 1_000_000;
                if (millis <= 0) {
                    break;
                }
                try {
                    lock.wait(millis);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private <T> Fetch<T> submit(FetchTask<T> task) {
        boolean refused;
        synchronized (lock) {
            refused = closed;
            if (refused) {
                task.state = FetchTask.State.DONE;
            } else {
                task.sequence = nextSequence++;
                unfinished.add(task);
                queue.add(task);
            }
        }
        if (refused) {
            task.result()
                    .completeExceptionally(new CancellationException("the store is closed: " + task.description()));
        } else {
            dispatch();
        }
        return task;
    }

    void promote(FetchTask<?> task) {
        synchronized (lock) {
            if (task.state == FetchTask.State.QUEUED) {
                queue.remove(task);
                task.urgency = Urgency.AWAITED;
                queue.add(task);
            } else {
                task.urgency = Urgency.AWAITED;
            }
        }
        dispatch();
    }

    void cancel(FetchTask<?> task) {
        boolean running;
        synchronized (lock) {
            if (task.state == FetchTask.State.DONE) {
                return;
            }
            running = task.state == FetchTask.State.RUNNING;
            if (!running) {
                queue.remove(task);
                finish(task);
            }
        }
        if (running) {
            task.interruptAttempt();
        } else {
            task.result().completeExceptionally(new CancellationException(task.description()));
        }
    }

    private void dispatch() {
        for (FetchTask<?> task = takeNext(); task != null; task = takeNext()) {
            FetchTask<?> first = task;
            executor.execute(() -> work(first));
        }
    }

    /** Runs attempts on a pool thread until nothing may be sent. */
    private void work(FetchTask<?> first) {
        for (FetchTask<?> task = first; task != null; task = takeNext()) {
            attempt(task);
        }
    }

    private FetchTask<?> takeNext() {
        LinkEstimate estimate = link.estimate();
        synchronized (lock) {
            if (queue.isEmpty() || clock.getAsLong() < quietUntil) {
                return null;
            }
            FetchTask<?> task = queue.first();
            long bytes = task.remainingBytes();
            boolean allowed = task.urgency.awaited()
                    ? inFlight < limit.count()
                    : limit.allows(inFlight + 1, bytesInFlight + bytes, estimate);
            if (!allowed) {
                return null;
            }
            queue.remove(task);
            task.state = FetchTask.State.RUNNING;
            task.bytesCharged = bytes;
            inFlight++;
            bytesInFlight += bytes;
            return task;
        }
    }

    private <T> void attempt(FetchTask<T> task) {
        long progressBefore = task.progress();
        FetchEvent event = new FetchEvent();
        event.begin();
        task.firstByteNanos = 0;
        T value = null;
        Throwable failure = null;
        try {
            value = task.attempt(store);
        } catch (Throwable e) {
            // Whatever it is, an OutOfMemoryError included: somebody waits for this future.
            failure = e;
        }
        record(event, task, task.progress() - progressBefore, failure);
        if (task.progress() > progressBefore) {
            task.failures = 0;
        }

        Duration retryAfter = null;
        synchronized (lock) {
            inFlight--;
            bytesInFlight -= task.bytesCharged;
            if (failure == null) {
                everAnswered = true;
                throttlesInARow = 0;
                limit.answered();
                finish(task);
            } else {
                retryAfter = task.isCancelled() ? null : retryAfter(task, failure);
                if (retryAfter == null) {
                    finish(task);
                } else {
                    task.state = FetchTask.State.WAITING_TO_RETRY;
                }
            }
            lock.notifyAll();
        }

        if (retryAfter != null) {
            task.metrics.add(ScanMetrics.Counter.RETRIES, 1);
            delayer.runAfter(retryAfter, () -> requeue(task));
        } else if (failure == null) {
            task.result().complete(value);
        } else if (task.isCancelled()) {
            task.result().completeExceptionally(new CancellationException(task.description()));
        } else {
            task.result().completeExceptionally(explain(task, failure));
        }
    }

    private static void record(FetchEvent event, FetchTask<?> task, long arrived, Throwable failure) {
        event.end();
        if (!event.shouldCommit()) {
            return;
        }
        event.request = task.description();
        event.bytes = arrived;
        event.firstByte = task.firstByteNanos;
        event.awaited = task.urgency.awaited();
        event.outcome = failure == null ? "complete" : task.isCancelled() ? "cancelled" : kindOf(failure);
        event.commit();
    }

    private static String kindOf(Throwable failure) {
        return failure instanceof StorageException refusal
                ? refusal.reason().name()
                : failure.getClass().getSimpleName();
    }

    /** Guarded by the lock. Null when patience has ended. */
    private Duration retryAfter(FetchTask<?> task, Throwable failure) {
        if (!(failure instanceof StorageException refusal) || !refusal.isRetryable()) {
            return null;
        }
        RetryPolicy policy = options.retry();
        task.failures++;
        boolean throttled = refusal.reason() == StorageException.Reason.THROTTLED;
        everAnswered |= throttled || task.progress() > 0;
        if (task.failures > (everAnswered ? policy.retries() : policy.retriesBeforeFirstAnswer())) {
            return null;
        }
        if (throttled) {
            task.metrics.add(ScanMetrics.Counter.THROTTLES, 1);
            calmDown();
        }
        return policy.waitAfter(task.failures, random);
    }

    /** One refusal slows the store's clients down by half; refusals in a row silence them for a while, all of them. */
    private void calmDown() {
        limit.throttled();
        BackOffEvent event = new BackOffEvent();
        event.limit = limit.count();
        if (++throttlesInARow > 1) {
            Duration quiet = options.retry().waitAfter(throttlesInARow - 1, random);
            quietUntil = Math.max(quietUntil, clock.getAsLong() + quiet.toNanos());
            delayer.runAfter(quiet, this::dispatch);
            event.silence = quiet.toNanos();
        }
        event.commit();
    }

    private void requeue(FetchTask<?> task) {
        synchronized (lock) {
            if (task.state != FetchTask.State.WAITING_TO_RETRY) {
                return;
            }
            task.state = FetchTask.State.QUEUED;
            queue.add(task);
        }
        dispatch();
    }

    private void finish(FetchTask<?> task) {
        task.state = FetchTask.State.DONE;
        unfinished.remove(task);
    }

    private static Throwable explain(FetchTask<?> task, Throwable failure) {
        if (failure instanceof StorageException refusal && refusal.isRetryable()) {
            return new StorageException(
                    refusal.reason(),
                    "given up after " + task.failures + " attempts in a row: " + refusal.getMessage(),
                    refusal);
        }
        if (failure instanceof OutOfMemoryError) {
            return new IOException(
                    task.description() + ": no memory for the answer; lower the memory budget or the request size",
                    failure);
        }
        return failure;
    }

    long nanoTime() {
        return clock.getAsLong();
    }

    void firstByte(long nanos) {
        link.firstByte(nanos);
    }

    void arrived(long bytes) {
        link.arrived(bytes, clock.getAsLong());
    }

    void body(long bytes, long nanos) {
        link.body(bytes, nanos);
    }
}
