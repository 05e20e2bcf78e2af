package dev.readahead.parquet;

import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.StoredObject;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

import static java.util.Objects.requireNonNull;

/**
 * The footer of a file, and the bytes around it that came with it. Immutable and shared by scans.
 *
 * @param object the version that it describes
 * @param metadata parsed, all row groups
 * @param tail the end of the file
 * @param tailRange which bytes those are
 */
public record ParquetFooter(StoredObject object, ParquetMetadata metadata, JobBytes tail, ByteRange tailRange) {
    public ParquetFooter {
        requireNonNull(object, "object");
        requireNonNull(metadata, "metadata");
        requireNonNull(tail, "tail");
        requireNonNull(tailRange, "tailRange");
    }
}
