package dev.readahead.trino;

import dev.readahead.it.data.LineItemLayout;
import dev.readahead.it.data.TpchData;
import dev.readahead.it.link.LinkProfile;
import dev.readahead.it.link.LinkServer;
import io.trino.testing.MaterializedResult;
import io.trino.testing.MaterializedRow;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReadCsvTest {
    private static final long LINE_ITEMS = 60_175;

    @TempDir
    static Path folder;

    private static Engine engine;
    private static LinkServer link;
    private static String parquet;
    private static String text;

    /** As {@code columns => DESCRIPTOR(...)} takes them. */
    private static String columns;

    @BeforeAll
    static void start() throws Exception {
        engine = Engine.start(
                Map.of("readahead.metastore", folder.resolve("definitions").toString()));
        parquet = Engine.table(new TpchData(folder, 0.01, progress -> {}).lineItem(LineItemLayout.HUNDRED_FILES));
        MaterializedResult rows = engine.query("SELECT * FROM " + parquet);
        text = text(rows);
        columns = IntStream.range(0, rows.getColumnNames().size())
                .mapToObj(i -> rows.getColumnNames().get(i) + " "
                        + rows.getTypes().get(i).getDisplayName())
                .collect(Collectors.joining(", ", "DESCRIPTOR(", ")"));
        write(TpchData.BUCKET + "/lineitem/lineitem.csv", text);
        link = LinkServer.start(folder, LinkProfile.objectStorage());
        engine.addS3("lake", link.endpoint());
        engine.query("CREATE SCHEMA readahead.texts WITH (location = '" + folder.resolve("texts") + "')");
    }

    @AfterAll
    static void stop() throws Exception {
        engine.close();
        link.close();
    }

    /** With a header; all values quoted that hold what must be, and some line ends in values. */
    private static String text(MaterializedResult rows) {
        StringBuilder csv = new StringBuilder(String.join(",", rows.getColumnNames())).append('\n');
        for (MaterializedRow row : rows) {
            csv.append(row.getFields().stream()
                            .map(value ->
                                    String.valueOf(value).contains(",") ? '"' + value.toString() + '"' : "" + value)
                            .collect(Collectors.joining(",")))
                    .append('\n');
        }
        return csv.toString();
    }

    private static Path write(String name, String text) throws Exception {
        return write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static Path write(String name, byte[] bytes) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, bytes);
    }

    private static byte[] gzip(String text) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static String csv(Path path, String... arguments) {
        return "TABLE(readahead.system.read_csv(path => '" + path + "'"
                + List.of(arguments).stream().map(argument -> ", " + argument).collect(Collectors.joining()) + "))";
    }

    private static List<String> rows(String sql) {
        return engine.query(sql).getMaterializedRows().stream()
                .map(row -> row.getFields().toString())
                .toList();
    }

    private static void sameAsParquet(String table) {
        assertThat(rows("SELECT count(*) FROM " + table)).containsExactly("[" + LINE_ITEMS + "]");
        assertThat(rows("SELECT * FROM " + parquet + " EXCEPT SELECT * FROM " + table))
                .isEmpty();
        assertThat(rows("SELECT * FROM " + table + " EXCEPT SELECT * FROM " + parquet))
                .isEmpty();
    }

    @Test
    void allRowsAndTypesAreThoseOfTheParquetFiles() throws Exception {
        Path file = write("plain/lineitem.csv", text);
        sameAsParquet(csv(file, "header => true", "columns => " + columns));
        sameAsParquet(csv(write("gzip/lineitem.csv.gz", gzip(text)), "header => true", "columns => " + columns));
        sameAsParquet("TABLE(lake.system.read_csv(path => 's3://" + TpchData.BUCKET
                + "/lineitem', header => true, columns => " + columns + "))");
    }

    @Test
    void whatIsNotSaidIsFoundInTheFile() throws Exception {
        Path file = write("found/items.csv", """
                Item;Price;Bought;Note
                1;12.50;2024-02-29;"two
                lines; and ""more\"""
                2;;2024-03-01;
                """);

        MaterializedResult found = engine.query("SELECT * FROM " + csv(file));
        assertThat(found.getColumnNames()).containsExactly("item", "price", "bought", "note");
        assertThat(found.getTypes().stream().map(type -> type.getDisplayName()).toList())
                .containsExactly("bigint", "double", "date", "varchar");
        assertThat(rows("SELECT * FROM " + csv(file)))
                .containsExactlyInAnyOrder(
                        "[1, 12.5, 2024-02-29, two\nlines; and \"more\"]", "[2, null, 2024-03-01, null]");
    }

    @Test
    void everyTypeIsReadAsItsValuesSay() throws Exception {
        Path file = write("types/all.csv", """
                true,-128,32767,-2147483648,9223372036854775807,1.5,-2.25e10,1.25,12345678901234567890.123456789,\
                2024-02-29,2024-02-29 12:34:56.789567,2024-02-29T12:34:56.789567+02:00,abc,héé
                ,,,,,,,,,,,,,
                """);
        String typed = "DESCRIPTOR(a boolean, b tinyint, c smallint, d integer, e bigint, f real, g double,"
                + " h decimal(5, 2), i decimal(38, 9), j date, k timestamp(3), l timestamp(6) with time zone,"
                + " m char(5), n varchar(3))";

        assertThat(rows("SELECT *, cast(k as varchar), cast(l as varchar), length(m) FROM "
                        + csv(file, "header => false", "columns => " + typed)))
                .containsExactlyInAnyOrder(
                        "[true, -128, 32767, -2147483648, 9223372036854775807, 1.5, -2.25E10, 1.25,"
                                + " 12345678901234567890.123456789, 2024-02-29, 2024-02-29T12:34:56.790,"
                                + " 2024-02-29T10:34:56.789567Z[UTC], abc  , héé, 2024-02-29 12:34:56.790,"
                                + " 2024-02-29 10:34:56.789567 UTC, 5]",
                        "[" + "null, ".repeat(16) + "null]");
    }

    @Test
    void whatIsNoValueOfItsTypeIsNamed() throws Exception {
        Path file = write("wrong/numbers.csv", "1,2\nx,4\n5,60000000000\n");

        assertThatThrownBy(
                        () -> engine.query("SELECT * FROM " + csv(file, "columns => DESCRIPTOR(a bigint, b bigint)")))
                .hasMessageContainingAll("numbers.csv", "column a", "'x'", "BIGINT");
        assertThatThrownBy(
                        () -> engine.query("SELECT b FROM " + csv(file, "columns => DESCRIPTOR(a bigint, b integer)")))
                .hasMessageContainingAll("numbers.csv", "column b", "60000000000", "INTEGER");
        assertThatThrownBy(() -> engine.query("SELECT a FROM "
                        + csv(file, "columns => DESCRIPTOR(a varchar, b varchar(3))") + " WHERE b <> ''"))
                .hasMessageContainingAll("column b", "varchar(3)");
    }

    @Test
    void malformedRecordsAreLeftOutOrKeptAsTheModeSays() throws Exception {
        Path file = write("modes/numbers.csv", "1,2\nx,4\n5\n7,8\n");
        String typed = "columns => DESCRIPTOR(a bigint, b bigint)";

        assertThat(rows("SELECT * FROM " + csv(file, typed, "mode => 'drop_malformed'")))
                .containsExactlyInAnyOrder("[1, 2]", "[7, 8]");
        assertThat(rows("SELECT count(*) FROM " + csv(file, typed, "mode => 'drop_malformed'")))
                .containsExactly("[2]");
        assertThat(rows("SELECT * FROM " + csv(file, typed, "mode => 'permissive'")))
                .containsExactlyInAnyOrder("[1, 2]", "[null, 4]", "[5, null]", "[7, 8]");
        String kept = csv(
                file,
                "columns => DESCRIPTOR(a bigint, b bigint, broken varchar)",
                "mode => 'permissive'",
                "malformed_record_column => 'broken'");
        assertThat(rows("SELECT broken, b FROM " + kept))
                .containsExactlyInAnyOrder("[null, 2]", "[x,4, 4]", "[5, null]", "[null, 8]");
        assertThat(rows("SELECT broken FROM " + kept + " WHERE broken IS NOT NULL"))
                .containsExactlyInAnyOrder("[x,4]", "[5]");
    }

    @Test
    void foldersOfFilesHavePartitionsAndHiddenColumnsNone() throws Exception {
        write("parts/day=2024-01-01/a.csv", "1\n2\n");
        write("parts/day=2024-01-02/b.csv", "3\n");
        Path place = folder.resolve("parts");

        String table = csv(place, "columns => DESCRIPTOR(a bigint)");
        assertThat(rows("SELECT a, day FROM " + table))
                .containsExactlyInAnyOrder("[1, 2024-01-01]", "[2, 2024-01-01]", "[3, 2024-01-02]");
        assertThat(rows("SELECT sum(a) FROM " + table + " WHERE day = DATE '2024-01-02'"))
                .containsExactly("[3]");
    }

    @Test
    void aTableOfCsvFilesHasAName() throws Exception {
        write("texts/items/a.csv", "id|name\n1|'a|b'\n2|NONE\n");
        engine.query("CREATE TABLE readahead.texts.items (id integer, name varchar) WITH (format = 'CSV',"
                + " csv_separator = '|', csv_quote = '''', csv_header = true, csv_null_value = 'NONE')");

        assertThat(rows("SELECT * FROM readahead.texts.items")).containsExactlyInAnyOrder("[1, a|b]", "[2, null]");
        assertThat(rows("SELECT \"$path\" FROM readahead.texts.items WHERE id = 1")
                        .getFirst())
                .contains("texts/items/a.csv");
        assertThat((String)
                        engine.query("SHOW CREATE TABLE readahead.texts.items").getOnlyValue())
                .contains("csv_separator = '|'", "csv_quote = ''''", "csv_header = true", "format = 'CSV'");
        engine.query("CALL readahead.system.register_table(schema_name => 'texts', table_name => 'found', location => '"
                + folder.resolve("texts/items")
                + "', format => 'csv')");
        assertThat(rows("SELECT id FROM readahead.texts.found")).containsExactlyInAnyOrder("[1]", "[2]");

        assertThatThrownBy(() -> engine.query(
                        "CREATE TABLE readahead.texts.x (id integer) WITH (format = 'PARQUET', csv_header = true)"))
                .hasMessageContaining("only CSV has");
        assertThatThrownBy(
                        () -> engine.query("CREATE TABLE readahead.texts.x (id array(integer)) WITH (format = 'CSV')"))
                .hasMessageContainingAll("id", "array(integer)", "CSV");
        assertThatThrownBy(() -> engine.query(
                        "CREATE TABLE readahead.texts.x (id integer) WITH (format = 'CSV', csv_mode = 'lenient')"))
                .hasMessageContainingAll("fail_fast", "lenient");
    }

    @Test
    void filesWhoseHeadersDifferAreNoTable() throws Exception {
        write("headers/a.csv", "id,name\n1,a\n");
        write("headers/b.csv", "NAME,id\nb,2\n");
        Path place = folder.resolve("headers");

        refused(csv(place), "b.csv: the record at byte 0 (number 1 of the file) names column 1 'NAME', not 'id'");
        write("headers/b.csv", "ID,\"Name\"\n2,b\n");
        assertThat(rows("SELECT * FROM " + csv(place))).containsExactlyInAnyOrder("[1, a]", "[2, b]");
        write("headers/b.csv", "id\n2\n");
        refused(csv(place), "names 1 columns, not 2");
        String typed = "columns => DESCRIPTOR(id varchar, name varchar)";
        write("headers/b.csv", "NAME,id\nb,2\n");
        assertThat(rows("SELECT * FROM " + csv(place, typed, "header => true")))
                .containsExactlyInAnyOrder("[1, a]", "[b, 2]");
        refused(csv(place, typed, "header => true", "check_header => true"), "names column 1");
    }

    @Test
    void argumentsThatMakeNoSenseAreRefused() throws Exception {
        Path file = write("refused/a.csv", "1\n");
        String typed = "columns => DESCRIPTOR(a bigint)";
        refused(csv(file, typed, "quote => 'ab'"), "quote must be one character");
        refused(csv(file, typed, "separator => ''"), "delimiter must be one or more ASCII characters");
        refused(csv(file, typed, "mode => 'lax'"), "mode must be one of");
        refused(csv(file, typed, "encoding => 'utf-9'"), "encoding is not known: utf-9");
        refused(csv(file, typed, "compression => 'rar'"), "compression must be one of");
        refused(csv(file, typed, "malformed_record_column => 'x'"), "set the mode permissive");
        refused(csv(file, typed, "malformed_record_column => 'x'", "mode => 'permissive'"), "none of the columns");
        refused(csv(file, "columns => DESCRIPTOR(a map(bigint, bigint))"), "cannot be map(bigint, bigint)");
        refused(csv(folder.resolve("refused/none.csv"), typed), "none.csv");
    }

    @Test
    void compressionsThatAreNotReadAreNotTakenForText() throws Exception {
        Path file = write("compressed/a.csv.snappy", "1\n");
        refused(csv(file), "a.csv.snappy: files with the suffix .snappy");
        refused(csv(file, "columns => DESCRIPTOR(a bigint)"), "set the compression to none");
        assertThat(rows("SELECT * FROM " + csv(file, "columns => DESCRIPTOR(a bigint)", "compression => 'none'")))
                .containsExactly("[1]");
    }

    @Test
    void timesThatAClockLeavesOutAreThoseOfTheClockBefore() throws Exception {
        Path file = write("zones/a.csv", "2024-03-31T02:30:00\n2024-10-27T02:30:00\n2024-07-01T12:00:00\n");
        assertThat(rows("SELECT cast(t as varchar) FROM "
                        + csv(
                                file,
                                "time_zone => 'Europe/Berlin'",
                                "columns => DESCRIPTOR(t timestamp(0) with time zone)")))
                .containsExactlyInAnyOrder(
                        "[2024-03-31 01:30:00 UTC]", "[2024-10-27 00:30:00 UTC]", "[2024-07-01 10:00:00 UTC]");
    }

    private static void refused(String table, String message) {
        assertThatThrownBy(() -> engine.query("SELECT * FROM " + table)).hasMessageContaining(message);
    }

    @Test
    void oneFileIsReadByManySplitsAndFetchedInParallel() {
        link.reset();
        assertThat(rows("SELECT count(*), sum(l_quantity) FROM TABLE(lake.system.read_csv(path => 's3://"
                        + TpchData.BUCKET + "/lineitem', header => true, columns => " + columns + "))"))
                .isEqualTo(rows("SELECT count(*), sum(l_quantity) FROM " + parquet));
        assertThat(link.counters().bytes()).isLessThan((long) (1.2 * text.length()));
        assertThat(link.counters().inFlightPeak()).isGreaterThan(1);
    }
}
