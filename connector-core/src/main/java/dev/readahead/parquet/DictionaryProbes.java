package dev.readahead.parquet;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Learns in one scan whether it pays to fetch dictionaries before row groups. Values that lie in every row group make
 * them useless. Thread-safe.
 */
public final class DictionaryProbes {
    /** So many that ruled nothing out are enough. */
    static final int PATIENCE = 8;

    private final AtomicInteger tried = new AtomicInteger();
    private final AtomicInteger useful = new AtomicInteger();

    /** Whether to fetch the dictionaries of the next row group. */
    public boolean pay() {
        return useful.get() > 0 || tried.get() < PATIENCE;
    }

    /** Dictionaries were fetched for a row group. */
    public void tried(boolean ruledOut) {
        tried.incrementAndGet();
        if (ruledOut) {
            useful.incrementAndGet();
        }
    }
}
