package dev.readahead.spark;

import dev.readahead.metrics.ScanMetrics.Counter;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

/** A file of one row group that is large enough to be read in several jobs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LargeRowGroupTest {
    private static final SparkSession SPARK = LocalSpark.SESSION;
    private static final int ROWS = 400_000;

    private String path;

    @BeforeAll
    void writeOneRowGroup(@TempDir Path folder) {
        path = folder.resolve("large").toString();
        SPARK.range(0, ROWS, 1, 1)
                .selectExpr(
                        "id",
                        "cast(id % 100 as int) as bucket",
                        "concat(sha2(cast(id as string), 256), repeat('-', cast(id % 40 as int))) as text",
                        "if(id % 11 = 0, null, xxhash64(id)) as number",
                        "named_struct('a', id, 'b', transform(sequence(0, id % 4), i -> xxhash64(id, i))) as nested")
                .write()
                .option("compression", "zstd")
                .option("parquet.block.size", 1L << 30)
                .parquet(path);
    }

    @AfterEach
    void asStock() {
        SPARK.conf().unset("spark.sql.parquet.enableVectorizedReader");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select count(*), bit_xor(xxhash64(*)), sum(crc32(text)) from %s",
                "select count(*), bit_xor(xxhash64(id, text, number)) from %s",
                "select count(*), bit_xor(xxhash64(*)) from %s where id between 50000 and 351234",
                "select count(get(nested.b, 2)), bit_xor(xxhash64(nested.a, text)) from %s where number is not null",
                "select bit_xor(xxhash64(id, text)), count(nested) from %s where mod(id, 3) = 1"
            })
    void readsTheSameInSeveralJobs(String query) {
        for (String vectorized : new String[] {"true", "false"}) {
            SPARK.conf().set("spark.sql.parquet.enableVectorizedReader", vectorized);
            String stock = answer(query, "parquet");
            long jobsBefore = Runtimes.get().metrics().get(Counter.JOBS);
            long unplannedBefore = Runtimes.get().metrics().get(Counter.UNPLANNED_READS);

            assertThat(answer(query, "readahead")).isEqualTo(stock);

            assertThat(Runtimes.get().metrics().get(Counter.JOBS) - jobsBefore).isGreaterThan(1);
            assertThat(Runtimes.get().metrics().get(Counter.UNPLANNED_READS)).isEqualTo(unplannedBefore);
        }
    }

    private String answer(String query, String format) {
        SPARK.read().format(format).load(path).createOrReplaceTempView("large_" + format);
        return SPARK.sql(query.formatted("large_" + format)).collectAsList().toString();
    }
}
