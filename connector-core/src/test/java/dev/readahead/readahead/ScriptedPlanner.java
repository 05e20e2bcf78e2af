package dev.readahead.readahead;

import dev.readahead.fetch.FetchScheduler;
import dev.readahead.fetch.Simulation;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.StoredObject;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Plans jobs numbered from 0 over one object; each plan comes at once or when the simulation gets to it, and one of
 * them may fail. It checks that it is used as promised.
 */
final class ScriptedPlanner implements JobPlanner<Integer> {
    private final Simulation simulation;
    private final FetchScheduler scheduler;
    private final StoredObject object;
    private final int jobs;
    private final int failingPlan;
    private final double shareOfLatePlans;
    private final List<CompletableFuture<Optional<JobPlan<Integer>>>> open = new ArrayList<>();

    private int next;
    private boolean failed;
    private boolean closed;

    /** @param failingPlan the number of the plan that fails, or -1 */
    ScriptedPlanner(
            Simulation simulation,
            FetchScheduler scheduler,
            StoredObject object,
            int jobs,
            int failingPlan,
            double shareOfLatePlans) {
        this.simulation = simulation;
        this.scheduler = scheduler;
        this.object = object;
        this.jobs = jobs;
        this.failingPlan = failingPlan;
        this.shareOfLatePlans = shareOfLatePlans;
    }

    int planned() {
        return next;
    }

    boolean isClosed() {
        return closed;
    }

    /** The bytes of a job: two ranges too far apart to be joined, one of them larger than a request. */
    static List<ByteRange> ranges(int job) {
        long start = job * 200_000L;
        return List.of(new ByteRange(start + 150_000, 700), new ByteRange(start, 2_500));
    }

    static final long BYTES_OF_A_JOB = 3_200;

    @Override
    public CompletableFuture<Optional<JobPlan<Integer>>> next() {
        if (open.stream().anyMatch(future -> !future.isDone())) {
            throw new AssertionError("asked for a plan before the last one came");
        }
        if (failed) {
            throw new AssertionError("asked for a plan after a failure");
        }
        CompletableFuture<Optional<JobPlan<Integer>>> future = new CompletableFuture<>();
        open.add(future);
        int number = next++;
        Runnable answer = () -> {
            if (number == failingPlan) {
                failed = true;
                future.completeExceptionally(new java.io.IOException("plan " + number));
            } else if (number >= jobs) {
                future.complete(Optional.empty());
            } else {
                future.complete(Optional.of(new JobPlan<>(number, scheduler, object, ranges(number), 100)));
            }
        };
        if (simulation.random().nextDouble() < shareOfLatePlans) {
            simulation.execute(answer);
        } else {
            answer.run();
        }
        return future;
    }

    @Override
    public void close() {
        if (closed) {
            throw new AssertionError("closed twice");
        }
        closed = true;
    }
}
