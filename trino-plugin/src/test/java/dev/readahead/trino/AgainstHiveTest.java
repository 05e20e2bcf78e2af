package dev.readahead.trino;

import dev.readahead.it.data.GeneratedFiles;
import dev.readahead.it.data.LineItemLayout;
import dev.readahead.it.data.Tpch;
import dev.readahead.it.data.TpchData;
import io.trino.testing.MaterializedResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The same files, read by Trino's Hive connector: the same rows. */
class AgainstHiveTest {
    private static final String REFUSAL = "refused";

    /** What Trino has no type for is refused by name, whatever Hive makes of its bytes. */
    private static final Set<String> REFUSED = Set.of(
            "types/float16.parquet",
            "types/interval.parquet",
            "types/time-nanos.parquet",
            "types/uint32.parquet",
            "types/uint64.parquet",
            "tables/ambiguous-case");

    /** What Hive has no type for, or reads only with partitions that are registered. */
    private static final Set<String> NOT_IN_HIVE =
            Set.of("types/time-micros.parquet", "types/time-millis.parquet", "types/uuid.parquet", "tables/partitions");

    /** Where no split of Hive's finds the row group, which then is missing from the answer. */
    private static final Set<String> LOST_BY_HIVE = Set.of("hostile/chunk-beyond-file.parquet");

    @TempDir
    static Path folder;

    private static Engine engine;
    private static int tables;

    @BeforeAll
    static void start() throws Exception {
        engine = Engine.start();
        engine.addHive(folder);
        engine.query("CREATE SCHEMA hive.same");
    }

    @AfterAll
    static void stop() {
        engine.close();
    }

    @ParameterizedTest
    @EnumSource(LineItemLayout.class)
    void lineItemIsTheSame(LineItemLayout layout) throws Exception {
        Path files = new TpchData(folder, 0.01, text -> {}).lineItem(layout);
        String ours = Engine.table(files);
        String hive = hiveTable(files, engine.query("SELECT * FROM " + ours + " LIMIT 0"));

        for (String sql : List.of(
                Tpch.Q1,
                Tpch.Q6,
                "SELECT * FROM lineitem ORDER BY l_orderkey, l_linenumber",
                "SELECT count(*) FROM lineitem",
                "SELECT count(*), sum(l_quantity) FROM lineitem WHERE l_orderkey = 100 OR l_orderkey > 59000",
                "SELECT max(l_comment) FROM lineitem WHERE l_shipmode = 'no such mode'")) {
            assertThat(rows(sql.replace("lineitem", ours)))
                    .as(sql)
                    .isNotEmpty()
                    .isEqualTo(rows(sql.replace("lineitem", hive)));
        }
    }

    @Test
    void everyGeneratedTableIsTheSame() throws Exception {
        GeneratedFiles generated = new GeneratedFiles(folder);
        List<String> different = new ArrayList<>();
        for (String key : generated.tables()) {
            if (!REFUSED.contains(key) && !NOT_IN_HIVE.contains(key)) {
                String found = compare(generated.folder().resolve(key));
                if (!found.isEmpty()) {
                    different.add(key + ": " + found);
                }
            }
        }
        assertThat(different).isEmpty();
    }

    @Test
    void typesThatTrinoDoesNotHaveAreRefusedByName() throws Exception {
        Path files = new GeneratedFiles(folder).folder();
        for (String key : REFUSED) {
            String table = Engine.table(files.resolve(key));
            assertThatThrownBy(() -> engine.query("SELECT * FROM " + table))
                    .as(key)
                    .hasMessageContaining(key)
                    .hasMessageContaining("column");
        }
    }

    @Test
    void damagedFilesAreRefusedWhereHiveRefusesThem() throws Exception {
        GeneratedFiles generated = new GeneratedFiles(folder);
        int refused = 0;
        for (String key : generated.hostileFiles()) {
            Path file = generated.folder().resolve(key);
            String ours = Engine.table(file);
            try {
                MaterializedResult schema = engine.query("SELECT * FROM " + ours + " LIMIT 0");
                String hive = hiveTable(file, schema);
                String actual = outcome("SELECT * FROM " + ours);
                String expected = LOST_BY_HIVE.contains(key) ? REFUSAL : outcome("SELECT * FROM " + hive);
                assertThat(actual).as(key).isEqualTo(expected);
                refused += actual.equals(REFUSAL) ? 1 : 0;
            } catch (RuntimeException e) {
                // There is no footer to make a table from.
                assertThat(e).as(key).hasMessageContaining(key);
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(10);
    }

    private static String compare(Path table) throws IOException {
        String ours = Engine.table(table);
        MaterializedResult schema = engine.query("SELECT * FROM " + ours + " LIMIT 0");
        String hive = hiveTable(table, schema);
        String expected = outcome("SELECT * FROM " + hive);
        String actual = outcome("SELECT " + comparable(schema) + " FROM " + ours);
        return actual.equals(expected) ? "" : "\n  " + shortened(actual) + "\n  instead of " + shortened(expected);
    }

    private static String shortened(String text) {
        return text.substring(0, Math.min(300, text.length()));
    }

    private static String outcome(String sql) {
        try {
            return rows(sql).stream().sorted().collect(Collectors.joining("\n"));
        } catch (RuntimeException e) {
            return REFUSAL;
        }
    }

    private static List<String> rows(String sql) {
        return engine.query(sql).getMaterializedRows().stream()
                .map(row -> IntStream.range(0, row.getFieldCount())
                        .mapToObj(field -> text(row.getField(field)))
                        .collect(Collectors.joining("|")))
                .toList();
    }

    private static String text(Object value) {
        return value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
    }

    /** A table of Hive over the same files, with the columns that were found in them. */
    private static String hiveTable(Path files, MaterializedResult schema) throws IOException {
        Path location = files;
        if (Files.isRegularFile(files)) {
            location = Files.createDirectories(folder.resolve("single-" + tables));
            Files.copy(files, location.resolve(files.getFileName()));
        }
        String name = "hive.same.t" + tables++;
        List<String> names = schema.getColumnNames();
        String columns = IntStream.range(0, names.size())
                .mapToObj(i -> '"' + names.get(i).replace("\"", "\"\"") + "\" "
                        + hiveType(schema.getTypes().get(i).getDisplayName()))
                .collect(Collectors.joining(", "));
        engine.query("CREATE TABLE " + name + " (" + columns
                + ") WITH (format = 'PARQUET', external_location = 'local:///" + folder.relativize(location) + "')");
        return name;
    }

    private static String hiveType(String type) {
        return type.startsWith("timestamp") ? "timestamp(9)" : type;
    }

    private static String comparable(MaterializedResult schema) {
        return IntStream.range(0, schema.getColumnNames().size())
                .mapToObj(i -> {
                    String column = '"' + schema.getColumnNames().get(i).replace("\"", "\"\"") + '"';
                    String type = schema.getTypes().get(i).getDisplayName();
                    if (type.endsWith("with time zone")) {
                        return "CAST(" + column + " AT TIME ZONE 'UTC' AS timestamp(9))";
                    }
                    return type.startsWith("timestamp") ? "CAST(" + column + " AS timestamp(9))" : column;
                })
                .collect(Collectors.joining(", "));
    }
}
