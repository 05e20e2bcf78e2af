package dev.readahead.parquet;

import dev.readahead.storage.ByteRange;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;

import java.util.ArrayList;
import java.util.List;

/** The bytes of a row group that reading it will ask for: column chunks, or the pages of them that hold the rows. */
final class RowGroupRanges {
    private RowGroupRanges() {}

    /** All chunks read, in no order; without what the tail of the file already brought. */
    static List<ByteRange> ofChunks(PlannedFile file, BlockMetaData block) throws ParquetFormatException {
        List<ByteRange> ranges = new ArrayList<>();
        for (ColumnChunkMetaData chunk : file.chunksRead(block)) {
            ranges.add(FooterParser.rangeOf(file.footer().object(), block, chunk));
        }
        ranges.removeIf(file::inTail);
        return ranges;
    }

    /**
     * The pages read that hold any of the rows, and the dictionaries; in no order, without what the tail brought.
     *
     * @param indexes hold the offset index of every column read
     */
    static List<ByteRange> ofPages(PlannedFile file, BlockMetaData block, PageIndexes indexes, RowRanges rows)
            throws ParquetFormatException {
        List<ByteRange> ranges = new ArrayList<>();
        for (ColumnChunkMetaData chunk : file.chunksRead(block)) {
            ByteRange whole = FooterParser.rangeOf(file.footer().object(), block, chunk);
            OffsetIndex pages = indexes.getOffsetIndex(chunk.getPath());
            if (whole.offset() < pages.getOffset(0)) {
                ranges.add(page(file, chunk, whole.offset(), pages.getOffset(0) - whole.offset()));
            }
            for (int page = 0; page < pages.getPageCount(); page++) {
                if (rows.isOverlapping(
                        pages.getFirstRowIndex(page), pages.getLastRowIndex(page, block.getRowCount()))) {
                    ranges.add(page(file, chunk, pages.getOffset(page), pages.getCompressedPageSize(page)));
                }
            }
        }
        ranges.removeIf(file::inTail);
        return ranges;
    }

    private static ByteRange page(PlannedFile file, ColumnChunkMetaData chunk, long offset, long length)
            throws ParquetFormatException {
        long fileLength = file.footer().object().length();
        if (offset < 0 || length < 1 || offset > fileLength - length) {
            throw new ParquetFormatException(
                    file.footer().object().location() + " is corrupt: the page index of column "
                            + chunk.getPath().toDotString() + " tells of " + length + " bytes from " + offset
                            + " on in a file of " + fileLength);
        }
        return new ByteRange(offset, length);
    }
}
