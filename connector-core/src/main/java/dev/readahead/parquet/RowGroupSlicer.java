package dev.readahead.parquet;

import org.apache.parquet.column.ColumnDescriptor;
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
 * Immutable.
 */
public final class RowGroupSlicer {
    /** What a job should fetch at least for its requests to be worth it. */
    public static final long SLICE_BYTES = 8 << 20;

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
    public RowGroupSlicer(long sliceBytes) {
        this.sliceBytes = sliceBytes;
    }

    /** Whether a row group of which so many bytes are read is worth cutting. */
    public boolean isLarge(long bytes) {
        return bytes >= 2 * sliceBytes;
    }

    /**
     * Whether the pages of a column may be read without those before them.
     *
     * @param createdBy the writer of the file; null if it did not say
     */
    public static boolean mayBeCut(String createdBy, ColumnDescriptor column) {
        return column.getMaxRepetitionLevel() == 0 || createdBy != null && createdBy.startsWith(KEEPS_RECORDS_TOGETHER);
    }

    /**
     * The rows of each job, in order; together the rows given. The same for the same input.
     *
     * @param columns all that are read
     * @param rowCount of the row group
     * @param rows not empty
     */
    public List<RowRanges> cut(List<ColumnPages> columns, long rowCount, RowRanges rows) {
        long wholeBytes = bytes(columns, rowCount, rows);
        long wanted = Math.min(wholeBytes / SLICES, MOST_TIMES_LARGER * sliceBytes);
        long least = Math.max(sliceBytes, columns.size() * sliceBytes / LEAST_COLUMN_SHARE);
        for (long target = Math.max(wanted, least); target <= wholeBytes / 2; target *= 2) {
            List<RowRanges> slices = cut(columns, rowCount, rows, target);
            long bytes = slices.stream()
                    .mapToLong(slice -> bytes(columns, rowCount, slice))
                    .sum();
            if (bytes - wholeBytes <= wholeBytes * MOST_EXTRA_PERCENT / PERCENT) {
                return slices;
            }
        }
        return List.of(rows);
    }

    private static List<RowRanges> cut(List<ColumnPages> columns, long rowCount, RowRanges rows, long target) {
        OffsetIndex boundaries = columns.stream()
                .max(Comparator.comparingLong(ColumnPages::bytes))
                .orElseThrow()
                .pages();
        List<Page> pages = pages(columns, rowCount, rows);
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
                .mapToObj(i -> RowRanges.create(rowCount, IntStream.of(i).iterator(), sliceIndex))
                .map(slice -> RowRanges.intersection(slice, rows))
                .filter(slice -> slice.rowCount() > 0)
                .toList();
    }

    /** The pages that hold any of the rows, by their first row. */
    private static List<Page> pages(List<ColumnPages> columns, long rowCount, RowRanges rows) {
        List<Page> pages = new ArrayList<>();
        for (ColumnPages column : columns) {
            OffsetIndex index = column.pages();
            for (int i = 0; i < index.getPageCount(); i++) {
                if (column.holds(i, rows, rowCount)) {
                    pages.add(new Page(index.getFirstRowIndex(i), index.getCompressedPageSize(i)));
                }
            }
        }
        pages.sort(Comparator.comparingLong(Page::firstRow));
        return pages;
    }

    private static long bytes(List<ColumnPages> columns, long rowCount, RowRanges rows) {
        return columns.stream()
                .mapToLong(column -> column.bytesOf(rows, rowCount) + column.dictionaryBytes())
                .sum();
    }

    private record Page(long firstRow, long bytes) {}
}
