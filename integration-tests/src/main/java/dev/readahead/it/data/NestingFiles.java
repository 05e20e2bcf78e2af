package dev.readahead.it.data;

import org.apache.parquet.example.data.Group;

import java.io.IOException;
import java.nio.file.Path;

/** Structs, lists and maps in today's and in older notations. */
final class NestingFiles {
    private static final int ROWS = 3_000;
    private static final int DEPTH = 6;

    private NestingFiles() {}

    static void write(Path folder) throws IOException {
        ParquetFile.write(
                folder.resolve("struct.parquet"),
                "required int32 id; optional group pair { optional int32 left; optional binary right (STRING);"
                        + " optional group inner { required int64 value; } }",
                ROWS,
                NestingFiles::fillStruct);
        ParquetFile.write(
                folder.resolve("list.parquet"),
                "required int32 id; optional group items (LIST) { repeated group list { optional int32 element; } }",
                ROWS,
                (row, index) -> fillList(row, index, "items", "list", "element"));
        ParquetFile.write(
                folder.resolve("map.parquet"),
                "required int32 id; optional group entries (MAP) { repeated group key_value {"
                        + " required binary key (STRING); optional int64 value; } }",
                ROWS,
                NestingFiles::fillMap);
        ParquetFile.write(
                folder.resolve("list-of-struct.parquet"),
                "required int32 id; optional group items (LIST) { repeated group list { optional group element {"
                        + " optional int32 number; optional group tags (LIST) { repeated group list {"
                        + " optional binary element (STRING); } } } } }",
                ROWS,
                NestingFiles::fillListOfStruct);
        // Lists of two levels, as written before the notation of three levels was agreed on.
        ParquetFile.write(
                folder.resolve("list-legacy-array.parquet"),
                "required int32 id; optional group items (LIST) { repeated int32 array; }",
                ROWS,
                (row, index) -> fillTwoLevels(row, index, "array"));
        ParquetFile.write(
                folder.resolve("list-legacy-tuple.parquet"),
                "required int32 id; optional group items (LIST) { repeated int32 items_tuple; }",
                ROWS,
                (row, index) -> fillTwoLevels(row, index, "items_tuple"));
        ParquetFile.write(
                folder.resolve("repeated-without-list.parquet"),
                "required int32 id; repeated int32 items;",
                ROWS,
                (row, index) -> {
                    row.add("id", index);
                    for (int item = 0; item < index % 4; item++) {
                        row.add("items", index + item);
                    }
                });
        ParquetFile.write(
                folder.resolve("map-legacy.parquet"),
                "required int32 id; optional group entries (MAP_KEY_VALUE) { repeated group map {"
                        + " required binary key (STRING); optional int64 value; } }",
                ROWS,
                (row, index) -> {
                    row.add("id", index);
                    Group map = row.addGroup("entries").addGroup("map");
                    map.add("key", "key" + index);
                    map.add("value", (long) index);
                });
        writeDeep(folder.resolve("deep.parquet"));
    }

    private static void fillStruct(Group row, int index) {
        row.add("id", index);
        if (index % 5 == 0) {
            return;
        }
        Group pair = row.addGroup("pair");
        ParquetFile.add(pair, "left", index % 3 == 0 ? null : index);
        ParquetFile.add(pair, "right", index % 4 == 0 ? null : "right" + index);
        if (index % 7 != 0) {
            pair.addGroup("inner").add("value", (long) index);
        }
    }

    private static void fillList(Group row, int index, String field, String repeated, String element) {
        row.add("id", index);
        if (index % 6 == 0) {
            return;
        }
        Group list = row.addGroup(field);
        for (int item = 0; item < index % 6 - 1; item++) {
            ParquetFile.add(list.addGroup(repeated), element, item == 2 ? null : index * 10 + item);
        }
    }

    private static void fillTwoLevels(Group row, int index, String repeated) {
        row.add("id", index);
        if (index % 5 == 0) {
            return;
        }
        Group list = row.addGroup("items");
        for (int item = 0; item < index % 5 - 1; item++) {
            list.add(repeated, index + item);
        }
    }

    private static void fillMap(Group row, int index) {
        row.add("id", index);
        if (index % 6 == 0) {
            return;
        }
        Group map = row.addGroup("entries");
        for (int entry = 0; entry < index % 6 - 1; entry++) {
            Group pair = map.addGroup("key_value");
            pair.add("key", "key" + entry);
            ParquetFile.add(pair, "value", entry == 1 ? null : (long) index);
        }
    }

    private static void fillListOfStruct(Group row, int index) {
        row.add("id", index);
        Group list = row.addGroup("items");
        for (int item = 0; item < index % 4; item++) {
            Group wrapper = list.addGroup("list");
            if (item == 1) {
                continue;
            }
            Group element = wrapper.addGroup("element");
            ParquetFile.add(element, "number", item == 2 ? null : index);
            Group tags = element.addGroup("tags");
            for (int tag = 0; tag < item; tag++) {
                tags.addGroup("list").add("element", "tag" + tag);
            }
        }
    }

    private static void writeDeep(Path file) throws IOException {
        StringBuilder type = new StringBuilder("optional int32 element;");
        for (int level = 0; level < DEPTH; level++) {
            String name = level == DEPTH - 1 ? "items" : "element";
            type.insert(0, "optional group " + name + " (LIST) { repeated group list { ")
                    .append(" } }");
        }
        ParquetFile.write(file, "required int32 id; " + type, ROWS, (row, index) -> {
            row.add("id", index);
            addLists(row, "items", DEPTH, index);
        });
    }

    private static void addLists(Group parent, String field, int levels, int index) {
        if (levels == 0) {
            ParquetFile.add(parent, field, index % 9 == 0 ? null : index);
            return;
        }
        Group list = parent.addGroup(field);
        // Rows end at different depths, and some lists have two members.
        int members = index % (levels + 2) == 0 ? 0 : 1 + index % 2;
        for (int member = 0; member < members; member++) {
            addLists(list.addGroup("list"), "element", levels - 1, index + member);
        }
    }
}
