package dev.readahead.trino;

import dev.readahead.it.data.GeneratedFiles;
import dev.readahead.it.data.LineItemLayout;
import dev.readahead.it.data.TpchData;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class NamedTablesTest {
    private static final long LINE_ITEMS = 60_175;

    @TempDir
    static Path folder;

    private static Engine engine;
    private static Path lineItem;
    private static Path generated;
    private static Path definitions;

    @BeforeAll
    static void start() throws Exception {
        lineItem = new TpchData(folder, 0.01, text -> {}).lineItem(LineItemLayout.HUNDRED_FILES);
        generated = new GeneratedFiles(folder).folder();
        definitions = folder.resolve("definitions");
        engine = Engine.start(Map.of("readahead.metastore", definitions.toString()));
        engine.query("CREATE SCHEMA readahead.lake WITH (location = '" + folder.resolve("lake") + "')");
    }

    @AfterAll
    static void stop() {
        engine.close();
    }

    private static Object value(String sql) {
        return engine.query(sql).getOnlyValue();
    }

    private static List<Object> column(String sql) {
        return engine.query(sql).getOnlyColumnAsSet().stream().sorted().toList();
    }

    private static void refused(String sql, String... parts) {
        assertThatThrownBy(() -> engine.query(sql)).as(sql).hasMessageContainingAll(parts);
    }

    @Test
    void aTableIsCreatedReadShownAndDroppedButNotItsData() {
        engine.query("CREATE TABLE readahead.lake.items (l_orderkey bigint COMMENT 'the order', l_comment varchar)"
                + " COMMENT 'two of sixteen' WITH (location = '" + lineItem + "', format = 'PARQUET')");

        assertThat(value("SELECT count(*) FROM readahead.lake.items")).isEqualTo(LINE_ITEMS);
        assertThat(value("SELECT count(l_comment) FROM readahead.lake.items WHERE l_orderkey < 100"))
                .isEqualTo(value("SELECT count(*) FROM " + Engine.table(lineItem) + " WHERE l_orderkey < 100"));
        assertThat((String) value("SHOW CREATE TABLE readahead.lake.items")).isEqualTo("""
                        CREATE TABLE readahead.lake.items (
                           l_orderkey bigint COMMENT 'the order',
                           l_comment varchar
                        )
                        COMMENT 'two of sixteen'
                        WITH (
                           format = 'PARQUET',
                           location = '%s'
                        )""".formatted(lineItem));
        assertThat(column("SHOW TABLES FROM readahead.lake")).contains("items");
        assertThat(column("SELECT column_name FROM readahead.information_schema.columns"
                        + " WHERE table_schema = 'lake' AND table_name = 'items'"))
                .containsExactly("l_comment", "l_orderkey");

        refused("CREATE TABLE readahead.lake.items (x bigint)", "items", "already exists");
        engine.query("CREATE TABLE IF NOT EXISTS readahead.lake.items (x bigint)");
        refused("DROP SCHEMA readahead.lake", "lake", "non-empty");
        engine.query("DROP TABLE readahead.lake.items");
        refused("SELECT * FROM readahead.lake.items", "items", "does not exist");
        assertThat(value("SELECT count(*) FROM " + Engine.table(lineItem))).isEqualTo(LINE_ITEMS);
    }

    @Test
    void anotherProcessSeesWhatWasDefined() {
        engine.query("CREATE SCHEMA readahead.kept");
        engine.query("CREATE TABLE readahead.kept.\"odd name.é/x\" (l_orderkey bigint) WITH (location = '" + lineItem
                + "')");

        engine.addCatalog("restarted", Map.of("readahead.metastore", definitions + "/"));

        assertThat(column("SHOW SCHEMAS FROM restarted")).contains("kept", "lake");
        assertThat(column("SHOW TABLES FROM restarted.kept")).containsExactly("odd name.é/x");
        assertThat(value("SELECT count(*) FROM restarted.kept.\"odd name.é/x\""))
                .isEqualTo(LINE_ITEMS);
        engine.query("DROP SCHEMA restarted.kept CASCADE");
        assertThat(column("SHOW SCHEMAS FROM readahead")).doesNotContain("kept");
        assertThat(definitions.resolve("tables/kept")).isEmptyDirectory();
    }

    @Test
    void aTableIsRegisteredWithTheColumnsOfItsFiles() {
        engine.query("CALL readahead.system.register_table('lake', 'registered', '" + lineItem + "')");

        assertThat(engine.query("SELECT * FROM readahead.lake.registered LIMIT 1")
                        .getTypes())
                .isEqualTo(engine.query("SELECT * FROM " + Engine.table(lineItem) + " LIMIT 1")
                        .getTypes());
        refused(
                "CALL readahead.system.register_table('lake', 'none', '" + folder.resolve("nothing") + "')",
                "nothing",
                "no files");
        refused("CALL readahead.system.register_table('nowhere', 'x', '" + lineItem + "')", "nowhere");
    }

    @Test
    void foldersAreTablesWhereTheSchemaSaysSo() {
        engine.query("CREATE SCHEMA readahead.folders WITH (location = '" + generated.resolve("tables")
                + "', tables = 'FOLDERS')");

        assertThat(column("SHOW TABLES FROM readahead.folders")).contains("partitions", "widened");
        assertThat(value("SELECT count(DISTINCT region) FROM readahead.folders.partitions"))
                .isEqualTo(6L);
        assertThat((String) value("SHOW CREATE TABLE readahead.folders.partitions"))
                .contains("partitioned_by = ARRAY['region','day']");
        assertThat((String) value("SHOW CREATE SCHEMA readahead.folders")).contains("tables = 'FOLDERS'");
        refused("CREATE TABLE readahead.folders.mine (x bigint)", "folders");
        refused("DROP TABLE readahead.folders.widened", "no data is ever deleted");
        refused("SELECT * FROM readahead.folders.nothing", "does not exist");
    }

    @Test
    void partitionsHaveTheTypesThatTheTableGivesThem() {
        engine.query("CREATE TABLE readahead.lake.parts (id bigint, region varchar, day smallint) WITH (location = '"
                + generated.resolve("tables/partitions") + "', partitioned_by = ARRAY['region', 'day'])");

        assertThat(value("SELECT sum(day) / count(*) FROM readahead.lake.parts WHERE day = 2"))
                .isEqualTo(2L);
        assertThat(value("SELECT typeof(day) FROM readahead.lake.parts LIMIT 1"))
                .isEqualTo("smallint");

        engine.query("CREATE TABLE readahead.lake.wrong_parts (id bigint, region bigint, day bigint)"
                + " WITH (location = '" + generated.resolve("tables/partitions")
                + "', partitioned_by = ARRAY['region', 'day'])");
        refused("SELECT * FROM readahead.lake.wrong_parts", "region=", "is no bigint");
        engine.query("CREATE TABLE readahead.lake.no_parts (id bigint, day bigint) WITH (location = '"
                + generated.resolve("tables/partitions") + "')");
        refused("SELECT * FROM readahead.lake.no_parts", "day", "not partitioned");
        engine.query("CREATE TABLE readahead.lake.other_parts (id bigint, month bigint) WITH (location = '"
                + generated.resolve("tables/partitions") + "', partitioned_by = ARRAY['month'])");
        refused("SELECT * FROM readahead.lake.other_parts", "0 of the 1 columns");
    }

    @Test
    void hiddenColumnsTellOfFilesAndPruneThem() throws Exception {
        engine.query("CREATE TABLE readahead.lake.hidden (l_orderkey bigint) WITH (location = '" + lineItem + "')");
        String table = "readahead.lake.hidden";
        Path file = lineItem.resolve("part-007.parquet");
        String path = "file://" + file;

        assertThat(engine.query("SELECT * FROM " + table + " LIMIT 1").getColumnNames())
                .containsExactly("l_orderkey");
        assertThat(value("SELECT count(DISTINCT \"$path\") FROM " + table)).isEqualTo(100L);
        assertThat(value("SELECT max(\"$file_size\") FROM " + table + " WHERE \"$path\" = '" + path + "'"))
                .isEqualTo(Files.size(file));
        assertThat(value("SELECT to_unixtime(max(\"$file_modified_time\")) FROM " + table + " WHERE \"$path\" = '"
                        + path + "'"))
                .isEqualTo(Files.getLastModifiedTime(file).toMillis() / 1000.0);
        assertThat(splits("SELECT count(*) FROM " + table + " WHERE \"$path\" = '" + path + "'"))
                .isEqualTo(1);
        assertThat(value("SELECT count(*) FROM " + table + " WHERE \"$file_size\" < 0"))
                .isEqualTo(0L);

        engine.query("CREATE TABLE readahead.lake.hidden_parts (id bigint, region varchar, day bigint)"
                + " WITH (location = '" + generated.resolve("tables/partitions")
                + "', partitioned_by = ARRAY['region', 'day'])");
        assertThat(column("SELECT \"$partition\" FROM readahead.lake.hidden_parts WHERE region = '50%' AND day = 1"))
                .containsExactly("region=50%25/day=1");
        refused("SELECT \"$partition\" FROM " + table, "$partition");
    }

    /** How many files a query read from. */
    private static long splits(String sql) {
        String plan = (String) value("EXPLAIN ANALYZE VERBOSE " + sql);
        return Stream.of(plan.split("\n"))
                .filter(line -> line.contains("'readahead.requests'"))
                .count();
    }

    @Test
    void aTableWithoutFilesIsEmptyAndADefinitionThatIsBrokenIsNamed() throws Exception {
        engine.query("CREATE TABLE readahead.lake.empty (x bigint)");
        assertThat(value("SELECT count(*) FROM readahead.lake.empty")).isEqualTo(0L);
        assertThat((String) value("SHOW CREATE TABLE readahead.lake.empty"))
                .contains(folder.resolve("lake") + "/empty");

        Path file = definitions.resolve("tables/lake/empty.json");
        String json = Files.readString(file);
        for (Map.Entry<String, String> damage : Map.of(
                        json.substring(0, json.length() / 2),
                        "line",
                        json + "x",
                        "x",
                        json.replace("\"location\"", "\"loctaion\""),
                        "location is missing",
                        json.replace("\"version\" : 1", "\"version\" : 2"),
                        "version",
                        json.replace("\"bigint\"", "\"bigtin\""),
                        "bigtin",
                        json.replace("\"PARQUET\"", "\"PARKET\""),
                        "PARKET",
                        json.replace("\"partitionedBy\" : [ ]", "\"partitionedBy\" : [\"y\"]"),
                        "[y]",
                        json.replace("\"id\"", "\"more\" : 1, \"id\""),
                        "more",
                        "",
                        "line")
                .entrySet()) {
            Files.writeString(file, damage.getKey());
            refused("SELECT * FROM readahead.lake.empty", "empty", damage.getValue());
        }
        assertThat(column("SHOW TABLES FROM readahead.lake")).contains("empty");
        Files.delete(file);
    }

    @Test
    void whatCannotBeIsRefused() {
        refused("CREATE TABLE readahead.nowhere.t (x bigint)", "nowhere");
        refused("CREATE TABLE readahead.lake.t (x bigint) WITH (location = 'relative')", "relative", "scheme");
        refused("CREATE TABLE readahead.lake.t (x bigint) WITH (location = 'gs://bucket/x')", "gs://bucket/x");
        refused("CREATE TABLE readahead.lake.t (x json)", "x", "json");
        refused("CREATE TABLE readahead.lake.t (x bigint) WITH (partitioned_by = ARRAY['y'])", "[y]");
        refused("CREATE TABLE readahead.lake.t (x bigint) WITH (partitioned_by = ARRAY['x'])", "besides");
        refused("CREATE TABLE readahead.lake.t (x bigint) WITH (format = 'ORC')", "ORC", "PARQUET");
        refused("CREATE SCHEMA readahead.system", "system");
        refused("CREATE SCHEMA readahead.patterned WITH (location = 's3://bucket/*/x')", "pattern");
        refused("CREATE SCHEMA readahead.placeless WITH (tables = 'FOLDERS')", "location");
        engine.addCatalog("functions", Map.of());
        refused("CREATE SCHEMA functions.s", "readahead.metastore");
    }
}
