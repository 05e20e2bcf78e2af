package dev.readahead.it.data;

import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.NanoTime;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Writes one Parquet file with parquet-java. */
final class ParquetFile {

    /** Fills one row, which is empty when it comes. */
    interface RowFiller {
        void fill(Group row, int index);
    }

    private ParquetFile() {}

    /** As parquet-java does it when nothing is set. */
    static void write(Path file, String fields, int rows, RowFiller filler) throws IOException {
        write(file, fields, rows, filler, options -> {});
    }

    /**
     * Writes.
     *
     * @param file its folder is created if missing
     * @param fields the fields of the schema in Parquet's own notation
     * @param options changes what parquet-java would do
     */
    static void write(
            Path file, String fields, int rows, RowFiller filler, Consumer<ExampleParquetWriter.Builder> options)
            throws IOException {
        Files.createDirectories(file.getParent());
        MessageType schema = schema(fields);
        ExampleParquetWriter.Builder builder =
                ExampleParquetWriter.builder(new LocalOutputFile(file)).withType(schema);
        options.accept(builder);
        SimpleGroupFactory factory = new SimpleGroupFactory(schema);
        try (ParquetWriter<Group> writer = builder.build()) {
            for (int index = 0; index < rows; index++) {
                Group row = factory.newGroup();
                filler.fill(row, index);
                writer.write(row);
            }
        }
    }

    static MessageType schema(String fields) {
        return MessageTypeParser.parseMessageType("message generated { " + fields + " }");
    }

    /** Adds a value of the Java type that goes with the physical type; null adds none. */
    static void add(Group row, String field, Object value) {
        if (value instanceof Integer number) {
            row.add(field, number);
        } else if (value instanceof Long number) {
            row.add(field, number);
        } else if (value instanceof Float number) {
            row.add(field, number);
        } else if (value instanceof Double number) {
            row.add(field, number);
        } else if (value instanceof Boolean bool) {
            row.add(field, bool);
        } else if (value instanceof byte[] bytes) {
            row.add(field, Binary.fromConstantByteArray(bytes));
        } else if (value instanceof NanoTime time) {
            row.add(field, time);
        } else if (value instanceof String text) {
            row.add(field, text);
        } else if (value != null) {
            throw new IllegalArgumentException("No Parquet type goes with " + value.getClass());
        }
    }
}
