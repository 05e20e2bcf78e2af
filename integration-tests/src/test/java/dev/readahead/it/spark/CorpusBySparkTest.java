package dev.readahead.it.spark;

import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The public files of apache/parquet-testing: the rows that Spark's own reader gives, or a refusal where it refuses.
 * Looks for a checkout at {@code -Dparquet-testing.dir} or beside the repository.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CorpusBySparkTest {
    private static final Path DIRECTORY =
            Path.of(System.getProperty("parquet-testing.dir", "../../shared/corpora/parquet-testing"));

    private static final String BROKEN = "bad_data";

    private SparkSession spark;

    @BeforeAll
    void start() {
        assumeTrue(Files.isDirectory(DIRECTORY), () -> "no parquet-testing at " + DIRECTORY.toAbsolutePath());
        spark = LocalSpark.start(2, Map.of());
    }

    @AfterAll
    void stop() throws Exception {
        if (spark != null) {
            spark.close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isReadAsByTheStockReader(boolean vectorized) throws IOException {
        spark.conf().set("spark.sql.parquet.enableVectorizedReader", String.valueOf(vectorized));
        Map<String, String> differences = new TreeMap<>();
        int read = 0;
        try (Stream<Path> files = Files.walk(DIRECTORY)) {
            for (Path file : files.filter(CorpusBySparkTest::isParquet).sorted().toList()) {
                String location = file.toAbsolutePath().normalize().toUri().toString();
                String name = DIRECTORY.relativize(file).toString();
                Answers found = Answers.of(spark, "readahead", location);
                Answers stock = Answers.of(spark, "parquet", location);
                read += stock.refused() ? 0 : 1;
                // One of the broken files the stock reader takes for an empty table.
                if (!(found.refused() && name.startsWith(BROKEN))) {
                    stock.difference(found).ifPresent(difference -> differences.put(name, difference));
                }
            }
        }
        assertThat(differences).isEmpty();
        assertThat(read).isGreaterThan(50);
    }

    private static boolean isParquet(Path file) {
        return file.getFileName().toString().contains(".parquet");
    }
}
