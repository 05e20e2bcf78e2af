package dev.readahead.it.data;

import org.apache.parquet.example.data.Group;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

import java.io.IOException;
import java.nio.file.Path;

/** Files of unusual sizes, and files with and without what helps to skip. */
final class ShapeFiles {
    private static final String FIELDS =
            "required int32 id; optional int64 number; optional binary text (STRING); optional double nothing;";
    private static final int ROWS = 10_000;
    private static final int ROWS_PER_GROUP = 2_500;
    private static final int MANY_PAGES_ROWS = 200_000;
    private static final int PAGE_BYTES = 1_024;

    private ShapeFiles() {}

    static void write(Path folder) throws IOException {
        ParquetFile.write(folder.resolve("no-rows.parquet"), FIELDS, 0, ShapeFiles::fill);
        ParquetFile.write(folder.resolve("one-row.parquet"), FIELDS, 1, ShapeFiles::fill);
        ParquetFile.write(
                folder.resolve("only-nulls.parquet"),
                "optional int32 a; optional binary b (STRING); optional group c { optional double d; }",
                ROWS,
                (row, index) -> {});
        ParquetFile.write(folder.resolve("many-columns.parquet"), manyColumns(), 100, (row, index) -> {
            for (int column = 0; column < 500; column++) {
                row.add("column" + column, index * column);
            }
        });
        ParquetFile.write(
                folder.resolve("many-pages.parquet"),
                FIELDS,
                MANY_PAGES_ROWS,
                ShapeFiles::fill,
                options -> options.withPageSize(PAGE_BYTES)
                        .withDictionaryEncoding(false)
                        .withCompressionCodec(CompressionCodecName.SNAPPY));
        ParquetFile.write(
                folder.resolve("many-row-groups.parquet"),
                FIELDS,
                ROWS,
                ShapeFiles::fill,
                options -> options.withRowGroupRowCountLimit(ROWS / 200));

        Path indexed = folder.resolve("page-index.parquet");
        ParquetFile.write(
                indexed,
                FIELDS,
                ROWS,
                ShapeFiles::fill,
                options -> options.withPageSize(PAGE_BYTES).withRowGroupRowCountLimit(ROWS_PER_GROUP));
        FooterEditor.edit(indexed, folder.resolve("no-page-index.parquet"), ShapeFiles::dropPageIndex);
        FooterEditor.edit(indexed, folder.resolve("no-statistics.parquet"), ShapeFiles::dropStatistics);
        ParquetFile.write(
                folder.resolve("bloom-filter.parquet"),
                FIELDS,
                ROWS,
                ShapeFiles::fill,
                options -> options.withBloomFilterEnabled("text", true)
                        .withBloomFilterEnabled("number", true)
                        .withDictionaryEncoding(false)
                        .withRowGroupRowCountLimit(ROWS_PER_GROUP));
        // Ascending ids in one file, all over the place in the other: with and without a use for statistics.
        ParquetFile.write(
                folder.resolve("shuffled.parquet"),
                FIELDS,
                ROWS,
                (row, index) -> fill(row, (int) (index * 7_919L % ROWS)),
                options -> options.withPageSize(PAGE_BYTES).withRowGroupRowCountLimit(ROWS_PER_GROUP));
    }

    static void fill(Group row, int index) {
        row.add("id", index);
        ParquetFile.add(row, "number", index % 10 == 0 ? null : index * 1_000L);
        ParquetFile.add(row, "text", index % 10 == 1 ? null : "text " + index);
    }

    private static String manyColumns() {
        StringBuilder fields = new StringBuilder();
        for (int column = 0; column < 500; column++) {
            fields.append("required int32 column").append(column).append("; ");
        }
        return fields.toString();
    }

    private static void dropPageIndex(FileMetaData footer) {
        for (RowGroup group : footer.getRow_groups()) {
            for (ColumnChunk chunk : group.getColumns()) {
                chunk.unsetColumn_index_offset();
                chunk.unsetColumn_index_length();
                chunk.unsetOffset_index_offset();
                chunk.unsetOffset_index_length();
            }
        }
    }

    private static void dropStatistics(FileMetaData footer) {
        dropPageIndex(footer);
        for (RowGroup group : footer.getRow_groups()) {
            group.unsetFile_offset();
            group.unsetTotal_compressed_size();
            for (ColumnChunk chunk : group.getColumns()) {
                chunk.getMeta_data().unsetStatistics();
                chunk.getMeta_data().unsetSize_statistics();
                chunk.getMeta_data().unsetEncoding_stats();
            }
        }
    }
}
