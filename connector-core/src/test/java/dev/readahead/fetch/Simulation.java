package dev.readahead.fetch;

import dev.readahead.storage.ObjectStore;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;

/**
 * Threads and time under control: nothing runs until the test says so, and which of the waiting pieces runs next is
 * drawn by a seed. Time passes only when nothing else can happen.
 */
public final class Simulation implements Executor, Delayer {
    /** A run with more steps than this is a run that goes round in circles. */
    private static final int MOST_STEPS = 200_000;

    private final Random random;
    private final List<Runnable> runnable = new ArrayList<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparingLong(Timer::at).thenComparingLong(Timer::number));
    private long now;
    private long timersMade;
    private boolean strands;

    public Simulation(long seed) {
        this.random = new Random(seed);
    }

    /** From now on work may {@link Strand#pause pause}. */
    public Simulation withStrands() {
        strands = true;
        return this;
    }

    public FetchScheduler scheduler(ObjectStore store, FetchOptions options) {
        return new FetchScheduler(store, options, this, this, this::now, random::nextDouble);
    }

    public Random random() {
        return random;
    }

    public long now() {
        return now;
    }

    public int waiting() {
        return runnable.size();
    }

    @Override
    public void execute(Runnable work) {
        runnable.add(strands ? () -> Strand.run(this, work) : work);
    }

    /** Runs something on the simulation's own thread. */
    void later(Runnable action) {
        runnable.add(action);
    }

    @Override
    public void runAfter(Duration delay, Runnable action) {
        timers.add(new Timer(now + delay.toNanos(), timersMade++, action));
    }

    /** Runs one waiting piece, or lets time pass until the next timer. False when nothing is left to happen. */
    public boolean step() {
        if (!runnable.isEmpty()) {
            // Each piece of work takes a little time, or no rate could be measured.
            now += 1_000_000;
            runnable.remove(random.nextInt(runnable.size())).run();
            return true;
        }
        Timer timer = timers.poll();
        if (timer == null) {
            return false;
        }
        now = Math.max(now, timer.at());
        timer.action().run();
        return true;
    }

    /** Steps until the condition holds; fails if nothing is left to happen before. */
    public void runUntil(BooleanSupplier condition) {
        for (int steps = 0; !condition.getAsBoolean(); steps++) {
            if (steps > MOST_STEPS) {
                throw new AssertionError("no end after " + MOST_STEPS + " steps");
            }
            if (!step()) {
                throw new AssertionError("stuck: nothing is left to happen");
            }
        }
    }

    public void runToTheEnd() {
        for (int steps = 0; step(); steps++) {
            if (steps > MOST_STEPS) {
                throw new AssertionError("no end after " + MOST_STEPS + " steps");
            }
        }
    }

    private record Timer(long at, long number, Runnable action) {}
}
