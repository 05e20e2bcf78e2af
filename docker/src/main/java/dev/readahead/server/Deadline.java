package dev.readahead.server;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Asks again and again until something holds, at most for a set time. */
final class Deadline {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private Deadline() {}

    /** A question that may fail while the answer is not there yet. */
    @FunctionalInterface
    interface Condition {
        boolean holds() throws Exception;
    }

    /** @throws IllegalStateException naming what did not come to hold, with the last failure of asking as its cause */
    static void await(String what, Duration most, Condition condition) {
        long end = System.nanoTime() + most.toNanos();
        Exception last = null;
        do {
            try {
                if (condition.holds()) {
                    return;
                }
            } catch (GaveUpException e) {
                throw e;
            } catch (Exception e) {
                last = e;
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        } while (System.nanoTime() - end < 0 && !Thread.currentThread().isInterrupted());
        throw new IllegalStateException("Not within " + most.toSeconds() + " s: " + what, last);
    }

    /** What was waited for cannot come any more. */
    static final class GaveUpException extends RuntimeException {
        GaveUpException(String message) {
            super(message);
        }
    }
}
