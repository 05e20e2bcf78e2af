package dev.readahead.parquet;

import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.filter2.columnindex.ColumnIndexStore;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The page indexes of one row group, each parsed once. One that is missing, was not fetched or cannot be parsed counts
 * as absent: then nothing is left out by it. Used by one thread at a time.
 */
final class PageIndexes implements ColumnIndexStore {
    private final ParquetFileReader reader;
    private final Map<ColumnPath, ColumnChunkMetaData> chunks = new HashMap<>();
    private final Map<ColumnPath, Optional<ColumnIndex>> columnIndexes = new HashMap<>();
    private final Map<ColumnPath, Optional<OffsetIndex>> offsetIndexes = new HashMap<>();

    /** @param reader over bytes that were fetched, which refuses all others */
    PageIndexes(ParquetFileReader reader, BlockMetaData block) {
        this.reader = reader;
        block.getColumns().forEach(chunk -> chunks.put(chunk.getPath(), chunk));
    }

    @Override
    public ColumnIndex getColumnIndex(ColumnPath path) {
        return columnIndexes
                .computeIfAbsent(path, any -> read(path, reader::readColumnIndex))
                .orElse(null);
    }

    @Override
    public OffsetIndex getOffsetIndex(ColumnPath path) {
        return offsetIndex(path).orElseThrow(() -> new MissingOffsetIndexException(path));
    }

    /** Where the pages of a column lie; empty if that is not known. */
    Optional<OffsetIndex> offsetIndex(ColumnPath path) {
        return offsetIndexes.computeIfAbsent(
                path, any -> read(path, reader::readOffsetIndex).filter(index -> index.getPageCount() > 0));
    }

    boolean haveOffsetIndexes(List<ColumnChunkMetaData> columns) {
        return columns.stream().allMatch(chunk -> offsetIndex(chunk.getPath()).isPresent());
    }

    private <T> Optional<T> read(ColumnPath path, Parser<T> parser) {
        ColumnChunkMetaData chunk = chunks.get(path);
        if (chunk == null) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(parser.parse(chunk));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private interface Parser<T> {
        T parse(ColumnChunkMetaData chunk) throws IOException;
    }
}
