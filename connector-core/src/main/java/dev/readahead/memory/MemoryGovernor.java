package dev.readahead.memory;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The memory budget of one JVM for fetched bytes.
 *
 * <p>One rule keeps back-pressure from becoming a deadlock: what a scan needs now is always admitted, only speculation
 * waits. So the bytes held never exceed the budget plus one job of each scan. Speculation is admitted while a scan
 * holds no more than {@value #SHARE_OF_FREE} times what is still free: a scan that runs alone gets nearly the whole
 * budget, many scans get equal parts of it, and a newcomer always finds room.
 *
 * <p>Thread-safe; no method blocks or calls foreign code but the pressure signal, which must answer at once.
 */
public final class MemoryGovernor {
    /** How many times the free part of the budget one scan may hold. */
    static final int SHARE_OF_FREE = 8;

    private final long budgetBytes;
    private final BooleanSupplier pressure;

    private long heldBytes;
    private long peakBytes;

    /**
     * @param budgetBytes how many bytes all scans together may hold
     * @param pressure says whether the engine is short of memory: while it is, nothing speculative is admitted
     */
    public MemoryGovernor(long budgetBytes, BooleanSupplier pressure) {
        if (budgetBytes < 0) {
            throw new IllegalArgumentException("negative memory budget: " + budgetBytes + " bytes");
        }
        this.budgetBytes = budgetBytes;
        this.pressure = pressure;
    }

    public MemoryGovernor(long budgetBytes) {
        this(budgetBytes, () -> false);
    }

    /** An account for one scan. It holds nothing yet. */
    public MemoryAccount openAccount() {
        return openAccount(new MemoryShare(Long.MAX_VALUE));
    }

    /** An account for one of several scans that together may hold no more than a share. It holds nothing yet. */
    public MemoryAccount openAccount(MemoryShare share) {
        return new MemoryAccount(this, share);
    }

    /**
     * A part of the budget for scans that belong together, such as those of a query. What they need now is admitted
     * beyond it.
     *
     * @param part above 0, at most 1
     */
    public MemoryShare share(double part) {
        if (!(part > 0 && part <= 1)) {
            throw new IllegalArgumentException("not a part of the memory budget, above 0 and at most 1: " + part);
        }
        return new MemoryShare((long) (budgetBytes * part));
    }

    public long budgetBytes() {
        return budgetBytes;
    }

    /** The bytes reserved and not yet released, by all scans. */
    public synchronized long heldBytes() {
        return heldBytes;
    }

    /** The most that was ever held at once. */
    public synchronized long peakBytes() {
        return peakBytes;
    }

    public boolean isUnderPressure() {
        return pressure.getAsBoolean();
    }

    Lease reserveNeeded(MemoryAccount account, long bytes) {
        synchronized (this) {
            return grant(account, bytes);
        }
    }

    Optional<Lease> tryReserve(MemoryAccount account, long bytes) {
        if (isUnderPressure()) {
            return Optional.empty();
        }
        synchronized (this) {
            long free = budgetBytes - heldBytes;
            boolean hasRoom = bytes <= free
                    && account.heldBytes + bytes <= SHARE_OF_FREE * free
                    && account.share.heldBytes + bytes <= account.share.mostBytes;
            if (!hasRoom) {
                return Optional.empty();
            }
            return Optional.of(grant(account, bytes));
        }
    }

    private Lease grant(MemoryAccount account, long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("cannot reserve " + bytes + " bytes");
        }
        heldBytes = Math.addExact(heldBytes, bytes);
        account.heldBytes += bytes;
        account.share.heldBytes += bytes;
        peakBytes = Math.max(peakBytes, heldBytes);
        return new Lease(account, bytes);
    }

    synchronized void release(MemoryAccount account, long bytes) {
        heldBytes -= bytes;
        account.heldBytes -= bytes;
        account.share.heldBytes -= bytes;
    }

    synchronized long heldBytes(MemoryAccount account) {
        return account.heldBytes;
    }
}
