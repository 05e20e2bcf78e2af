package dev.readahead.trino;

import dev.readahead.fetch.ScanLimits;

import java.time.Duration;
import java.util.OptionalLong;

import static java.util.Objects.requireNonNull;

/**
 * How a query is read: as its catalog says, or its session.
 *
 * @param depth how many row groups a scan reads ahead, as in {@link dev.readahead.readahead.ReadAheadOptions}
 * @param splitBytes how many bytes a split should have; empty: enough splits for all threads of the workers
 * @param memoryShare the part of each worker's budget that the query may read ahead with, above 0 and at most 1
 * @param limits of its requests, on each worker
 * @param dynamicFilterWait how long a scan waits for dynamic filters before its splits are made
 */
record ScanSettings(
        int depth, OptionalLong splitBytes, double memoryShare, ScanLimits limits, Duration dynamicFilterWait) {
    ScanSettings {
        requireNonNull(splitBytes, "splitBytes");
        requireNonNull(limits, "limits");
        requireNonNull(dynamicFilterWait, "dynamicFilterWait");
        if (!(memoryShare > 0 && memoryShare <= 1)) {
            throw new IllegalArgumentException(
                    "a query's part of the memory budget must be above 0 and at most 1, not " + memoryShare);
        }
    }
}
