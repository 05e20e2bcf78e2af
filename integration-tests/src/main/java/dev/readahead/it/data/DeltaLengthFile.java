package dev.readahead.it.data;

import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesWriter;
import org.apache.parquet.column.values.factory.ValuesWriterFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A column of strings in DELTA_LENGTH_BYTE_ARRAY, which parquet-java reads and never chooses when it writes. */
final class DeltaLengthFile {
    private static final int PAGE_BYTES = 4_096;
    private static final long BLOCK_BYTES = 1 << 30;

    private DeltaLengthFile() {}

    static void write(Path file, int rows) throws IOException {
        MessageType schema = ParquetFile.schema("optional binary text (STRING);");
        ParquetProperties properties = ParquetProperties.builder()
                .withWriterVersion(ParquetProperties.WriterVersion.PARQUET_2_0)
                .withPageSize(PAGE_BYTES)
                .withValuesWriterFactory(new DeltaLengthOnly())
                .build();
        CodecFactory codecs = new CodecFactory(new Configuration(), PAGE_BYTES);
        BytesInputCompressor compressor = codecs.getCompressor(CompressionCodecName.ZSTD);
        try (ParquetFileWriter writer = new ParquetFileWriter(
                        new LocalOutputFile(file),
                        schema,
                        ParquetFileWriter.Mode.CREATE,
                        BLOCK_BYTES,
                        0,
                        null,
                        properties);
                ColumnChunkPageWriteStore pages = new ColumnChunkPageWriteStore(
                        compressor, schema, HeapByteBufferAllocator.getInstance(), PAGE_BYTES);
                ColumnWriteStore columns = properties.newColumnWriteStore(schema, pages, pages)) {
            ColumnWriter column = columns.getColumnWriter(schema.getColumns().get(0));
            for (int index = 0; index < rows; index++) {
                if (index % 11 == 0) {
                    column.writeNull(0, 0);
                } else {
                    column.write(Binary.fromString("x".repeat(index % 17) + index), 0, 1);
                }
                columns.endRecord();
            }
            writer.start();
            writer.startBlock(rows);
            columns.flush();
            pages.flushToFileWriter(writer);
            writer.endBlock();
            writer.end(Map.of());
        } finally {
            codecs.release();
        }
    }

    private static final class DeltaLengthOnly implements ValuesWriterFactory {
        private ParquetProperties properties;

        @Override
        public void initialize(ParquetProperties parquetProperties) {
            properties = parquetProperties;
        }

        @Override
        public ValuesWriter newValuesWriter(ColumnDescriptor descriptor) {
            return new DeltaLengthByteArrayValuesWriter(
                    properties.getInitialSlabSize(), properties.getPageSizeThreshold(), properties.getAllocator());
        }
    }
}
