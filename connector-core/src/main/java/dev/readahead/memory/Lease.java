package dev.readahead.memory;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Reserved bytes. Whoever holds the lease closes it when the buffers are gone; closing it again does nothing.
 * Thread-safe.
 */
public final class Lease implements AutoCloseable {
    private final MemoryAccount account;
    private final long bytes;
    private final AtomicBoolean released = new AtomicBoolean();

    Lease(MemoryAccount account, long bytes) {
        this.account = account;
        this.bytes = bytes;
    }

    public long bytes() {
        return bytes;
    }

    @Override
    public void close() {
        if (released.compareAndSet(false, true)) {
            account.release(bytes);
        }
    }
}
