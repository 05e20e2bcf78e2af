package dev.readahead.parquet;

import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ByteRange;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

/**
 * A split whose footer is known. Immutable.
 *
 * @param splitIndex its place in the scan
 * @param split what is read
 * @param footer of the file
 * @param projection what the engine wants of it
 * @param indexes page indexes, bloom filters and dictionaries that were fetched for planning; the tail may hold others
 */
record PlannedFile(
        int splitIndex, ParquetSplit split, ParquetFooter footer, FileProjection projection, JobBytes indexes) {
    ParquetMetadata metadata() {
        return footer.metadata();
    }

    /** The metadata bytes that hold a position: the tail or the indexes. */
    JobBytes metadataAt(long position) {
        return footer.tail().holds(new ByteRange(position, 1)) ? footer.tail() : indexes;
    }

    /** Whether a range came with the footer. */
    boolean inTail(ByteRange range) {
        return footer.tailRange().contains(range);
    }
}
