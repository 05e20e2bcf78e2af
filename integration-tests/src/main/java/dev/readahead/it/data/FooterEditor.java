package dev.readahead.it.data;

import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Changes what the footer of a file says and leaves the pages as they are. */
final class FooterEditor {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int LENGTH_AND_MAGIC = 8;

    private FooterEditor() {}

    /**
     * Writes a copy.
     *
     * @param source a valid file
     * @param edit gets the footer and changes it in place
     */
    static void edit(Path source, Path target, Consumer<FileMetaData> edit) throws IOException {
        byte[] bytes = Files.readAllBytes(source);
        int footerLength =
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - LENGTH_AND_MAGIC);
        int footerStart = bytes.length - LENGTH_AND_MAGIC - footerLength;
        FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(bytes, footerStart, footerLength));
        edit.accept(footer);

        ByteArrayOutputStream written = new ByteArrayOutputStream();
        Util.writeFileMetaData(footer, written);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(bytes, 0, footerStart);
        file.write(written.toByteArray());
        file.write(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(written.size())
                .array());
        file.write(MAGIC);
        Files.createDirectories(target.getParent());
        Files.write(target, file.toByteArray());
    }
}
