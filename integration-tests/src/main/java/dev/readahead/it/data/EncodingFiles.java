package dev.readahead.it.data;

import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The same rows in every encoding, page version and codec, in several row groups of several pages. */
final class EncodingFiles {
    private static final int ROWS = 20_000;
    private static final int ROWS_PER_GROUP = 7_000;
    private static final int PAGE_BYTES = 4_096;
    private static final String FIELDS =
            "required int32 id; optional int32 few; optional int64 rising; optional double measure;"
                    + " optional float small; optional boolean flag; optional binary word (STRING);"
                    + " optional binary text (STRING); optional fixed_len_byte_array(5) code;";
    /** Brotli is missing: parquet-java names it but brings no codec for it. */
    private static final List<CompressionCodecName> CODECS = List.of(
            CompressionCodecName.UNCOMPRESSED,
            CompressionCodecName.SNAPPY,
            CompressionCodecName.GZIP,
            CompressionCodecName.ZSTD,
            CompressionCodecName.LZ4_RAW);

    private EncodingFiles() {}

    static void write(Path folder) throws IOException {
        for (CompressionCodecName codec : CODECS) {
            for (WriterVersion version : WriterVersion.values()) {
                // Without dictionaries the first version writes plain, the second one deltas and run lengths.
                for (boolean dictionary : new boolean[] {true, false}) {
                    String name = String.format(
                            "%s-%s-%s.parquet",
                            codec.name().toLowerCase(Locale.ROOT),
                            version == WriterVersion.PARQUET_1_0 ? "v1" : "v2",
                            dictionary ? "dictionary" : "direct");
                    write(folder.resolve(name), codec, version, dictionary, false);
                }
            }
        }
        write(
                folder.resolve("byte-stream-split.parquet"),
                CompressionCodecName.ZSTD,
                WriterVersion.PARQUET_2_0,
                false,
                true);
        DeltaLengthFile.write(folder.resolve("delta-length.parquet"), ROWS);
        // The dictionary grows too large in the middle of a chunk: its first pages refer to it, the others do not.
        ParquetFile.write(
                folder.resolve("dictionary-fallback.parquet"),
                "optional binary text (STRING);",
                ROWS,
                (row, index) -> row.add("text", "value " + (index < ROWS / 4 ? index % 7 : index)),
                options -> options.withDictionaryPageSize(2_048).withPageSize(PAGE_BYTES));
    }

    private static void write(
            Path file, CompressionCodecName codec, WriterVersion version, boolean dictionary, boolean byteStreamSplit)
            throws IOException {
        ParquetFile.write(
                file,
                FIELDS,
                ROWS,
                EncodingFiles::fill,
                options -> options.withCompressionCodec(codec)
                        .withWriterVersion(version)
                        .withDictionaryEncoding(dictionary)
                        .withByteStreamSplitEncoding(byteStreamSplit)
                        .withPageSize(PAGE_BYTES)
                        .withRowGroupRowCountLimit(ROWS_PER_GROUP));
    }

    private static void fill(Group row, int index) {
        row.add("id", index);
        boolean some = index % 11 != 0;
        ParquetFile.add(row, "few", some ? index % 5 : null);
        ParquetFile.add(row, "rising", some ? 1_000_000_000_000L + index * 3L : null);
        ParquetFile.add(row, "measure", some ? Math.sqrt(index) : null);
        ParquetFile.add(row, "small", some ? index / 3f : null);
        ParquetFile.add(row, "flag", some ? index / 50 % 2 == 0 : null);
        ParquetFile.add(row, "word", some ? "word" + index % 13 : null);
        ParquetFile.add(row, "text", some ? "a common beginning and then " + index : null);
        ParquetFile.add(row, "code", some ? String.format("%05d", index) : null);
    }
}
