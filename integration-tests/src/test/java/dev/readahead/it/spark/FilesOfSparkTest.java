package dev.readahead.it.spark;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/** Tables that Spark wrote in all its ways, asked in ways that are pushed down, by both readers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FilesOfSparkTest {
    /** How the reader decodes. */
    enum Decoding {
        BATCHES(Map.of()),
        OFF_HEAP_BATCHES(Map.of("spark.sql.columnVector.offheap.enabled", "true")),
        SMALL_BATCHES(Map.of("spark.sql.parquet.columnarReaderBatchSize", "7")),
        ROWS(Map.of("spark.sql.parquet.enableVectorizedReader", "false")),
        WITHOUT_NESTED_BATCHES(Map.of("spark.sql.parquet.enableNestedColumnVectorizedReader", "false")),
        NO_PUSHDOWN(Map.of("spark.sql.parquet.filterPushdown", "false"));

        private final Map<String, String> settings;

        Decoding(Map<String, String> settings) {
            this.settings = settings;
        }
    }

    /** How the table is written, and what is asked of it: {@code %s} stands for it. */
    private record Case(
            String select, Map<String, String> settings, Map<String, String> options, List<String> queries) {}

    private static final Map<String, Case> CASES = new LinkedHashMap<>();

    private static void table(String name, String select, Map<String, String> settings, String... queries) {
        CASES.put(name, new Case(select, settings, Map.of("parquet.block.size", "40000"), List.of(queries)));
    }

    static {
        table(
                "numbers",
                "id, cast(id % 128 as byte) b, cast(id as short) s, cast(id * 7919 as int) i, cast(id as float) / 3 f,"
                        + " cast(id as double) / 7 d, id % 3 = 0 flag, if(id % 5 = 0, null, id) n",
                Map.of(),
                "select * from %s",
                "select sum(b), sum(s), sum(i), sum(f), sum(d), count(n) from %s where flag",
                "select id from %s where n is null and id < 300",
                "select id from %s where i in (7919, 15838, -1) or s = 77",
                "select id from %s where not (n <=> 6) and d between 1.0 and 2.0",
                "select count(*) from %s where f > 1000 or f is null");
        table(
                "decimals",
                "cast(id as decimal(4,1)) d4, cast(id * 1.5 as decimal(9,2)) d9, cast(id as decimal(18,6)) d18,"
                        + " cast(id as decimal(38,10)) / 3 d38",
                Map.of(),
                "select * from %s",
                "select d4 from %s where d9 > 1499.5 and d18 < 1100 and d38 > 300");
        table(
                "decimals-legacy",
                "cast(id as decimal(4,1)) d4, cast(id * 1.5 as decimal(9,2)) d9, cast(id as decimal(18,6)) d18",
                Map.of("spark.sql.parquet.writeLegacyFormat", "true"),
                "select * from %s where d9 >= 30");
        for (String type : List.of("INT96", "TIMESTAMP_MICROS", "TIMESTAMP_MILLIS")) {
            for (String rebase : List.of("CORRECTED", "LEGACY")) {
                table(
                        "times-" + type + "-" + rebase,
                        "timestamp_seconds(id * 86400 * 400 - 60000000000) t, date_add(date'1300-01-01', cast(id * 100 as int))"
                                + " d, cast(timestamp_seconds(id) as timestamp_ntz) ntz",
                        Map.of(
                                "spark.sql.parquet.outputTimestampType", type,
                                "spark.sql.parquet.datetimeRebaseModeInWrite", rebase,
                                "spark.sql.parquet.int96RebaseModeInWrite", rebase),
                        "select * from %s",
                        "select d from %s where t > timestamp'1200-01-01' and d < date'1550-01-01'",
                        "select ntz from %s where ntz between timestamp_ntz'1970-01-01 00:00:10' and"
                                + " timestamp_ntz'1970-01-01 00:01:00'");
            }
        }
        table(
                "texts",
                "concat('text ', id) t, cast(sha2(string(id), 256) as binary) b, repeat('ä€', cast(id % 5 as int)) u,"
                        + " if(id % 2 = 0, null, string(id % 10)) low",
                Map.of("spark.sql.parquet.compression.codec", "zstd"),
                "select * from %s",
                "select t from %s where t like 'text 99%%' or t = 'text 5'",
                "select count(*) from %s where low = '7' and u > 'ä'",
                "select t from %s where low in ('1', '3') order by t limit 7");
        table(
                "nested",
                "named_struct('a', id, 'in', named_struct('x', string(id), 'y', if(id % 3 = 0, null, id))) s,"
                        + " sequence(0, id % 4) l, map('k', id, string(id), id + 1) m,"
                        + " array(named_struct('p', id, 'q', array(string(id)))) deep, if(id % 9 = 0, null, array()) e",
                Map.of(),
                "select * from %s",
                "select s.in.y, deep.q from %s where s.a > 100 and s.in.x is not null",
                "select m['k'], size(l) from %s where s.in.y = 700",
                "select explode(l) x from %s where s.a < 20");
        table(
                "variants",
                "parse_json(concat('{\"a\":', id, ',\"b\":[', id, ',\"', id, '\"],\"c\":null}')) v, id",
                Map.of(),
                "select to_json(v) j, id from %s",
                "select variant_get(v, '$.a', 'int') a, variant_get(v, '$.b[1]', 'string') b from %s where id > 500",
                "select id from %s where try_variant_get(v, '$.a', 'bigint') = 77");
        table(
                "wide",
                wide(250),
                Map.of(),
                "select * from %s where c0 > 990",
                "select c7, c249 from %s where c100 = 1100");
        table("nothing", "id where id < 0", Map.of(), "select * from %s", "select count(*), max(id) from %s");
        table("nulls", "cast(null as int) a, cast(null as string) b, id", Map.of(), "select * from %s where a is null");
    }

    private static String wide(int columns) {
        StringBuilder select = new StringBuilder("id + 0 as c0");
        for (int i = 1; i < columns; i++) {
            select.append(", id + ").append(i * 10).append(" as c").append(i);
        }
        return select.toString();
    }

    @TempDir
    static Path folder;

    private SparkSession spark;

    @BeforeAll
    void write() {
        spark = LocalSpark.start(2, Map.of("spark.sql.session.timeZone", "America/Los_Angeles"));
        CASES.forEach((name, written) -> with(
                written.settings(),
                () -> spark.sql("select "
                                + select(written.select()).replace(" where ", " from range(0, 1000, 1, 2) where "))
                        .write()
                        .options(written.options())
                        .parquet(location(name))));
    }

    private static String select(String select) {
        return select.contains(" where ") ? select : select + " where true";
    }

    @AfterAll
    void stop() throws Exception {
        spark.close();
    }

    @ParameterizedTest
    @EnumSource(Decoding.class)
    void areAnsweredAsByTheStockReader(Decoding decoding) {
        Map<String, String> differences = new TreeMap<>();
        with(
                decoding.settings,
                () -> CASES.forEach((name, written) -> {
                    spark.read().parquet(location(name)).createOrReplaceTempView("stock");
                    spark.read().format("readahead").load(location(name)).createOrReplaceTempView("ours");
                    for (String query : written.queries()) {
                        answer(query, "stock")
                                .difference(answer(query, "ours"))
                                .ifPresent(difference -> differences.put(name + ": " + query, difference));
                    }
                }));
        assertThat(differences).isEmpty();
    }

    private Answers answer(String query, String table) {
        Dataset<Row> rows = spark.sql(query.formatted(table));
        return Answers.of(rows);
    }

    private void with(Map<String, String> settings, Runnable action) {
        settings.forEach((key, value) -> spark.conf().set(key, value));
        try {
            action.run();
        } finally {
            settings.keySet().forEach(key -> spark.conf().unset(key));
        }
    }

    private String location(String name) {
        return folder.resolve(name).toString();
    }
}
