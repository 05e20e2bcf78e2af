package dev.readahead.parquet;

import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;

import java.util.Optional;

/**
 * A row group that a scan will read.
 *
 * @param file the file that it is in
 * @param blockIndex its place in the footer
 * @param rowRanges the rows that the page index left, where it left out any
 * @param rowCount how many rows that are
 */
record RowGroupPlan(PlannedFile file, int blockIndex, Optional<RowRanges> rowRanges, long rowCount) {
    BlockMetaData block() {
        return file.footer().metadata().getBlocks().get(blockIndex);
    }
}
