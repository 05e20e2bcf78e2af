package dev.readahead.parquet;

import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndexBuilder;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Cuts a large row group into jobs of some of its rows, so that its first rows are decoded while its last are fetched.
 *
 * <p>The cuts are at page boundaries of the largest column. A page of another column that lies across a cut is fetched
 * by both sides, and so is every dictionary: slices grow until that costs less than {@value #MOST_EXTRA_PERCENT}%.
 */
final class RowGroupSlicer {
    /** What a job should fetch at least for its requests to be worth it. */
    static final long SLICE_BYTES = 8 << 20;

    /** A large row group becomes so many jobs, until they reach {@value #MOST_TIMES_LARGER} times the least size. */
    private static final int SLICES = 16;

    private static final int MOST_TIMES_LARGER = 8;

    /** A column's part in a slice, on average, is at least this share of the least size. */
    private static final int LEAST_COLUMN_SHARE = 16;

    static final long MOST_EXTRA_PERCENT = 15;

    private static final long PERCENT = 100;

    /** The writer that is known to begin the pages of repeated columns with a record, as the page index requires. */
    private static final String KEEPS_RECORDS_TOGETHER = "parquet-mr";

    private final long sliceBytes;

    /** @param sliceBytes the least that a slice should fetch */
    RowGroupSlicer(long sliceBytes) {
        this.sliceBytes = sliceBytes;
    }

    /** Whether a row group is worth cutting, as far as its footer tells. */
    boolean isLarge(PlannedFile file, BlockMetaData block) {
        List<ColumnChunkMetaData> chunks = file.chunksRead(block);
        return bytes(chunks) >= 2 * sliceBytes && chunks.stream().allMatch(chunk -> mayBeCut(file, chunk));
    }

    private static boolean mayBeCut(PlannedFile file, ColumnChunkMetaData chunk) {
        FileMetaData metadata = file.metadata().getFileMetaData();
        ColumnDescriptor column =
                metadata.getSchema().getColumnDescription(chunk.getPath().toArray());
        return chunk.getOffsetIndexReference() != null
                && (column.getMaxRepetitionLevel() == 0
                        || metadata.getCreatedBy() != null
                                && metadata.getCreatedBy().startsWith(KEEPS_RECORDS_TOGETHER));
    }

    /**
     * The rows of each job, in order; together the rows given.
     *
     * @param indexes hold the offset index of every column read
     * @param rows not empty
     */
    List<RowRanges> cut(PlannedFile file, BlockMetaData block, PageIndexes indexes, RowRanges rows) {
        List<ColumnChunkMetaData> chunks = file.chunksRead(block);
        long wholeBytes = bytes(chunks, block, indexes, rows);
        long wanted = Math.min(wholeBytes / SLICES, MOST_TIMES_LARGER * sliceBytes);
        long least = Math.max(sliceBytes, chunks.size() * sliceBytes / LEAST_COLUMN_SHARE);
        for (long target = Math.max(wanted, least); target <= wholeBytes / 2; target *= 2) {
            List<RowRanges> slices = cut(chunks, block, indexes, rows, target);
            long bytes = slices.stream()
                    .mapToLong(slice -> bytes(chunks, block, indexes, slice))
                    .sum();
            if (bytes - wholeBytes <= wholeBytes * MOST_EXTRA_PERCENT / PERCENT) {
                return slices;
            }
        }
        return List.of(rows);
    }

    private static List<RowRanges> cut(
            List<ColumnChunkMetaData> chunks, BlockMetaData block, PageIndexes indexes, RowRanges rows, long target) {
        ColumnChunkMetaData largest = chunks.stream()
                .max(Comparator.comparingLong(ColumnChunkMetaData::getTotalSize))
                .orElseThrow();
        List<Page> pages = pages(chunks, block, indexes, rows);
        OffsetIndex boundaries = indexes.getOffsetIndex(largest.getPath());
        OffsetIndexBuilder cuts = OffsetIndexBuilder.getBuilder();
        cuts.add(0, 0, 0);
        int slices = 1;
        long bytes = 0;
        int next = 0;
        for (int i = 1; i < boundaries.getPageCount(); i++) {
            long row = boundaries.getFirstRowIndex(i);
            while (next < pages.size() && pages.get(next).firstRow() < row) {
                bytes += pages.get(next++).bytes();
            }
            if (bytes >= target && next < pages.size()) {
                cuts.add(0, 0, row);
                slices++;
                bytes = 0;
            }
        }
        OffsetIndex sliceIndex = cuts.build();
        return IntStream.range(0, slices)
                .mapToObj(i ->
                        RowRanges.create(block.getRowCount(), IntStream.of(i).iterator(), sliceIndex))
                .map(slice -> RowRanges.intersection(slice, rows))
                .filter(slice -> slice.rowCount() > 0)
                .toList();
    }

    /** The pages that hold any of the rows, by their first row. */
    private static List<Page> pages(
            List<ColumnChunkMetaData> chunks, BlockMetaData block, PageIndexes indexes, RowRanges rows) {
        List<Page> pages = new ArrayList<>();
        for (ColumnChunkMetaData chunk : chunks) {
            OffsetIndex index = indexes.getOffsetIndex(chunk.getPath());
            for (int i = 0; i < index.getPageCount(); i++) {
                if (rows.isOverlapping(index.getFirstRowIndex(i), index.getLastRowIndex(i, block.getRowCount()))) {
                    pages.add(new Page(index.getFirstRowIndex(i), index.getCompressedPageSize(i)));
                }
            }
        }
        pages.sort(Comparator.comparingLong(Page::firstRow));
        return pages;
    }

    private static long bytes(
            List<ColumnChunkMetaData> chunks, BlockMetaData block, PageIndexes indexes, RowRanges rows) {
        long bytes = pages(chunks, block, indexes, rows).stream()
                .mapToLong(Page::bytes)
                .sum();
        for (ColumnChunkMetaData chunk : chunks) {
            bytes += Math.max(0, indexes.getOffsetIndex(chunk.getPath()).getOffset(0) - chunk.getStartingPos());
        }
        return bytes;
    }

    private static long bytes(List<ColumnChunkMetaData> chunks) {
        return chunks.stream().mapToLong(ColumnChunkMetaData::getTotalSize).sum();
    }

    private record Page(long firstRow, long bytes) {}
}
