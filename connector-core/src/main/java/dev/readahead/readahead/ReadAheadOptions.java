package dev.readahead.readahead;

import java.util.OptionalLong;

/**
 * How far a scan reads ahead.
 *
 * @param depth {@value #ADAPTIVE}: as far as it helps, within the memory budget; 0: only the job that is asked for; N:
 *     always N jobs, without a memory budget
 * @param readsToTheEnd whether the consumer is known to take every job, as an aggregation does: then the scan need not
 *     find out first
 * @param rowLimit after jobs with this many rows nothing more is planned, where the engine hands down a limit
 */
public record ReadAheadOptions(int depth, boolean readsToTheEnd, OptionalLong rowLimit) {
    public static final int ADAPTIVE = -1;

    public ReadAheadOptions {
        if (depth < ADAPTIVE) {
            throw new IllegalArgumentException(
                    "read-ahead depth must be -1 (adaptive), 0 (off) or a number of jobs, not " + depth);
        }
        if (rowLimit.isPresent() && rowLimit.getAsLong() < 0) {
            throw new IllegalArgumentException("negative row limit: " + rowLimit.getAsLong());
        }
    }

    public static ReadAheadOptions adaptive() {
        return new ReadAheadOptions(ADAPTIVE, false, OptionalLong.empty());
    }

    public ReadAheadOptions withDepth(int newDepth) {
        return new ReadAheadOptions(newDepth, readsToTheEnd, rowLimit);
    }

    public ReadAheadOptions withReadsToTheEnd(boolean toTheEnd) {
        return new ReadAheadOptions(depth, toTheEnd, rowLimit);
    }

    public ReadAheadOptions withRowLimit(OptionalLong newLimit) {
        return new ReadAheadOptions(depth, readsToTheEnd, newLimit);
    }
}
