package dev.readahead.it.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Tables of several files: partitions, many small files, changed schemas and odd names. */
final class TableFolders {
    /** One more than a listing returns at once. */
    static final int MANY_FILES = 1_001;

    private static final String FIELDS = "required int32 id; optional binary text (STRING);";
    private static final int ROWS = 100;

    private TableFolders() {}

    static void write(Path folder) throws IOException {
        for (int file = 0; file < MANY_FILES; file++) {
            part(folder.resolve("many-files/part-" + String.format("%05d", file) + ".parquet"), file, 3);
        }
        partitions(folder.resolve("partitions"));
        evolution(folder);
        oddNames(folder.resolve("odd-names"));
        part(folder.resolve("markers/part-0.parquet"), 0, ROWS);
        // Neither is data: writers leave them behind.
        Files.createFile(folder.resolve("markers/_SUCCESS"));
        Files.createFile(folder.resolve("markers/.hidden"));
    }

    private static void partitions(Path folder) throws IOException {
        // Escaped as Hive does it, and a value that stands for null.
        List<String> regions = List.of(
                "europe", "__HIVE_DEFAULT_PARTITION__", "north america", "50%25", "a%3Db", "a+b", "%C3%A9t%C3%A9");
        for (int index = 0; index < regions.size(); index++) {
            for (int day = 1; day <= 2; day++) {
                part(
                        folder.resolve("region=" + regions.get(index) + "/day=" + day + "/part.parquet"),
                        index * 2 + day,
                        ROWS);
            }
        }
    }

    private static void evolution(Path folder) throws IOException {
        part(folder.resolve("added-column/part-0.parquet"), 0, ROWS);
        ParquetFile.write(
                folder.resolve("added-column/part-1.parquet"),
                FIELDS + " optional double added;",
                ROWS,
                (row, index) -> {
                    row.add("id", ROWS + index);
                    row.add("text", "text " + index);
                    row.add("added", index / 2.0);
                });
        ParquetFile.write(
                folder.resolve("reordered/part-0.parquet"),
                "optional int32 a; optional binary b (STRING);",
                ROWS,
                (row, index) -> {
                    row.add("a", index);
                    row.add("b", "b" + index);
                });
        ParquetFile.write(
                folder.resolve("reordered/part-1.parquet"),
                "optional binary b (STRING); optional int32 a;",
                ROWS,
                (row, index) -> {
                    row.add("a", index);
                    row.add("b", "b" + index);
                });
        ParquetFile.write(
                folder.resolve("widened/part-0.parquet"),
                "required int32 id; optional int32 number;",
                ROWS,
                (row, index) -> {
                    row.add("id", index);
                    row.add("number", index);
                });
        ParquetFile.write(
                folder.resolve("widened/part-1.parquet"),
                "required int32 id; optional int64 number;",
                ROWS,
                (row, index) -> {
                    row.add("id", ROWS + index);
                    row.add("number", 1L << 40 | index);
                });
        ParquetFile.write(
                folder.resolve("case/upper-and-lower.parquet"),
                "optional int32 ID; optional binary Text (STRING);",
                ROWS,
                (row, index) -> {
                    row.add("ID", index);
                    row.add("Text", "text " + index);
                });
        ParquetFile.write(
                folder.resolve("ambiguous-case/part-0.parquet"),
                "optional int32 id; optional int32 ID;",
                ROWS,
                (row, index) -> {
                    row.add("id", index);
                    row.add("ID", -index);
                });
    }

    private static void oddNames(Path folder) throws IOException {
        List<String> names = List.of("a b", "a+b", "100%", "a%20b", "a#b", "a?b", "a=b", "été", "行", "a&b'c\"d");
        for (int index = 0; index < names.size(); index++) {
            part(folder.resolve(names.get(index) + ".parquet"), index, ROWS);
        }
    }

    private static void part(Path file, int number, int rows) throws IOException {
        ParquetFile.write(file, FIELDS, rows, (row, index) -> {
            row.add("id", number * rows + index);
            ParquetFile.add(row, "text", index % 9 == 8 ? null : "text " + index);
        });
    }
}
