package dev.readahead.it.data;

import dev.readahead.it.spark.LocalSpark;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class GeneratedFilesTest {
    /**
     * Types that Spark 4.2 does not have, an encoding that its columnar reader does not know, and ambiguous schemas.
     */
    private static final Set<String> REFUSED_BY_SPARK = Set.of(
            "encodings/byte-stream-split.parquet",
            "tables/ambiguous-case",
            "tables/widened",
            "types/float16.parquet",
            "types/interval.parquet",
            "types/time-micros.parquet",
            "types/time-millis.parquet",
            "types/time-nanos.parquet",
            "types/timestamp-nanos-local.parquet",
            "types/timestamp-nanos-utc.parquet",
            "types/uuid.parquet");

    @TempDir
    private static Path root;

    private static GeneratedFiles files;
    private static Path folder;

    @BeforeAll
    static void write() throws IOException {
        files = new GeneratedFiles(root);
        folder = files.folder();
    }

    @Test
    void areReadByParquetJavaToTheLastRow() throws IOException {
        for (String table : files.tables()) {
            if (table.endsWith(".parquet")) {
                assertThat(rows(folder.resolve(table))).as(table).isEqualTo(rowsInFooter(folder.resolve(table)));
            }
        }
        assertThat(rows(folder.resolve("shapes/no-rows.parquet"))).isZero();
        assertThat(rows(folder.resolve("types/int96.parquet"))).isEqualTo(TypeFiles.ROWS);
    }

    @Test
    void areReadBySparkButForWhatItDoesNotKnow() throws IOException {
        Set<String> refused = new TreeSet<>();
        try (SparkSession spark = LocalSpark.start(2, Map.of())) {
            for (String table : files.tables()) {
                try {
                    spark.read()
                            .parquet(folder.resolve(table).toUri().toString())
                            .write()
                            .format("noop")
                            .mode("overwrite")
                            .save();
                } catch (Exception refusal) {
                    refused.add(table);
                }
            }
            assertThat(refused).isEqualTo(new TreeSet<>(REFUSED_BY_SPARK));
            assertThat(spark.read()
                            .parquet(folder.resolve("tables/many-files").toUri().toString())
                            .count())
                    .isEqualTo(3 * TableFolders.MANY_FILES);
            assertThat(spark.read()
                            .parquet(folder.resolve("tables/partitions").toUri().toString())
                            .filter("region is null")
                            .count())
                    .isEqualTo(200);
        }
    }

    @Test
    void holdEveryEncoding() throws IOException {
        Set<Encoding> encodings = EnumSet.noneOf(Encoding.class);
        for (String table : files.tables()) {
            if (table.startsWith("encodings/")) {
                chunks(folder.resolve(table)).forEach(chunk -> encodings.addAll(chunk.getEncodings()));
            }
        }
        assertThat(encodings)
                .contains(
                        Encoding.PLAIN,
                        Encoding.RLE,
                        Encoding.RLE_DICTIONARY,
                        Encoding.DELTA_BINARY_PACKED,
                        Encoding.DELTA_LENGTH_BYTE_ARRAY,
                        Encoding.DELTA_BYTE_ARRAY,
                        Encoding.BYTE_STREAM_SPLIT);
        assertThat(chunks(folder.resolve("encodings/dictionary-fallback.parquet"))
                        .get(0))
                .satisfies(chunk -> assertThat(chunk.getEncodingStats().hasDictionaryEncodedPages())
                        .isTrue())
                .satisfies(chunk -> assertThat(chunk.getEncodingStats().hasNonDictionaryEncodedPages())
                        .isTrue());
    }

    @Test
    void haveAndLackWhatHelpsToSkip() throws IOException {
        assertThat(chunks(folder.resolve("shapes/page-index.parquet")))
                .allMatch(chunk -> chunk.getColumnIndexReference() != null && chunk.getOffsetIndexReference() != null);
        assertThat(chunks(folder.resolve("shapes/no-page-index.parquet")))
                .allMatch(chunk -> chunk.getColumnIndexReference() == null && chunk.getOffsetIndexReference() == null)
                .allMatch(chunk -> chunk.getStatistics().isNumNullsSet());
        assertThat(chunks(folder.resolve("shapes/no-statistics.parquet")))
                .noneMatch(chunk -> chunk.getStatistics().isNumNullsSet());
        assertThat(chunks(folder.resolve("shapes/bloom-filter.parquet")))
                .filteredOn(chunk -> chunk.getBloomFilterOffset() > 0)
                .hasSize(2 * 4);
    }

    @Test
    void areRefusedByParquetJavaIfHostile() throws IOException {
        assertThat(files.hostileFiles()).hasSizeGreaterThan(20);
        for (String file : files.hostileFiles()) {
            assertThatThrownBy(() -> rows(folder.resolve(file))).as(file).isInstanceOf(Exception.class);
        }
    }

    @Test
    void areWrittenOnce() throws IOException {
        Path marker = Files.createFile(folder.resolve("tables/markers/_marker"));

        assertThat(new GeneratedFiles(root).folder()).isEqualTo(folder);
        assertThat(marker).exists();
    }

    private static long rows(Path file) throws IOException {
        long rows = 0;
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            MessageType schema = reader.getFileMetaData().getSchema();
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                RecordReader<?> records = new ColumnIOFactory()
                        .getColumnIO(schema)
                        .getRecordReader(pages, new GroupRecordConverter(schema));
                for (long row = 0; row < pages.getRowCount(); row++) {
                    records.read();
                    rows++;
                }
            }
        }
        return rows;
    }

    private static long rowsInFooter(Path file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            return reader.getRecordCount();
        }
    }

    private static List<ColumnChunkMetaData> chunks(Path file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            return reader.getRowGroups().stream()
                    .map(BlockMetaData::getColumns)
                    .flatMap(List::stream)
                    .toList();
        }
    }
}
