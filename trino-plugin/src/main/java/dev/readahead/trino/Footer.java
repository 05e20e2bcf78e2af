package dev.readahead.trino;

import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.StoredObject;
import io.trino.parquet.metadata.BlockMetadata;
import io.trino.parquet.metadata.ParquetMetadata;

import java.util.List;

/**
 * The footer of a file, and the bytes before it that came with it. Immutable and shared by scans.
 *
 * @param object the version that it describes
 * @param metadata as Trino's reader parsed it
 * @param blocks its row groups
 * @param footerBytes its length in the file
 * @param tail the end of the file
 * @param tailBytes how much of it that is
 */
record Footer(
        StoredObject object,
        ParquetMetadata metadata,
        List<BlockMetadata> blocks,
        int footerBytes,
        JobBytes tail,
        int tailBytes) {
    /** Whether a range came with the footer. */
    boolean inTail(ByteRange range) {
        return range.offset() >= object.length() - tailBytes && range.end() <= object.length();
    }
}
