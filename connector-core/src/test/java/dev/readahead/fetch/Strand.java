package dev.readahead.fetch;

import dev.readahead.storage.Interruption;

import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * A piece of work in a {@link Simulation} that may stop in its midst and go on later. It has a thread of its own, but
 * only one strand or the simulation runs at any time, so that every run with the same seed is the same.
 */
public final class Strand {
    private static final ThreadLocal<Strand> CURRENT = new ThreadLocal<>();

    private final Simulation simulation;
    private final Semaphore turn = new Semaphore(0);
    private final Semaphore back = new Semaphore(0);
    private Throwable failure;

    private Strand(Simulation simulation) {
        this.simulation = simulation;
    }

    /** Runs work until it pauses or ends. Called by the simulation's thread. */
    static void run(Simulation simulation, Runnable work) {
        Strand strand = new Strand(simulation);
        Thread thread = new Thread(() -> {
            CURRENT.set(strand);
            strand.turn.acquireUninterruptibly();
            try {
                work.run();
            } catch (Throwable e) {
                strand.failure = e;
            } finally {
                strand.back.release();
            }
        });
        thread.setDaemon(true);
        thread.start();
        strand.goOn();
    }

    private void goOn() {
        turn.release();
        back.acquireUninterruptibly();
        if (failure != null) {
            throw new AssertionError("work in the simulation failed", failure);
        }
    }

    /** Lets others run until so much time has passed or the interruption comes. Called within work. */
    public static void pause(Duration time, Interruption interruption) {
        Strand strand = CURRENT.get();
        boolean[] woken = {false};
        Runnable wake = () -> {
            if (!woken[0]) {
                woken[0] = true;
                strand.simulation.later(strand::goOn);
            }
        };
        strand.simulation.runAfter(time, wake);
        interruption.onInterrupt(wake);
        strand.back.release();
        strand.turn.acquireUninterruptibly();
        interruption.onInterrupt(() -> {});
    }
}
