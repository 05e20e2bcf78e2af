package dev.readahead.parquet;

import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ByteRange;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;

import java.util.List;
import java.util.Optional;

/**
 * A row group that a scan will read, or a slice of it.
 *
 * @param file the file that it is in
 * @param blockIndex its place in the footer
 * @param rowRanges the rows to read, where these are not all
 * @param rowCount how many rows that are
 * @param ranges the bytes that reading them asks for, without those that came with the footer; in no order
 * @param pageIndexes page indexes that were fetched for planning; the tail of the file may hold others
 */
record RowGroupPlan(
        PlannedFile file,
        int blockIndex,
        Optional<RowRanges> rowRanges,
        long rowCount,
        List<ByteRange> ranges,
        JobBytes pageIndexes) {
    BlockMetaData block() {
        return file.block(blockIndex);
    }
}
