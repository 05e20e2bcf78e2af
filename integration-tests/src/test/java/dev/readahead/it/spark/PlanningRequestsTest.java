package dev.readahead.it.spark;

import dev.readahead.it.link.LinkProfile;
import dev.readahead.it.link.LinkServer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** How many requests a table costs before its first row, and in all. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlanningRequestsTest {
    private static final String BUCKET = "planning";

    @TempDir
    static Path root;

    private LinkServer store;
    private SparkSession spark;
    private String file;

    @BeforeAll
    void start() throws Exception {
        store = LinkServer.start(root, LinkProfile.unlimited());
        spark = LocalSpark.start(2, LocalSpark.s3a(store.endpoint(), "any", "any"));
        Path bucket = root.resolve(BUCKET);
        spark.range(0, 1_000, 1, 1)
                .write()
                .parquet(bucket.resolve("one.parquet").toString());
        spark.range(0, 1_000, 1, 4)
                .selectExpr("id", "id % 3 as p")
                .write()
                .partitionBy("p")
                .parquet(bucket.resolve("partitioned").toString());
        try (Stream<Path> parts = Files.list(bucket.resolve("one.parquet"))) {
            file = parts.map(part -> part.getFileName().toString())
                    .filter(name -> name.endsWith(".parquet") && !name.startsWith("."))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @AfterAll
    void stop() throws Exception {
        spark.close();
        store.close();
    }

    @BeforeEach
    void countFromZero() {
        store.reset();
    }

    @Test
    void aSmallFileCostsOneRequestToPlanAndOneToRead() {
        Dataset<Row> rows = load("one.parquet/" + file);
        assertThat(requests()).as("%s", store.counters()).isEqualTo(1);
        assertThat(rows.filter("id >= 0").count()).isEqualTo(1_000);
        assertThat(requests()).isEqualTo(2);
    }

    @Test
    void aFolderNamedLikeAFileIsStillAFolder() {
        assertThat(load("one.parquet").filter("id >= 0").count()).isEqualTo(1_000);
    }

    @Test
    void aPartitionedTableCostsOneListingAndOneFooterToPlan() {
        Dataset<Row> rows = load("partitioned");
        assertThat(store.counters().lists()).isEqualTo(1);
        assertThat(requests()).isEqualTo(2);
        assertThat(rows.schema().fieldNames()).containsExactly("id", "p");
        assertThat(rows.filter("p = 1 and id >= 0").count()).isEqualTo(333);
    }

    @Test
    void aGivenSchemaCostsNoFooter() {
        spark.read().format("readahead").schema("id bigint").load("s3a://" + BUCKET + "/partitioned");
        assertThat(requests()).isEqualTo(1);
    }

    private Dataset<Row> load(String key) {
        return spark.read().format("readahead").load("s3a://" + BUCKET + "/" + key);
    }

    private long requests() {
        return store.counters().requests();
    }
}
