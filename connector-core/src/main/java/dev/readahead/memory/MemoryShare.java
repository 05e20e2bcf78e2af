package dev.readahead.memory;

/** What several scans may hold together of the budget. Made by {@link MemoryGovernor#share}; needs no closing. */
public final class MemoryShare {
    final long mostBytes;

    /** Guarded by the governor. */
    long heldBytes;

    MemoryShare(long mostBytes) {
        this.mostBytes = mostBytes;
    }
}
