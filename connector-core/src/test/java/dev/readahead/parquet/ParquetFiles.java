package dev.readahead.parquet;

import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.UnaryOperator;

/** Parquet files made by parquet-hadoop's own writer, in memory. */
final class ParquetFiles {
    static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message rows {
              required int64 id;
              required int32 bucket;
              optional binary name (STRING);
              required double price;
              repeated group tags { optional binary tag (STRING); optional int32 weight; }
            }
            """);

    private ParquetFiles() {}

    /** A file with rows numbered from {@code firstId}; {@code bucket} is the thousand that the number lies in. */
    static byte[] file(int firstId, int rows, int rowsPerGroup) throws IOException {
        return file(firstId, rows, rowsPerGroup, builder -> builder);
    }

    static byte[] file(int firstId, int rows, int rowsPerGroup, UnaryOperator<ExampleParquetWriter.Builder> settings)
            throws IOException {
        Memory memory = new Memory();
        SimpleGroupFactory groups = new SimpleGroupFactory(SCHEMA);
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(memory)
                .withType(SCHEMA)
                .withConf(new Configuration(false))
                .withCompressionCodec(CompressionCodecName.SNAPPY)
                .withPageRowCountLimit(100)
                .withRowGroupRowCountLimit(rowsPerGroup);
        try (ParquetWriter<Group> writer = settings.apply(builder).build()) {
            for (int id = firstId; id < firstId + rows; id++) {
                writer.write(row(groups, id));
            }
        }
        return memory.bytes.toByteArray();
    }

    private static Group row(SimpleGroupFactory groups, int id) {
        Group row = groups.newGroup()
                .append("id", (long) id)
                .append("bucket", id / 1000)
                .append("price", id * 0.25);
        if (id % 7 != 0) {
            row.append("name", "name of " + id % 50 + " and " + Integer.toHexString(id * 2654435));
        }
        for (int tag = 0; tag < id % 3; tag++) {
            row.addGroup("tags").append("tag", "t" + tag).append("weight", id + tag);
        }
        return row;
    }

    private static final class Memory implements OutputFile {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public PositionOutputStream create(long blockSizeHint) {
            return new PositionOutputStream() {
                @Override
                public long getPos() {
                    return bytes.size();
                }

                @Override
                public void write(int value) {
                    bytes.write(value);
                }

                @Override
                public void write(byte[] source, int offset, int length) {
                    bytes.write(source, offset, length);
                }
            };
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSizeHint) {
            return create(blockSizeHint);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }
    }
}
