package dev.readahead.readahead;

import dev.readahead.fetch.Fetch;
import dev.readahead.fetch.RangePlanner;
import dev.readahead.fetch.Urgency;
import dev.readahead.memory.Lease;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.ByteRange;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A job whose bytes are being fetched or are there. Its 1..n fetches share a countdown; the one that reaches zero
 * completes {@link #ready()}. The consumer that claimed it closes it when nothing that was decoded refers to its bytes
 * any more.
 */
public final class Job<D> implements AutoCloseable {
    private final JobPlan<D> plan;
    private final Lease lease;
    private final Consumer<Job<D>> onClose;
    private final CompletableFuture<Job<D>> ready = new CompletableFuture<>();
    private final List<Fetch<Void>> fetches = new ArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    private volatile JobBytes bytes;

    /** @param lease covers {@link #bytesToHold}; released by this job, exactly once, when no fetch writes any more */
    Job(JobPlan<D> plan, Lease lease, Consumer<Job<D>> onClose) {
        this.plan = plan;
        this.lease = lease;
        this.onClose = onClose;
    }

    /** The ranges that will be fetched for a plan. */
    static List<ByteRange> rangesToFetch(JobPlan<?> plan) {
        return RangePlanner.coalesce(plan.ranges(), plan.scheduler().link());
    }

    static long bytesToHold(List<ByteRange> ranges) {
        return ranges.stream().mapToLong(ByteRange::length).sum();
    }

    /** Sends the requests. Called once, by the thread that topped the queue up. */
    void start(List<ByteRange> ranges, int distance, ScanMetrics metrics) {
        Throwable failure = null;
        try {
            submit(allocate(ranges), distance, metrics);
        } catch (OutOfMemoryError e) {
            failure = new IOException(
                    plan.object().location() + ": no memory for " + bytesToHold(ranges)
                            + " bytes of a job; lower the memory budget or the number of tasks",
                    e);
        } catch (RuntimeException e) {
            failure = e;
        }
        awaitFetches(failure);
    }

    private static TreeMap<Long, byte[]> allocate(List<ByteRange> ranges) {
        TreeMap<Long, byte[]> segments = new TreeMap<>();
        for (ByteRange range : ranges) {
            for (ByteRange segment : RangePlanner.split(range, RangePlanner.MOST_JOINED_BYTES)) {
                segments.put(segment.offset(), new byte[(int) segment.length()]);
            }
        }
        return segments;
    }

    private void submit(TreeMap<Long, byte[]> segments, int distance, ScanMetrics metrics) {
        bytes = new JobBytes(segments);
        Urgency urgency = distance == 0 ? Urgency.AWAITED : Urgency.ahead(distance);
        int requestBytes = plan.scheduler().limits().maxRequestBytes();
        segments.forEach((offset, target) -> {
            for (ByteRange part : RangePlanner.split(new ByteRange(offset, target.length), requestBytes)) {
                int targetOffset = (int) (part.offset() - offset);
                fetches.add(plan.scheduler().fetch(plan.object(), part, target, targetOffset, urgency, metrics));
            }
        });
    }

    private void awaitFetches(Throwable startFailure) {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        if (startFailure != null) {
            failure.complete(startFailure);
            fetches.forEach(Fetch::cancel);
        }
        if (fetches.isEmpty()) {
            finish(startFailure);
            return;
        }
        AtomicInteger remaining = new AtomicInteger(fetches.size());
        for (Fetch<Void> fetch : fetches) {
            fetch.result().whenComplete((nothing, error) -> {
                if (error != null && failure.complete(error)) {
                    fetches.forEach(Fetch::cancel);
                }
                if (remaining.decrementAndGet() == 0) {
                    finish(failure.getNow(null));
                }
            });
        }
    }

    /** Runs when no fetch of this job writes any more. */
    private void finish(Throwable failure) {
        if (failure != null) {
            releaseBytes();
            ready.completeExceptionally(failure);
        } else {
            ready.complete(this);
            if (closed.get()) {
                // Closed meanwhile by somebody who did not find it ready.
                releaseBytes();
            }
        }
    }

    /** Completes when all bytes are there, or fails when the first fetch did and none writes any more. */
    CompletableFuture<Job<D>> ready() {
        return ready;
    }

    /** The consumer waits for it now. */
    void promote() {
        fetches.forEach(Fetch::promote);
    }

    public D description() {
        return plan.description();
    }

    public JobPlan<D> plan() {
        return plan;
    }

    /** The bytes, once the job was claimed and is ready, until it is closed. */
    public JobBytes bytes() {
        JobBytes present = bytes;
        if (present == null || closed.get()) {
            throw new IllegalStateException("the job is not ready or was closed");
        }
        return present;
    }

    /** Whether a failure is only that the job was taken back. */
    static boolean isCancelled(Throwable error) {
        return error instanceof CancellationException;
    }

    boolean isClosed() {
        return closed.get();
    }

    /** Gives the memory back: at once if the bytes are there, or else when the last fetch has let go. Idempotent. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        onClose.accept(this);
        if (ready.isDone()) {
            releaseBytes();
        } else {
            fetches.forEach(Fetch::cancel);
        }
    }

    private void releaseBytes() {
        bytes = null;
        lease.close();
    }
}
