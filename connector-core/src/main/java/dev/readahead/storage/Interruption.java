package dev.readahead.storage;

import static java.util.Objects.requireNonNull;

/**
 * The means by which any thread ends a request that another thread is blocked in, whether it connects, waits for the
 * answer or reads the body. One for each request. Thread-safe.
 */
public final class Interruption {
    private Runnable action = () -> {};
    private boolean interrupted;

    /**
     * Says how the request is ended from now on, in place of how it was before. Called by the store as the request goes
     * from one stage to the next.
     *
     * @param newAction makes the blocked thread fail soon; never blocks nor throws; runs at once, on the calling
     *     thread, if the request was interrupted already
     */
    public void onInterrupt(Runnable newAction) {
        requireNonNull(newAction, "newAction");
        synchronized (this) {
            action = newAction;
            if (!interrupted) {
                return;
            }
        }
        newAction.run();
    }

    /** Ends the request. Idempotent. The blocked call fails with some {@link StorageException}. */
    public void interrupt() {
        Runnable current;
        synchronized (this) {
            if (interrupted) {
                return;
            }
            interrupted = true;
            current = action;
        }
        current.run();
    }

    public synchronized boolean isInterrupted() {
        return interrupted;
    }
}
