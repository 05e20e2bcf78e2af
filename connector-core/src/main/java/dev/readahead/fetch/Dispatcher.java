package dev.readahead.fetch;

import dev.readahead.metrics.BackOffEvent;
import dev.readahead.metrics.FetchEvent;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.StorageException;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

import static java.util.Objects.requireNonNull;

/**
 * Sends what is fetched from one store: the most urgent first, as many requests at once as the link and the store bear,
 * each repeated until it succeeds or patience ends, and sent a second time when it is late.
 *
 * <p>Threads: no method blocks, except {@link #close}. Requests run on threads of the executor, and so do the
 * completions of futures. Futures are completed outside the lock.
 */
final class Dispatcher implements AutoCloseable {
    private static final Duration PATIENCE_AT_CLOSE = Duration.ofSeconds(10);

    private final ObjectStore store;
    private final FetchOptions options;
    private final Executor executor;
    private final Delayer delayer;
    private final LongSupplier clock;
    private final DoubleSupplier random;
    private final LinkEstimator link = new LinkEstimator();
    private final Hedging hedging = new Hedging();

    private final Object lock = new Object();
    private final TreeSet<FetchTask<?>> queue = new TreeSet<>(FetchTask.MOST_URGENT_FIRST);
    /** Whose answers have not begun when they should have: second requests go before all others. */
    private final Deque<Request<?>> late = new ArrayDeque<>();

    private final Set<FetchTask<?>> unfinished = new HashSet<>();
    private final InFlightLimit limit;
    private int inFlight;
    private long bytesInFlight;
    private long nextSequence;
    private int throttlesInARow;
    private long quietUntil = Long.MIN_VALUE;
    private boolean everAnswered;
    private boolean closed;

    Dispatcher(
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

    int inFlight() {
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

    <T> Fetch<T> submit(FetchTask<T> task) {
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
            boolean waits = task.state == FetchTask.State.QUEUED;
            if (waits) {
                takeOut(task);
            }
            task.urgency = Urgency.AWAITED;
            if (waits) {
                queue.add(task);
            }
        }
        dispatch();
    }

    void cancel(FetchTask<?> task) {
        Race race = null;
        synchronized (lock) {
            if (task.state == FetchTask.State.DONE) {
                return;
            }
            task.isCancelled = true;
            if (task.state == FetchTask.State.RUNNING) {
                race = task.race;
            } else {
                takeOut(task);
                finish(task);
            }
        }
        if (race == null) {
            task.result().completeExceptionally(new CancellationException(task.description()));
        } else {
            race.interrupt();
        }
    }

    private void takeOut(FetchTask<?> task) {
        queue.remove(task);
        task.lane.forget(task);
    }

    private void dispatch() {
        for (Request<?> request = takeNext(); request != null; request = takeNext()) {
            Request<?> first = request;
            executor.execute(() -> work(first));
        }
    }

    /** Sends requests on a pool thread until nothing may be sent. */
    private void work(Request<?> first) {
        for (Request<?> request = first; request != null; request = takeNext()) {
            send(request);
        }
    }

    private Request<?> takeNext() {
        LinkEstimate estimate = link.estimate();
        synchronized (lock) {
            if (clock.getAsLong() < quietUntil) {
                return null;
            }
            Request<?> second = nextHedge();
            if (second != null) {
                return second;
            }
            holdBack();
            if (queue.isEmpty()) {
                return null;
            }
            FetchTask<?> task = queue.first();
            boolean allowed = task.urgency.awaited()
                    ? inFlight < limit.count()
                    : limit.allows(inFlight + 1, bytesInFlight + task.remainingBytes(), estimate);
            if (!allowed) {
                return null;
            }
            queue.remove(task);
            task.state = FetchTask.State.RUNNING;
            task.race = new Race();
            return enter(task, false);
        }
    }

    /** Takes the tasks out of the way whose scans have as much under way as they may. */
    private void holdBack() {
        while (!queue.isEmpty() && queue.first().lane.isFull()) {
            FetchTask<?> task = queue.pollFirst();
            task.lane.hold(task);
        }
    }

    /** Guarded by the lock. */
    private <T> Request<T> enter(FetchTask<T> task, boolean isHedge) {
        Request<T> request = new Request<>(task, task.race, isHedge, clock.getAsLong());
        task.race.enter(request);
        task.lane.sent();
        inFlight++;
        bytesInFlight += request.bytesCharged;
        hedging.sent();
        return request;
    }

    private <T> void send(Request<T> request) {
        FetchTask<T> task = request.task;
        watch(request);
        long progressBefore = task.progress();
        FetchEvent event = new FetchEvent();
        event.begin();
        T value = null;
        Throwable failure = null;
        try {
            value = task.attempt(store, request);
        } catch (Throwable e) {
            // Whatever it is, an OutOfMemoryError included: somebody waits for this future.
            failure = e;
        }
        boolean decides = request.race.leave(request);
        record(event, request, decides ? task.progress() - progressBefore : 0, failure);
        if (decides) {
            conclude(request, value, failure, task.progress() > progressBefore);
        } else {
            giveWay(request, failure);
        }
    }

    /** The request is over, and with it the attempt. */
    private <T> void conclude(Request<T> request, T value, Throwable failure, boolean progressed) {
        FetchTask<T> task = request.task;
        Duration retryAfter = null;
        synchronized (lock) {
            leave(request);
            if (progressed) {
                task.failures = 0;
            }
            if (failure == null) {
                everAnswered = true;
                throttlesInARow = 0;
                limit.answered();
                finish(task);
            } else {
                retryAfter = task.isCancelled ? null : retryAfter(task, failure);
                if (retryAfter == null) {
                    finish(task);
                } else {
                    task.state = FetchTask.State.WAITING_TO_RETRY;
                }
            }
        }

        if (retryAfter != null) {
            task.metrics.add(ScanMetrics.Counter.RETRIES, 1);
            delayer.runAfter(retryAfter, () -> requeue(task));
        } else if (failure == null) {
            task.result().complete(value);
        } else if (task.isCancelled) {
            task.result().completeExceptionally(new CancellationException(task.description()));
        } else {
            task.result().completeExceptionally(explain(task, failure));
        }
    }

    /** The request is over, and the other one of its race goes on or has won. */
    private void giveWay(Request<?> request, Throwable failure) {
        synchronized (lock) {
            leave(request);
            if (isThrottle(failure)) {
                request.task.metrics.add(ScanMetrics.Counter.THROTTLES, 1);
                calmDown();
            }
        }
        if (request.firstByteNanos == 0) {
            hedging.answered(clock.getAsLong() - request.sentNanos);
        }
    }

    /** Guarded by the lock. */
    private void leave(Request<?> request) {
        inFlight--;
        bytesInFlight -= request.bytesCharged;
        FetchTask<?> next = request.task.lane.done();
        if (next != null) {
            queue.add(next);
        }
        lock.notifyAll();
    }

    /** Sends the request a second time if its answer has not begun when it should have. */
    private void watch(Request<?> request) {
        long late = hedging.lateNanos();
        boolean watched = request.task.mayBeHedged()
                && request.task.lane.limits().hedge()
                && !request.isHedge
                && late < Long.MAX_VALUE;
        if (watched) {
            delayer.runAfter(Duration.ofNanos(late), () -> hedge(request));
        }
    }

    private void hedge(Request<?> request) {
        synchronized (lock) {
            late.add(request);
        }
        dispatch();
    }

    /** Guarded by the lock. Null if nothing that is late may be sent again now. */
    private Request<?> nextHedge() {
        late.removeIf(request -> !request.race.isOpen());
        if (late.isEmpty() || inFlight >= limit.count()) {
            return null;
        }
        Request<?> first = late.poll();
        FetchTask<?> task = first.task;
        boolean allowed = !task.isCancelled && !closed && throttlesInARow == 0 && !task.lane.isFull();
        if (!allowed || !hedging.take()) {
            return null;
        }
        task.metrics.add(ScanMetrics.Counter.HEDGES, 1);
        return enter(task, true);
    }

    private static void record(FetchEvent event, Request<?> request, long arrived, Throwable failure) {
        event.end();
        if (!event.shouldCommit()) {
            return;
        }
        FetchTask<?> task = request.task;
        event.request = task.description();
        event.bytes = arrived;
        event.firstByte = request.firstByteNanos;
        event.awaited = task.urgency.awaited();
        event.hedge = request.isHedge;
        event.outcome =
                failure == null ? "complete" : request.interruption.isInterrupted() ? "cancelled" : kindOf(failure);
        event.commit();
    }

    private static String kindOf(Throwable failure) {
        return failure instanceof StorageException refusal
                ? refusal.reason().name()
                : failure.getClass().getSimpleName();
    }

    private static boolean isThrottle(Throwable failure) {
        return failure instanceof StorageException refusal && refusal.reason() == StorageException.Reason.THROTTLED;
    }

    /** Guarded by the lock. Null when patience has ended. */
    private Duration retryAfter(FetchTask<?> task, Throwable failure) {
        if (!(failure instanceof StorageException refusal) || !refusal.isRetryable()) {
            return null;
        }
        RetryPolicy policy = options.retry();
        task.failures++;
        boolean throttled = isThrottle(failure);
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

    /** The answer to a request has begun. */
    void answered(Request<?> request) {
        request.firstByteNanos = Math.max(1, clock.getAsLong() - request.sentNanos);
        link.firstByte(request.firstByteNanos);
        hedging.answered(request.firstByteNanos);
    }

    void arrived(long bytes) {
        link.arrived(bytes, clock.getAsLong());
    }

    /** The body of a request is there to its end. */
    void body(Request<?> request, long bytes) {
        link.body(bytes, clock.getAsLong() - request.sentNanos - request.firstByteNanos);
    }

    LinkEstimate link() {
        return link.estimate();
    }
}
