package dev.readahead.parquet;

import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.StoredObject;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds and parses a footer in the last bytes of a file.
 *
 * <p>A file ends with the footer, its length in four bytes (little-endian) and the magic {@code PAR1}, or {@code PARE}
 * if the footer is encrypted (apache/parquet-format, "File format"). Nothing is allocated by what these bytes claim
 * before it was held against the length of the file.
 */
final class FooterParser {
    /** Footer length and magic. */
    static final int TRAILER_BYTES = 8;

    /** More than any writer makes, and less than an array can hold. */
    static final int MOST_FOOTER_BYTES = 512 << 20;

    private static final int MAGIC_BYTES = 4;
    private static final int LEAST_FILE_BYTES = MAGIC_BYTES + TRAILER_BYTES;
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MAGIC_OF_ENCRYPTED_FOOTER = "PARE".getBytes(StandardCharsets.US_ASCII);

    private FooterParser() {}

    /**
     * Where the footer lies with its trailer, read from the last bytes.
     *
     * @param end at least the last {@value #TRAILER_BYTES} bytes of the file, or all of a shorter one
     */
    static ByteRange locate(StoredObject object, byte[] end) throws ParquetFormatException {
        if (object.length() < LEAST_FILE_BYTES || end.length < TRAILER_BYTES) {
            throw new ParquetFormatException(
                    object.location() + " is not a Parquet file: it has only " + object.length() + " bytes");
        }
        byte[] magic = Arrays.copyOfRange(end, end.length - MAGIC_BYTES, end.length);
        if (Arrays.equals(magic, MAGIC_OF_ENCRYPTED_FOOTER)) {
            throw new ParquetFormatException(object.location()
                    + " has an encrypted footer, which Readahead does not read: no keys are available");
        }
        if (!Arrays.equals(magic, MAGIC)) {
            throw new ParquetFormatException(object.location() + " is not a Parquet file: it ends with "
                    + Arrays.toString(magic) + " where " + Arrays.toString(MAGIC) + " (PAR1) is expected");
        }
        long footerBytes = ByteBuffer.wrap(end, end.length - TRAILER_BYTES, Integer.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .getInt()
                & 0xFFFFFFFFL;
        long start = object.length() - TRAILER_BYTES - footerBytes;
        if (footerBytes == 0 || start < MAGIC_BYTES) {
            throw new ParquetFormatException(object.location() + " is corrupt: it claims a footer of " + footerBytes
                    + " bytes in a file of " + object.length());
        }
        if (footerBytes > MOST_FOOTER_BYTES) {
            throw new ParquetFormatException(object.location() + ": a footer of " + footerBytes
                    + " bytes is larger than the " + MOST_FOOTER_BYTES + " that are read");
        }
        return new ByteRange(start, footerBytes + TRAILER_BYTES);
    }

    /**
     * Parses the footer.
     *
     * @param footer where it lies
     * @param tail the end of the file, which holds it
     * @param tailOffset where that begins
     */
    static ParquetFooter parse(StoredObject object, ByteRange footer, byte[] tail, long tailOffset) throws IOException {
        JobBytes bytes = new JobBytes(new TreeMap<>(Map.of(tailOffset, tail)));
        HeldInputStream stream = new HeldInputStream(object, position -> bytes, HeldInputStream.REFUSE);
        ParquetReadOptions options = PlannedFile.metadataOptions();
        ParquetMetadata metadata;
        try {
            metadata = ParquetFileReader.readFooter(new HeldInputFile(object, stream), options, stream);
        } catch (IOException | RuntimeException e) {
            throw new ParquetFormatException(
                    object.location() + " is corrupt: the footer at " + footer + " cannot be parsed: " + e.getMessage(),
                    e);
        } catch (OutOfMemoryError | StackOverflowError e) {
            throw new ParquetFormatException(
                    object.location() + " is corrupt: parsing the footer at " + footer + " exhausted the memory", e);
        }
        for (BlockMetaData block : metadata.getBlocks()) {
            if (block.getRowCount() < 0) {
                throw new ParquetFormatException(object.location() + " is corrupt: row group " + block.getOrdinal()
                        + " claims " + block.getRowCount() + " rows");
            }
        }
        return new ParquetFooter(object, metadata, bytes, new ByteRange(tailOffset, tail.length), footer);
    }

    /** The bytes of a column chunk, held against the length of the file and the rows of its row group. */
    static ByteRange rangeOf(StoredObject object, BlockMetaData block, ColumnChunkMetaData chunk)
            throws ParquetFormatException {
        long start = chunk.getStartingPos();
        long length = chunk.getTotalSize();
        if (start < 0 || length < 1 || start > object.length() - length) {
            throw new ParquetFormatException(
                    object.location() + " is corrupt: column " + chunk.getPath().toDotString()
                            + " of row group " + block.getOrdinal() + " claims " + length + " bytes from " + start
                            + " on in a file of " + object.length());
        }
        // Every row has a value in every column, be it null or an empty list; a decoder that runs out makes values up.
        if (chunk.getValueCount() < block.getRowCount()) {
            throw new ParquetFormatException(
                    object.location() + " is corrupt: column " + chunk.getPath().toDotString()
                            + " of row group " + block.getOrdinal() + " has " + chunk.getValueCount()
                            + " values for " + block.getRowCount() + " rows");
        }
        return new ByteRange(start, length);
    }
}
