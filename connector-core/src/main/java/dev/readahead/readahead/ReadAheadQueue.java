package dev.readahead.readahead;

import dev.readahead.memory.Lease;
import dev.readahead.memory.MemoryAccount;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.metrics.ScanMetrics.Counter;
import dev.readahead.metrics.WaitEvent;
import dev.readahead.storage.ByteRange;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import static java.util.Objects.requireNonNull;

/**
 * The jobs of one scan, in order, the bytes of the next ones being fetched.
 *
 * <p>There is no producer thread. Whoever claims a job tops the queue up; where planning has to wait for a footer, the
 * thread that brings the footer goes on with the topping up. What the consumer needs now is always admitted by the
 * memory governor; what lies ahead only while there is room.
 *
 * <p>Thread-safe, though there is one consumer: {@link #claim} is called again only after its future completed. Futures
 * are completed outside the lock, by the claiming thread or by one of the fetch pool. The first failure reaches the
 * consumer in the order of the jobs, after the ones before it, and ends the planning.
 */
public final class ReadAheadQueue<D> implements AutoCloseable {
    private final JobPlanner<D> planner;
    private final MemoryAccount memory;
    private final BooleanSupplier memoryPressed;
    private final ScanMetrics metrics;
    private final LongSupplier clock;
    private final long rowLimit;

    private final Object lock = new Object();
    private final DepthController depth;
    private final Deque<Job<D>> ahead = new ArrayDeque<>();
    private final Set<Job<D>> claimed = new HashSet<>();
    private CompletableFuture<Optional<Job<D>>> waiting;
    private boolean planning;

    /** A plan that found no memory, and whether it may be tried again before it is needed. */
    private JobPlan<D> deferred;

    private boolean denied;
    private boolean exhausted;
    private Throwable planFailure;
    private Throwable jobFailure;
    private boolean closed;
    private long plannedRows;
    private long plannedJobs;
    private long plannedBytes;

    /**
     * @param memory what the jobs are charged to
     * @param memoryPressed whether the engine is short of memory
     * @param clock nanoseconds, for the time that the consumer waits
     */
    public ReadAheadQueue(
            JobPlanner<D> planner,
            MemoryAccount memory,
            BooleanSupplier memoryPressed,
            ReadAheadOptions options,
            ScanMetrics metrics,
            LongSupplier clock) {
        this.planner = requireNonNull(planner, "planner");
        this.memory = requireNonNull(memory, "memory");
        this.memoryPressed = requireNonNull(memoryPressed, "memoryPressed");
        this.metrics = requireNonNull(metrics, "metrics");
        this.clock = requireNonNull(clock, "clock");
        this.rowLimit = options.rowLimit().orElse(Long.MAX_VALUE);
        this.depth = new DepthController(options);
        this.exhausted = rowLimit == 0;
    }

    /**
     * Claims the oldest job. The future completes when its bytes are there, with empty after the last job. The consumer
     * closes the job before it claims the next one, or holds more than one job's memory. Never blocks.
     */
    public CompletableFuture<Optional<Job<D>>> claim() {
        CompletableFuture<Optional<Job<D>>> promise = new CompletableFuture<>();
        synchronized (lock) {
            if (waiting != null) {
                throw new IllegalStateException("the claim before is not complete");
            }
            if (closed) {
                return CompletableFuture.failedFuture(scanClosed());
            }
            waiting = promise;
        }
        long since = clock.getAsLong();
        serve();
        topUp();
        if (!promise.isDone()) {
            WaitEvent event = new WaitEvent();
            event.begin();
            event.jobsAhead = jobsAhead();
            promise.whenComplete((job, error) -> {
                metrics.add(Counter.WAIT_NANOS, clock.getAsLong() - since);
                event.commit();
            });
        }
        return promise;
    }

    /** How many jobs lie ahead of the consumer, their bytes there or on the way. */
    public int jobsAhead() {
        synchronized (lock) {
            return ahead.size();
        }
    }

    /**
     * Takes everything back, whatever is under way: fetches, memory, the claim that waits. Jobs still held are closed
     * too.
     */
    @Override
    public void close() {
        List<Job<D>> jobs;
        CompletableFuture<Optional<Job<D>>> unanswered;
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
            jobs = new ArrayList<>(ahead);
            jobs.addAll(claimed);
            ahead.clear();
            deferred = null;
            unanswered = waiting;
            waiting = null;
        }
        planner.close();
        jobs.forEach(Job::close);
        if (unanswered != null) {
            unanswered.completeExceptionally(scanClosed());
        }
    }

    /** Gives the oldest job, the end or the failure to the waiting claim, if there is any of them. */
    private void serve() {
        CompletableFuture<Optional<Job<D>>> promise;
        Job<D> job = null;
        Throwable error = null;
        boolean ready = false;
        synchronized (lock) {
            if (waiting == null) {
                return;
            }
            if (jobFailure != null) {
                error = jobFailure;
            } else if (!ahead.isEmpty()) {
                job = ahead.pollFirst();
                claimed.add(job);
                ready = job.ready().isDone();
                depth.claimed(ready, memoryPressed.getAsBoolean());
                denied = false;
            } else if (planFailure != null) {
                error = planFailure;
            } else if (!exhausted || planning || deferred != null) {
                return;
            }
            promise = waiting;
            waiting = null;
        }
        if (error != null) {
            promise.completeExceptionally(error);
        } else if (job == null) {
            promise.complete(Optional.empty());
        } else {
            hand(job, promise, ready);
        }
    }

    private void hand(Job<D> job, CompletableFuture<Optional<Job<D>>> promise, boolean ready) {
        metrics.add(Counter.JOBS, 1);
        if (ready) {
            metrics.add(Counter.JOBS_READY, 1);
        } else {
            job.promote();
        }
        job.ready().whenComplete((done, error) -> {
            if (error != null) {
                job.close();
                Throwable failed = Job.isCancelled(error) ? scanClosed() : new JobException(job.description(), error);
                stopAfter(failed);
                promise.completeExceptionally(failed);
            } else if (job.isClosed()) {
                promise.completeExceptionally(scanClosed());
            } else {
                promise.complete(Optional.of(job));
            }
        });
    }

    /** A job failed: what lies behind it is of no use any more. */
    private void stopAfter(Throwable error) {
        List<Job<D>> useless;
        synchronized (lock) {
            jobFailure = error;
            useless = List.copyOf(ahead);
            ahead.clear();
        }
        useless.forEach(Job::close);
    }

    /** Plans and starts jobs while there is room. */
    private void topUp() {
        while (beginStep()) {
            CompletableFuture<Optional<JobPlan<D>>> next = nextPlan();
            if (!next.isDone()) {
                next.whenComplete((plan, error) -> {
                    endStep(plan, error);
                    topUp();
                });
                return;
            }
            next.whenComplete(this::endStep);
        }
    }

    /** Whether the caller is to make one step of planning. Steps are made by one thread at a time. */
    private boolean beginStep() {
        synchronized (lock) {
            boolean wanted = isNeededNow() || ahead.size() < depth.depth() && !denied;
            boolean more = !exhausted || deferred != null;
            boolean sound = !closed && planFailure == null && jobFailure == null;
            boolean begins = wanted && more && sound && !planning;
            planning |= begins;
            return begins;
        }
    }

    private boolean isNeededNow() {
        return waiting != null && ahead.isEmpty();
    }

    private CompletableFuture<Optional<JobPlan<D>>> nextPlan() {
        synchronized (lock) {
            if (deferred != null) {
                JobPlan<D> plan = deferred;
                deferred = null;
                return CompletableFuture.completedFuture(Optional.of(plan));
            }
        }
        try {
            return planner.next();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void endStep(Optional<JobPlan<D>> plan, Throwable error) {
        Job<D> job = null;
        Throwable failed = error;
        if (error == null && plan.isPresent()) {
            try {
                job = startJob(plan.get());
            } catch (RuntimeException e) {
                failed = e;
            }
        }
        boolean late;
        synchronized (lock) {
            planning = false;
            late = closed || jobFailure != null;
            if (failed != null) {
                planFailure = failed instanceof CompletionException ? failed.getCause() : failed;
            } else if (plan.isEmpty()) {
                exhausted = true;
            } else if (job != null && !late) {
                ahead.addLast(job);
            }
        }
        if (late && job != null) {
            job.close();
        }
        serve();
    }

    /** Starts the job if there is memory for it, or keeps the plan for later and returns null. */
    private Job<D> startJob(JobPlan<D> plan) {
        List<ByteRange> ranges = Job.rangesToFetch(plan);
        long bytes = Job.bytesToHold(ranges);
        Job<D> job;
        int distance;
        synchronized (lock) {
            boolean always = isNeededNow() || !depth.isAdaptive();
            Optional<Lease> lease = always ? Optional.of(memory.reserveNeeded(bytes)) : memory.tryReserve(bytes);
            if (lease.isEmpty()) {
                deferred = plan;
                denied = true;
                return null;
            }
            job = new Job<>(plan, lease.get(), this::forget);
            distance = isNeededNow() ? 0 : ahead.size() + 1;
            plannedJobs++;
            plannedBytes += bytes;
            plannedRows += plan.rows();
            exhausted |= plannedRows >= rowLimit;
            depth.observe(plan.scheduler().link(), (double) plannedBytes / plannedJobs);
        }
        metrics.add(
                Counter.BYTES_NEEDED,
                plan.ranges().stream().mapToLong(ByteRange::length).sum());
        job.start(ranges, distance, metrics);
        return job;
    }

    private void forget(Job<D> job) {
        synchronized (lock) {
            claimed.remove(job);
        }
    }

    private static CancellationException scanClosed() {
        return new CancellationException("the scan was closed");
    }
}
