package dev.readahead.parquet;

import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.filter2.compat.RowGroupFilter;
import org.apache.parquet.filter2.compat.RowGroupFilter.FilterLevel;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.filter2.columnindex.ColumnIndexFilter;
import org.apache.parquet.internal.filter2.columnindex.ColumnIndexStore;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Chooses the row groups of a split, and the rows of them, with parquet-hadoop's own filters: what is left out here is
 * exactly what the stock reader leaves out. Where bytes for a decision are missing, the row group stays.
 */
final class RowGroupSelector {
    private RowGroupSelector() {}

    /** The row groups with rows whose middle lies in the split and which the statistics do not rule out; by index. */
    static List<Integer> byFooter(ParquetSplit split, ParquetFooter footer, FileProjection projection)
            throws IOException {
        List<BlockMetaData> blocks = footer.metadata().getBlocks();
        List<Integer> kept = new ArrayList<>();
        boolean filters = projection.filters() && projection.levels().statistics();
        for (int i = 0; i < blocks.size(); i++) {
            BlockMetaData block = blocks.get(i);
            if (block.getRowCount() > 0 && split.contains(middle(block))) {
                kept.add(i);
            }
        }
        if (!filters || kept.isEmpty()) {
            return kept;
        }
        HeldInputStream stream = new HeldInputStream(footer.object(), any -> footer.tail(), HeldInputStream.REFUSE);
        try (ParquetFileReader reader = reader(footer, stream)) {
            kept.removeIf(i -> isRuledOut(List.of(FilterLevel.STATISTICS), projection, blocks.get(i), reader));
        }
        return kept;
    }

    /** The row groups left by all levels, with the rows that the page index leaves of them. */
    static List<RowGroupPlan> byIndexes(PlannedFile file, List<Integer> candidates) throws IOException {
        FileProjection projection = file.projection();
        List<RowGroupPlan> plans = new ArrayList<>();
        if (!projection.filters()) {
            for (int i : candidates) {
                plans.add(whole(file, i));
            }
            return plans;
        }
        List<FilterLevel> levels = new ArrayList<>();
        if (projection.levels().dictionary()) {
            levels.add(FilterLevel.DICTIONARY);
        }
        if (projection.levels().bloom()) {
            levels.add(FilterLevel.BLOOMFILTER);
        }
        HeldInputStream stream = new HeldInputStream(file.footer().object(), file::metadataAt, HeldInputStream.REFUSE);
        try (ParquetFileReader reader = reader(file.footer(), stream)) {
            for (int i : candidates) {
                BlockMetaData block = file.metadata().getBlocks().get(i);
                if (!isRuledOut(levels, projection, block, reader)) {
                    byPages(file, i, block, reader).ifPresent(plans::add);
                }
            }
        }
        return plans;
    }

    private static Optional<RowGroupPlan> byPages(
            PlannedFile file, int index, BlockMetaData block, ParquetFileReader reader) {
        if (!file.projection().levels().columnIndex()) {
            return Optional.of(whole(file, index));
        }
        Set<ColumnPath> columns =
                MetadataRanges.paths(file.metadata().getFileMetaData().getSchema());
        RowRanges rows = ColumnIndexFilter.calculateRowRanges(
                file.projection().filter(), new Indexes(reader, block), columns, block.getRowCount());
        if (rows.rowCount() == 0) {
            return Optional.empty();
        } else if (rows.rowCount() == block.getRowCount() || !hasOffsetIndexes(file, block, reader)) {
            return Optional.of(whole(file, index));
        }
        return Optional.of(new RowGroupPlan(file, index, Optional.of(rows), rows.rowCount()));
    }

    private static boolean hasOffsetIndexes(PlannedFile file, BlockMetaData block, ParquetFileReader reader) {
        Indexes indexes = new Indexes(reader, block);
        Set<ColumnPath> read = MetadataRanges.paths(file.projection().requestedSchema());
        return block.getColumns().stream()
                .map(ColumnChunkMetaData::getPath)
                .filter(read::contains)
                .allMatch(indexes::hasOffsetIndex);
    }

    private static RowGroupPlan whole(PlannedFile file, int index) {
        return new RowGroupPlan(
                file,
                index,
                Optional.empty(),
                file.metadata().getBlocks().get(index).getRowCount());
    }

    private static boolean isRuledOut(
            List<FilterLevel> levels, FileProjection projection, BlockMetaData block, ParquetFileReader reader) {
        return !levels.isEmpty()
                && RowGroupFilter.filterRowGroups(levels, projection.filter(), List.of(block), reader)
                        .isEmpty();
    }

    /** Without a filter, so that the reader itself leaves nothing out. */
    private static ParquetFileReader reader(ParquetFooter footer, HeldInputStream stream) throws IOException {
        return new ParquetFileReader(
                new HeldInputFile(footer.object(), stream),
                footer.metadata(),
                ParquetReadOptions.builder().build(),
                stream);
    }

    /** The point by which a row group belongs to one split and no other. */
    private static long middle(BlockMetaData block) {
        return block.getColumns().isEmpty() ? 0 : block.getStartingPos() + block.getCompressedSize() / 2;
    }

    /** The page indexes of one row group; one that is missing or was not fetched counts as absent. */
    private record Indexes(ParquetFileReader reader, BlockMetaData block) implements ColumnIndexStore {
        @Override
        public ColumnIndex getColumnIndex(ColumnPath path) {
            try {
                ColumnChunkMetaData chunk = chunk(path);
                return chunk == null ? null : reader.readColumnIndex(chunk);
            } catch (IOException | RuntimeException e) {
                return null;
            }
        }

        @Override
        public OffsetIndex getOffsetIndex(ColumnPath path) {
            try {
                ColumnChunkMetaData chunk = chunk(path);
                OffsetIndex index = chunk == null ? null : reader.readOffsetIndex(chunk);
                if (index != null) {
                    return index;
                }
            } catch (IOException | RuntimeException e) {
                // Told by the exception below.
            }
            throw new MissingOffsetIndexException(path);
        }

        boolean hasOffsetIndex(ColumnPath path) {
            try {
                return getOffsetIndex(path).getPageCount() > 0;
            } catch (MissingOffsetIndexException e) {
                return false;
            }
        }

        private ColumnChunkMetaData chunk(ColumnPath path) {
            return block.getColumns().stream()
                    .filter(chunk -> chunk.getPath().equals(path))
                    .findFirst()
                    .orElse(null);
        }
    }
}
