package dev.readahead.parquet;

import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;

/**
 * Where the pages of a column chunk lie. Immutable.
 *
 * @param start first byte of the chunk, its dictionary included
 * @param bytes length of the chunk
 * @param pages its offset index; has at least one page
 */
public record ColumnPages(long start, long bytes, OffsetIndex pages) {
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
