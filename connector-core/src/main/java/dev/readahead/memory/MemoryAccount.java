package dev.readahead.memory;

import java.util.Optional;

/** What one scan holds of the budget. Thread-safe. Needs no closing: it is empty when all its leases are closed. */
public final class MemoryAccount {
    final MemoryShare share;
    private final MemoryGovernor governor;

    /** Guarded by the governor. */
    long heldBytes;

    MemoryAccount(MemoryGovernor governor, MemoryShare share) {
        this.governor = governor;
        this.share = share;
    }

    /**
     * Reserves for what the consumer waits for. Always granted, also beyond the budget: a scan asks for one job at a
     * time in this way, after it has let go of the one before.
     */
    public Lease reserveNeeded(long bytes) {
        return governor.reserveNeeded(this, bytes);
    }

    /**
     * Reserves for what may be needed later. Empty when the budget, the scan's share of it or the engine has no room.
     */
    public Optional<Lease> tryReserve(long bytes) {
        return governor.tryReserve(this, bytes);
    }

    public long heldBytes() {
        return governor.heldBytes(this);
    }

    void release(long bytes) {
        governor.release(this, bytes);
    }
}
