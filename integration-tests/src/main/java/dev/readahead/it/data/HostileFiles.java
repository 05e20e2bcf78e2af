package dev.readahead.it.data;

import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;

/** Files that are damaged or lie about themselves. Every reader must refuse each with an error and without harm. */
final class HostileFiles {
    private static final int ROWS = 5_000;
    private static final int ABSURD = 2_000_000_000;

    private HostileFiles() {}

    static void write(Path folder) throws IOException {
        Path valid = folder.resolve("valid.tmp");
        ParquetFile.write(
                valid,
                "required int32 id; optional int64 number; optional binary text (STRING);",
                ROWS,
                (row, index) -> {
                    row.add("id", index);
                    row.add("number", index * 1_000L);
                    row.add("text", "text " + index);
                },
                options -> options.withDictionaryEncoding(false));
        byte[] bytes = Files.readAllBytes(valid);
        int length = bytes.length;

        save(folder, "empty", new byte[0]);
        save(folder, "one-byte", new byte[] {'P'});
        save(folder, "only-magic", "PAR1".getBytes(StandardCharsets.US_ASCII));
        save(folder, "twice-magic", "PAR1PAR1".getBytes(StandardCharsets.US_ASCII));
        save(folder, "no-parquet", "id,text\n1,one\n2,two\n".getBytes(StandardCharsets.US_ASCII));
        save(folder, "cut-in-pages", Arrays.copyOf(bytes, length / 2));
        save(folder, "cut-in-footer", Arrays.copyOf(bytes, length - 20));
        save(folder, "cut-in-magic", Arrays.copyOf(bytes, length - 1));
        // The end is there but half the pages are not: every offset in the footer points too far.
        save(
                folder,
                "hole-in-pages",
                concatenate(Arrays.copyOf(bytes, 100), Arrays.copyOfRange(bytes, length / 2, length)));
        save(folder, "wrong-magic-at-end", patched(bytes, length - 4, "PARX".getBytes(StandardCharsets.US_ASCII)));
        save(folder, "footer-length-beyond-file", patched(bytes, length - 8, littleEndian(length)));
        save(folder, "footer-length-negative", patched(bytes, length - 8, littleEndian(-1)));
        save(folder, "footer-length-huge", patched(bytes, length - 8, littleEndian(Integer.MAX_VALUE)));
        save(folder, "footer-length-zero", patched(bytes, length - 8, littleEndian(0)));
        byte[] noise = bytes.clone();
        Arrays.fill(noise, length - 200, length - 8, (byte) 0xff);
        save(folder, "footer-of-noise", noise);

        lie(valid, folder, "chunk-beyond-file", chunk -> chunk.setData_page_offset(length + 1_000_000L));
        lie(valid, folder, "chunk-offset-negative", chunk -> chunk.setData_page_offset(-8));
        lie(valid, folder, "chunk-length-beyond-file", chunk -> chunk.setTotal_compressed_size(length * 10L));
        lie(valid, folder, "chunk-length-absurd", chunk -> chunk.setTotal_compressed_size(Long.MAX_VALUE / 2));
        lie(valid, folder, "chunk-length-negative", chunk -> chunk.setTotal_compressed_size(-1));
        lie(valid, folder, "values-too-many", chunk -> chunk.setNum_values(ABSURD));
        FooterEditor.edit(valid, folder.resolve("rows-too-many.parquet"), footer -> {
            footer.setNum_rows(ABSURD);
            footer.getRow_groups().get(0).setNum_rows(ABSURD);
        });
        FooterEditor.edit(
                valid,
                folder.resolve("schema-children-absurd.parquet"),
                footer -> footer.getSchema().get(0).setNum_children(ABSURD));
        FooterEditor.edit(
                valid,
                folder.resolve("chunk-missing.parquet"),
                footer -> footer.getRow_groups().get(0).getColumns().remove(0));
        Files.delete(valid);
    }

    private static void lie(Path valid, Path folder, String name, Consumer<ColumnMetaData> edit) throws IOException {
        FooterEditor.edit(valid, folder.resolve(name + ".parquet"), footer -> edit.accept(firstChunk(footer)));
    }

    private static ColumnMetaData firstChunk(FileMetaData footer) {
        return footer.getRow_groups().get(0).getColumns().get(0).getMeta_data();
    }

    private static void save(Path folder, String name, byte[] bytes) throws IOException {
        Files.write(folder.resolve(name + ".parquet"), bytes);
    }

    private static byte[] patched(byte[] bytes, int position, byte[] patch) {
        byte[] copy = bytes.clone();
        System.arraycopy(patch, 0, copy, position, patch.length);
        return copy;
    }

    private static byte[] littleEndian(int number) {
        return ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(number)
                .array();
    }

    private static byte[] concatenate(byte[] left, byte[] right) {
        return ByteBuffer.allocate(left.length + right.length)
                .put(left)
                .put(right)
                .array();
    }
}
