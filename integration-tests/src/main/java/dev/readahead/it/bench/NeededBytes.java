package dev.readahead.it.bench;

import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.LocalInputFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** How many bytes a query has to read, whoever reads. */
final class NeededBytes {
    private NeededBytes() {}

    /** The column chunks of the columns that the query needs, and nothing else. */
    static long of(Path folder, ScanQuery query) throws IOException {
        long bytes = 0;
        for (Path file : files(folder)) {
            try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
                for (BlockMetaData group : reader.getRowGroups()) {
                    for (ColumnChunkMetaData chunk : group.getColumns()) {
                        bytes += query.needs(chunk.getPath().toDotString()) ? chunk.getTotalSize() : 0;
                    }
                }
            }
        }
        return bytes;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".parquet")).toList();
        }
    }
}
