package dev.readahead.spark;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** What of a query reaches the reader, told by the metrics of the scan. */
class PushdownTest {
    private static final SparkSession SPARK = LocalSpark.SESSION;
    private static final String ADAPTIVE = "spark.sql.adaptive.enabled";
    private static final String AGGREGATES = "spark.sql.parquet.aggregatePushdown";

    @TempDir
    Path folder;

    private String path;

    @BeforeEach
    void writePartitions() {
        SPARK.conf().set(ADAPTIVE, "false");
        path = folder.resolve("t").toString();
        SPARK.range(0, 1_000, 1, 1)
                .selectExpr("id", "id % 10 as p")
                .repartition(1)
                .write()
                .partitionBy("p")
                .parquet(path);
        SPARK.read().format("readahead").load(path).createOrReplaceTempView("ours");
        SPARK.read().parquet(path).createOrReplaceTempView("stock");
    }

    @AfterEach
    void resetTheSession() {
        SPARK.conf().unset(ADAPTIVE);
    }

    @Test
    void aFilterOnPartitionColumnsReadsTheirFilesOnly() {
        Dataset<Row> query = SPARK.sql("select * from ours where p in (2, 5)");
        assertThat(query.collectAsList()).hasSize(200);
        assertThat(metric(query, "readaheadRowGroups")).isEqualTo(2);
    }

    @Test
    void aggregatesOfSomePartitionsComeFromTheirFooters() {
        SPARK.conf().set(AGGREGATES, "true");
        try {
            for (String query : List.of(
                    "select count(*), max(id) from %s where p = 4",
                    "select p, count(*), min(id) from %s where p > 6 group by p order by p",
                    "select /*+ broadcast(b) */ a.n, b.m from (select count(*) n from %1$s where p < 3) a"
                            + " join (select max(id) m from %1$s where p in (1, 2)) b on a.n <> b.m")) {
                assertThat(SPARK.sql(query.formatted("ours")).collectAsList())
                        .as(query)
                        .isEqualTo(SPARK.sql(query.formatted("stock")).collectAsList());
            }
        } finally {
            SPARK.conf().unset(AGGREGATES);
        }
    }

    @Test
    void whatAJoinFindsOutAboutPartitionsLeavesOutFiles() {
        SPARK.range(3, 4).selectExpr("cast(id as int) as k").createOrReplaceTempView("small");
        String join = "select /*+ broadcast(s) */ count(*), sum(id) from %s t join small s on t.p = s.k where s.k > 0";
        Dataset<Row> query = SPARK.sql(join.formatted("ours"));

        assertThat(query.collectAsList())
                .isEqualTo(SPARK.sql(join.formatted("stock")).collectAsList());
        assertThat(metric(query, "readaheadRowGroups"))
                .as(query.queryExecution().executedPlan().toString())
                .isEqualTo(1);
    }

    @Test
    void aLimitIsNotReadPast() {
        Dataset<Row> query =
                SPARK.read().format("readahead").load(path).coalesce(1).limit(5);
        assertThat(query.collectAsList()).hasSize(5);
        Dataset<Row> direct = SPARK.sql("select id from ours limit 5");
        assertThat(direct.queryExecution().optimizedPlan().toString()).contains("RelationV2");
        assertThat(direct.collectAsList()).hasSize(5);
    }

    @Test
    void theScanCountsWhatItDid() {
        Dataset<Row> query = SPARK.sql("select sum(id) from ours");
        query.collectAsList();

        assertThat(metric(query, "readaheadRowGroups")).isEqualTo(10);
        assertThat(metric(query, "readaheadRequests")).isBetween(0L, 20L);
        assertThat(metric(query, "readaheadUnplannedReads")).isZero();
        assertThat(metric(query, "numOutputRows")).isEqualTo(1_000);
    }

    @Test
    void metadataColumnsAreThoseOfSparksOwnSource() {
        String[] all = {"_metadata", "id"};
        String[] some = {"_metadata.row_index", "_metadata.file_name", "p", "id"};
        for (String vectorized : List.of("true", "false")) {
            SPARK.conf().set("spark.sql.parquet.enableVectorizedReader", vectorized);
            try {
                for (String[] columns : List.of(all, some)) {
                    assertThat(LocalSpark.rows(SPARK.read()
                                    .format("readahead")
                                    .load(path)
                                    .where("id > 500")
                                    .selectExpr(columns)))
                            .isEqualTo(LocalSpark.rows(
                                    SPARK.read().parquet(path).where("id > 500").selectExpr(columns)))
                            .isNotEmpty();
                }
            } finally {
                SPARK.conf().unset("spark.sql.parquet.enableVectorizedReader");
            }
        }
    }

    @Test
    void moreColumnsThanSparkMakesBatchesOfComeAsRows() {
        String wide = folder.resolve("wide").toString();
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            columns.add(functions.expr("id + " + i + " as c" + i));
        }
        SPARK.range(500).select(columns.toArray(Column[]::new)).write().parquet(wide);

        assertThat(LocalSpark.rows(SPARK.read().format("readahead").load(wide)))
                .isEqualTo(LocalSpark.rows(SPARK.read().parquet(wide)));
        assertThat(SPARK.read().format("readahead").load(wide).collectAsList()).hasSize(500);
    }

    private static long metric(Dataset<Row> query, String name) {
        SparkPlan plan = query.queryExecution().executedPlan();
        long sum = 0;
        for (SparkPlan leaf : CollectionConverters.asJava(plan.collectLeaves())) {
            if (leaf.metrics().contains(name)) {
                sum += leaf.metrics().apply(name).value();
            }
        }
        return sum;
    }
}
