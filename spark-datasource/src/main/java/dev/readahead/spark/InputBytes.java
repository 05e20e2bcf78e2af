package dev.readahead.spark;

import dev.readahead.parquet.ParquetSplit;
import org.apache.hadoop.fs.FileSystem;

import java.util.List;

/**
 * Tells Spark how many bytes a task has read. Spark adds up what Hadoop's file systems counted on the task's own
 * thread; our bytes arrive on other threads, so the task's thread counts them.
 */
final class InputBytes {
    private final FileSystem.Statistics statistics;
    private long counted;

    private InputBytes(FileSystem.Statistics statistics) {
        this.statistics = statistics;
    }

    // Spark itself reads these statistics; there is no newer place that it would look at.
    @SuppressWarnings("deprecation")
    static InputBytes of(List<ParquetSplit> splits) {
        String scheme =
                splits.isEmpty() ? "file" : splits.get(0).object().location().scheme();
        return new InputBytes(FileSystem.getStatistics(scheme, ReadaheadFileSystem.class));
    }

    /** @param fetched the bytes of the scan so far */
    void count(long fetched) {
        statistics.incrementBytesRead(fetched - counted);
        counted = fetched;
    }
}
