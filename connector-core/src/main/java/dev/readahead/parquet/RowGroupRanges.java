package dev.readahead.parquet;

import dev.readahead.storage.ByteRange;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The bytes of a row group that reading it will ask for: column chunks, or the pages of them that hold the rows. */
final class RowGroupRanges {
    private RowGroupRanges() {}

    /** In no order; without what the tail of the file already brought. */
    static List<ByteRange> of(RowGroupPlan plan) throws IOException {
        PlannedFile file = plan.file();
        BlockMetaData block = plan.block();
        Set<ColumnPath> read = MetadataRanges.paths(file.projection().requestedSchema());
        List<ByteRange> ranges = new ArrayList<>();
        HeldInputStream stream = new HeldInputStream(file.footer().object(), file::metadataAt, HeldInputStream.REFUSE);
        try (ParquetFileReader reader = new ParquetFileReader(
                new HeldInputFile(file.footer().object(), stream),
                file.metadata(),
                ParquetReadOptions.builder().build(),
                stream)) {
            for (ColumnChunkMetaData chunk : block.getColumns()) {
                if (read.contains(chunk.getPath())) {
                    ByteRange whole = FooterParser.rangeOf(file.footer().object(), block, chunk);
                    if (plan.rowRanges().isPresent()) {
                        addPages(
                                ranges,
                                whole,
                                reader.readOffsetIndex(chunk),
                                plan.rowRanges().get(),
                                block);
                    } else {
                        ranges.add(whole);
                    }
                }
            }
        }
        ranges.removeIf(file::inTail);
        return ranges;
    }

    /** The dictionary page, if there is one, and the pages that hold any of the rows. */
    private static void addPages(
            List<ByteRange> ranges, ByteRange chunk, OffsetIndex pages, RowRanges rows, BlockMetaData block) {
        if (pages.getPageCount() > 0 && chunk.offset() < pages.getOffset(0)) {
            ranges.add(new ByteRange(chunk.offset(), pages.getOffset(0) - chunk.offset()));
        }
        for (int page = 0; page < pages.getPageCount(); page++) {
            if (rows.isOverlapping(pages.getFirstRowIndex(page), pages.getLastRowIndex(page, block.getRowCount()))) {
                ranges.add(new ByteRange(pages.getOffset(page), pages.getCompressedPageSize(page)));
            }
        }
    }
}
