package dev.readahead.parquet;

import dev.readahead.storage.ByteRange;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.MessageType;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A split whose footer is known. Immutable.
 *
 * @param splitIndex its place in the scan
 * @param split what is read
 * @param footer of the file
 * @param projection what the engine wants of it
 * @param columns the leaf columns that are read
 */
record PlannedFile(
        int splitIndex, ParquetSplit split, ParquetFooter footer, FileProjection projection, Set<ColumnPath> columns) {

    static PlannedFile of(int splitIndex, ParquetSplit split, ParquetFooter footer, FileProjection projection) {
        return new PlannedFile(splitIndex, split, footer, projection, paths(projection.requestedSchema()));
    }

    static Set<ColumnPath> paths(MessageType schema) {
        Set<ColumnPath> paths = new HashSet<>();
        schema.getPaths().forEach(path -> paths.add(ColumnPath.get(path)));
        return paths;
    }

    /**
     * Options for reading metadata: no filter, so that parquet-hadoop leaves nothing out by itself, and no Hadoop
     * configuration, which is slow to make.
     */
    static ParquetReadOptions metadataOptions() {
        return ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
    }

    ParquetMetadata metadata() {
        return footer.metadata();
    }

    BlockMetaData block(int index) {
        return metadata().getBlocks().get(index);
    }

    /** The column chunks of a row group that are read. */
    List<ColumnChunkMetaData> chunksRead(BlockMetaData block) {
        return block.getColumns().stream()
                .filter(chunk -> columns.contains(chunk.getPath()))
                .toList();
    }

    /** Whether a range came with the footer. */
    boolean inTail(ByteRange range) {
        return footer.tailRange().contains(range);
    }
}
