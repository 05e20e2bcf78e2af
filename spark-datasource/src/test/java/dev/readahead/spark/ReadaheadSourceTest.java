package dev.readahead.spark;

import dev.readahead.runtime.ReadaheadRuntime;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReadaheadSourceTest {
    private static final SparkSession SPARK = LocalSpark.SESSION;

    @TempDir
    Path folder;

    private String path;

    @BeforeEach
    void writeATable() {
        path = folder.resolve("table").toString();
        SPARK.range(0, 20_000, 1, 3)
                .selectExpr(
                        "id",
                        "cast(id % 100 as int) as bucket",
                        "concat('name of ', id) as name",
                        "cast(id * 1.25 as decimal(18, 2)) as price",
                        "date_add(date'1970-01-01', cast(id as int)) as day",
                        "timestamp_millis(id * 1000003) as at",
                        "named_struct('a', id, 'b', array(id, id + 1)) as nested",
                        "if(id % 7 = 0, null, map('k', id)) as attributes")
                .write()
                .option("parquet.block.size", "65536")
                .parquet(path);
    }

    @AfterEach
    void nothingIsHeld() {
        assertThat(Runtimes.get().governor().heldBytes()).isZero();
    }

    @Test
    void readsTheSameRowsAsSparksOwnSource() {
        assertSame("select * from %s");
    }

    @Test
    void readsTheSameRowsRowByRow() {
        SPARK.conf().set("spark.sql.parquet.enableVectorizedReader", "false");
        try {
            assertSame("select * from %s");
            assertSame("select name, nested.a from %s where bucket = 7");
        } finally {
            SPARK.conf().unset("spark.sql.parquet.enableVectorizedReader");
        }
    }

    @Test
    void agreesOnFiltersProjectionsAggregatesAndLimits() {
        for (String query : List.of(
                "select id, name from %s where id between 500 and 700",
                "select nested.b[1], attributes['k'] from %s where bucket = 3",
                "select bucket, sum(price), max(day), count(attributes) from %s group by bucket",
                "select count(*) from %s",
                "select count(*), min(at) from %s where name = 'name of 777'",
                "select max(id) from %s where id > 1000000",
                "select id from %s order by id desc limit 10")) {
            assertSame(query);
        }
    }

    @Test
    void aggregatesComeFromTheFootersIfAskedTo() {
        SPARK.conf().set("spark.sql.parquet.aggregatePushdown", "true");
        try {
            assertSame("select count(*), min(id), max(id), max(bucket) from %s");
        } finally {
            SPARK.conf().unset("spark.sql.parquet.aggregatePushdown");
        }
    }

    @Test
    void aLimitYieldsThatManyRows() {
        assertThat(readahead().limit(10).collectAsList()).hasSize(10);
    }

    @Test
    void partitionColumnsComeFromTheFolders() {
        String partitioned = folder.resolve("partitioned").toString();
        SPARK.read()
                .parquet(path)
                .withColumn("p", org.apache.spark.sql.functions.expr("bucket % 5"))
                .write()
                .partitionBy("p")
                .parquet(partitioned);
        path = partitioned;
        assertSame("select * from %s");
        assertSame("select p, count(*) from %s where p in (1, 3) group by p");
    }

    @Test
    void runsAsATemporaryViewAndAsATableOfTheCatalog() {
        SPARK.sql("create temporary view v using readahead options (path '" + path + "')");
        assertThat(SPARK.sql("select count(*) from v").first().getLong(0)).isEqualTo(20_000);
        SPARK.sql("create table t using `readahead-parquet` location '" + path + "'");
        try {
            assertThat(SPARK.sql("select sum(id) from t").first().getLong(0)).isEqualTo(199_990_000);
            assertThat(SPARK.sql("select sum(id) from t")
                            .queryExecution()
                            .executedPlan()
                            .toString())
                    .contains("BatchScan");
        } finally {
            SPARK.sql("drop table t");
            SPARK.sql("drop view v");
        }
    }

    @Test
    void aPathCanBeQueriedDirectly() {
        for (String format : List.of("readahead", "readahead-parquet")) {
            String from = "`" + format + "`.`" + path + "`";
            assertThat(SPARK.sql("select sum(id), max(nested.a) from " + from).first())
                    .isEqualTo(SPARK.sql("select sum(id), max(nested.a) from parquet.`" + path + "`")
                            .first());
            String metadata = "select _metadata.file_name, _metadata.row_index, id from ";
            assertThat(LocalSpark.rows(SPARK.sql(metadata + from)))
                    .isEqualTo(LocalSpark.rows(SPARK.sql(metadata + "parquet.`" + path + "`")));
        }
    }

    @Test
    void writingIsRefusedBeforeAnythingIsTouched() {
        readahead().createOrReplaceTempView("ours");
        SPARK.sql("drop table if exists target");
        SPARK.sql("create table target using readahead location '" + path + "'");
        String other = folder.resolve("other").toString();
        try {
            for (Runnable write : List.<Runnable>of(
                    () -> readahead().write().format("readahead").save(other),
                    () -> readahead()
                            .write()
                            .format("readahead")
                            .mode("overwrite")
                            .save(path),
                    () -> readahead().write().format("readahead").mode("append").save(path),
                    () -> SPARK.sql("insert into target select * from ours"),
                    () -> SPARK.sql("insert overwrite target select * from ours"),
                    () -> SPARK.sql("insert into ours select * from ours"),
                    () -> SPARK.sql("insert overwrite directory '" + path + "' using readahead select * from ours"),
                    () -> SPARK.sql("create table made using readahead location '" + other + "' as select 1 as a"))) {
                assertThatThrownBy(write::run)
                        .satisfies(refusal -> assertThat(refusal.toString())
                                .containsAnyOf(
                                        "readahead only reads", "does not support", "UNSUPPORTED", "PATH_NOT_FOUND"));
                assertThat(Files.exists(Path.of(other))).isFalse();
                assertThat(SPARK.read().parquet(path).count()).isEqualTo(20_000);
            }
            assertThat(SPARK.catalog().tableExists("made")).isFalse();
        } finally {
            SPARK.sql("drop table target");
        }
    }

    @Test
    void brokenFilesAreLeftOutOfAMergedSchemaIfSparkIsToldSo() throws Exception {
        byte[] whole;
        try (Stream<Path> files = Files.list(Path.of(path))) {
            whole = Files.readAllBytes(files.filter(file -> file.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow());
        }
        Files.write(Path.of(path, "z-cut.parquet"), Arrays.copyOf(whole, whole.length - 100));
        DataFrameReader merging = SPARK.read().format("readahead").option("mergeSchema", "true");

        assertThatThrownBy(() -> merging.load(path)).hasStackTraceContaining("z-cut.parquet");
        assertThat(merging.option("ignoreCorruptFiles", "true").load(path).count())
                .isEqualTo(20_000);
    }

    @Test
    void aTableShowsNothingOfOursAndItsFilesOutliveIt() {
        SPARK.sql("create table shown using readahead location '" + path + "'");
        String shown = SPARK.sql("show create table shown").first().getString(0);
        String properties =
                SPARK.sql("show tblproperties shown").collectAsList().toString();
        SPARK.sql("drop table shown");

        assertThat(shown + properties).doesNotContain("planning-id", "ReadaheadFileSystem", "disable.cache");
        assertThat(shown).contains("readahead", path);
        assertThat(SPARK.read().parquet(path).count()).isEqualTo(20_000);
    }

    @Test
    void aStreamOfFilesIsRead() throws Exception {
        StreamingQuery stream = SPARK.readStream()
                .schema(readahead().schema())
                .format("readahead")
                .load(path)
                .writeStream()
                .format("memory")
                .queryName("streamed")
                .trigger(Trigger.AvailableNow())
                .start();
        stream.processAllAvailable();
        stream.stop();

        assertThat(LocalSpark.rows(SPARK.sql("select * from streamed")))
                .isEqualTo(LocalSpark.rows(SPARK.read().parquet(path)));
    }

    @Test
    void aMissingPathIsNamed() {
        assertThatThrownBy(() -> SPARK.read()
                        .format("readahead")
                        .load(folder.resolve("nowhere").toString()))
                .hasMessageContaining("nowhere");
    }

    @Test
    void aBrokenFileIsNamedOrLeftOutAsSparkIsTold() throws Exception {
        Path broken = folder.resolve("broken");
        SPARK.range(100).write().parquet(broken.toString());
        Files.writeString(broken.resolve("zzz.parquet"), "this is not Parquet");
        Dataset<Row> rows = SPARK.read().format("readahead").schema("id bigint").load(broken.toString());

        assertThatThrownBy(rows::collectAsList).hasMessageContaining("zzz.parquet");
        assertThat(SPARK.read()
                        .format("readahead")
                        .schema("id bigint")
                        .option("ignoreCorruptFiles", "true")
                        .load(broken.toString())
                        .count())
                .isEqualTo(100);
    }

    @Test
    void readsWithoutReadAheadAndWithASetDepth() {
        List<String> expected = LocalSpark.rows(SPARK.read().parquet(path));
        for (String depth : List.of("0", "1", "5")) {
            assertThat(LocalSpark.rows(SPARK.read()
                            .format("readahead")
                            .option("depth", depth)
                            .load(path)))
                    .as("depth %s", depth)
                    .isEqualTo(expected);
        }
        assertThatThrownBy(() -> SPARK.read()
                        .format("readahead")
                        .option("depth", "deep")
                        .load(path)
                        .count())
                .hasMessageContaining("deep");
    }

    private Dataset<Row> readahead() {
        return SPARK.read().format("readahead").load(path);
    }

    private void assertSame(String query) {
        SPARK.read().parquet(path).createOrReplaceTempView("stock");
        readahead().createOrReplaceTempView("ours");
        Dataset<Row> ours = SPARK.sql(query.formatted("ours"));
        assertThat(ours.schema()).isEqualTo(SPARK.sql(query.formatted("stock")).schema());
        assertThat(LocalSpark.rows(ours)).as(query).isEqualTo(LocalSpark.rows(SPARK.sql(query.formatted("stock"))));
        assertThat(ours.queryExecution().executedPlan().toString()).contains("ReadaheadScan");
    }

    static ReadaheadRuntime runtime() {
        return Runtimes.get();
    }
}
