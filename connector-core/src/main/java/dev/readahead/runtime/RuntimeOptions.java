package dev.readahead.runtime;

import dev.readahead.fetch.FetchOptions;

import static java.util.Objects.requireNonNull;

/**
 * The settings of a JVM. The first user of the runtime decides them.
 *
 * @param memoryBytes the budget for fetched bytes
 * @param fetch how each store is fetched from
 */
public record RuntimeOptions(long memoryBytes, FetchOptions fetch) {
    /** The share of the heap that read-ahead takes when nothing is set. */
    private static final int SHARE_OF_HEAP = 5;

    private static final long LEAST_MEMORY_BYTES = 64L << 20;
    private static final long MOST_MEMORY_BYTES = 4L << 30;

    public RuntimeOptions {
        requireNonNull(fetch, "fetch");
        if (memoryBytes < 0) {
            throw new IllegalArgumentException("negative memory budget: " + memoryBytes);
        }
    }

    public static RuntimeOptions defaults() {
        long share = Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP;
        return new RuntimeOptions(
                Math.max(LEAST_MEMORY_BYTES, Math.min(MOST_MEMORY_BYTES, share)), FetchOptions.defaults());
    }
}
