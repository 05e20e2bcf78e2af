package dev.readahead.parquet;

import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;

/**
 * Where the pages of a column chunk lie. Immutable.
 *
 * @param start first byte of the chunk, its dictionary included
 * @param bytes length of the chunk
 * @param pages its offset index
 */
public record ColumnPages(long start, long bytes, OffsetIndex pages) {
    /**
     * Whether the index can be right: pages that begin with the first row, one behind the other, in the chunk. Rows
     * would be lost by one that cannot.
     *
     * @param rowCount of the row group
     */
    public boolean isSound(long rowCount) {
        long row = -1;
        long end = start;
        for (int page = 0; page < pages.getPageCount(); page++) {
            long first = pages.getFirstRowIndex(page);
            boolean follows = page == 0 ? first == 0 : first > row && first < rowCount;
            if (!follows || pages.getOffset(page) < end || pages.getCompressedPageSize(page) <= 0) {
                return false;
            }
            row = first;
            end = pages.getOffset(page) + pages.getCompressedPageSize(page);
        }
        return row >= 0 && end <= start + bytes;
    }

    /** The bytes of the pages that hold any of the rows, without the dictionary. */
    long bytesOf(RowRanges rows, long rowCount) {
        long sum = 0;
        for (int page = 0; page < pages.getPageCount(); page++) {
            if (holds(page, rows, rowCount)) {
                sum += pages.getCompressedPageSize(page);
            }
        }
        return sum;
    }

    boolean holds(int page, RowRanges rows, long rowCount) {
        return rows.isOverlapping(pages.getFirstRowIndex(page), pages.getLastRowIndex(page, rowCount));
    }

    long dictionaryBytes() {
        return Math.max(0, pages.getOffset(0) - start);
    }
}
