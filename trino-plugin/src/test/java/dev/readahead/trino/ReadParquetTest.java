package dev.readahead.trino;

import dev.readahead.it.data.GeneratedFiles;
import dev.readahead.it.data.LineItemLayout;
import dev.readahead.it.data.TpchData;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReadParquetTest {
    private static final long LINE_ITEMS = 60_175;

    @TempDir
    static Path folder;

    private static Engine engine;
    private static Path lineItem;
    private static Path generated;

    @BeforeAll
    static void start() throws Exception {
        lineItem = new TpchData(folder, 0.01, text -> {}).lineItem(LineItemLayout.HUNDRED_FILES);
        generated = new GeneratedFiles(folder).folder();
        engine = Engine.start();
    }

    @AfterAll
    static void stop() {
        engine.close();
    }

    private static Object value(String sql) {
        return engine.query(sql).getOnlyValue();
    }

    @Test
    void readsAFolderAPatternOrAFile() {
        assertThat(value("SELECT count(*) FROM " + Engine.table(lineItem))).isEqualTo(LINE_ITEMS);
        assertThat(value("SELECT count(*) FROM " + Engine.table(lineItem.resolve("part-*.parquet"))))
                .isEqualTo(LINE_ITEMS);
        long one = (long) value("SELECT count(*) FROM " + Engine.table(lineItem.resolve("part-007.parquet")));
        assertThat(one).isBetween(1L, LINE_ITEMS / 50);
    }

    @Test
    void aLimitReadsOnlyItsRows() {
        assertThat(engine.query("SELECT l_comment FROM " + Engine.table(lineItem) + " LIMIT 5")
                        .getRowCount())
                .isEqualTo(5);
        assertThat(value("SELECT count(*) FROM (SELECT * FROM " + Engine.table(lineItem)
                        + " LIMIT 50) WHERE l_orderkey > 0"))
                .isEqualTo(50L);
    }

    @Test
    void aJoinFiltersWhatItReads() {
        String table = Engine.table(lineItem);
        Object joined = value("SELECT count(*) FROM " + table + " l JOIN (SELECT * FROM (VALUES 1, 7, 32) AS v(k)) o"
                + " ON l.l_orderkey = o.k");
        assertThat(joined).isEqualTo(value("SELECT count(*) FROM " + table + " WHERE l_orderkey IN (1, 7, 32)"));
        assertThat((long) joined).isPositive();
    }

    @Test
    void theNamesOfFoldersAreColumns() {
        String table = Engine.table(generated.resolve("tables/partitions"));
        assertThat(value("SELECT count(DISTINCT region) FROM " + table)).isEqualTo(6L);
        assertThat(value("SELECT count(*) FROM " + table + " WHERE region IS NULL AND day = 2"))
                .isEqualTo(100L);
        assertThat(value("SELECT min(region) FROM " + table + " WHERE region LIKE '50%'"))
                .isEqualTo("50%");
    }

    @Test
    void aColumnThatAFileDoesNotHaveIsNull() {
        String table = Engine.table(generated.resolve("tables/added-column/part-*"));
        // The columns are those of the first file, which does not have the added one.
        assertThat(engine.query("SELECT * FROM " + table).getTypes()).hasSize(2);
    }

    @Test
    void valuesThatDoNotFitTheTypeOfTheFirstFileAreRefused() {
        String table = Engine.table(generated.resolve("tables/widened"));
        assertThatThrownBy(() -> engine.query("SELECT sum(number) FROM " + table))
                .hasMessageContaining("part-1.parquet")
                .hasMessageContaining("number")
                .hasMessageContaining("int64");
    }

    @Test
    void partitionsAreTextsWhereThatIsWished() {
        Path files = generated.resolve("tables/partitions");
        assertThat(value("SELECT count(*) FROM TABLE(readahead.system.read_parquet(path => '" + files
                        + "', typed_partitions => false)) WHERE region IS NULL AND day = '2'"))
                .isEqualTo(100L);
    }

    @Test
    void readsSeveralPathsAsOneTable() {
        String some = "TABLE(readahead.system.read_parquet(paths => ARRAY['" + lineItem.resolve("part-00*.parquet")
                + "', '" + lineItem.resolve("part-01*.parquet") + "']))";
        assertThat(value("SELECT count(*) FROM " + some))
                .isEqualTo(value("SELECT count(*) FROM " + Engine.table(lineItem.resolve("part-0[01]*.parquet"))));
        String none = "TABLE(readahead.system.read_parquet())";
        assertThatThrownBy(() -> engine.query("SELECT * FROM " + none)).hasMessageContaining("path => '...'");
        String missing = "TABLE(readahead.system.read_parquet(paths => ARRAY['" + lineItem + "', '/nowhere/x']))";
        assertThatThrownBy(() -> engine.query("SELECT * FROM " + missing)).hasMessageContaining("/nowhere/x");
    }

    @Test
    void theColumnsOfAllFilesAreJoinedByName() {
        String added = union("tables/added-column");
        assertThat(engine.query("SELECT * FROM " + added).getTypes()).hasSize(3);
        String widened = union("tables/widened");
        assertThat(value("SELECT typeof(number) FROM " + widened + " LIMIT 1")).isEqualTo("bigint");
        long rows = (long) value("SELECT count(number) FROM " + widened);
        assertThat(rows).isPositive();
        assertThat(value("SELECT count(*) FROM " + widened + " WHERE number >= 0 OR number < 0"))
                .isEqualTo(rows);
    }

    private static String union(String table) {
        return "TABLE(readahead.system.read_parquet(path => '" + generated.resolve(table)
                + "', union_by_name => true))";
    }

    @Test
    void readsTimesAndIdentifiers() {
        assertThat(value("SELECT count(DISTINCT value) FROM " + Engine.table(generated.resolve("types/uuid.parquet"))))
                .isEqualTo(2L);
        assertThat(value("SELECT CAST(max(value) AS varchar) FROM "
                        + Engine.table(generated.resolve("types/time-micros.parquet"))))
                .isEqualTo("23:59:59.999999");
        assertThat(value("SELECT CAST(max(value) AS varchar) FROM "
                        + Engine.table(generated.resolve("types/time-millis.parquet"))))
                .isEqualTo("23:59:59.999");
    }

    @Test
    void aPathWithoutFilesIsNamed() {
        assertThatThrownBy(() -> engine.query("SELECT * FROM " + Engine.table(folder.resolve("nothing-here"))))
                .hasMessageContaining("nothing-here")
                .hasMessageContaining("no files");
        assertThatThrownBy(() -> engine.query("SELECT * FROM " + Engine.table(lineItem.resolve("[x"))))
                .hasMessageContaining("a [ has no ]");
    }
}
