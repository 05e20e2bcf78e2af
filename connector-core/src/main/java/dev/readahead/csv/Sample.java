package dev.readahead.csv;

import dev.readahead.storage.ObjectLocation;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The first text of a file.
 *
 * @param text in UTF-8, without a byte order mark
 * @param encoding in which the file is
 * @param marked whether the file begins with a byte order mark
 * @param whole whether the file ends where the text ends
 */
record Sample(ObjectLocation file, byte[] text, Charset encoding, boolean marked, boolean whole) {
    /** Few compressed bytes may be text of any length. */
    private static final int MOST_TEXT_BYTES = 4 << 20;

    private static final int PIECE_BYTES = 64 << 10;

    static Sample of(ObjectLocation file, byte[] start, boolean whole, CsvOptions options, boolean encodingIsGiven)
            throws CsvException {
        boolean compressed = options.compressionOf(file) != Compression.NONE;
        if (!compressed) {
            return ofText(file, start, whole, options, encodingIsGiven);
        }
        try (InputStream text = options.compressionOf(file).decompress(new ByteArrayInputStream(start))) {
            Sample decompressed = read(file, text, whole, options.encoding());
            return ofText(file, decompressed.text, decompressed.whole, options, encodingIsGiven);
        } catch (IOException | RuntimeException e) {
            throw new CsvException(
                    file, "its first bytes cannot be decoded as " + options.compressionOf(file) + ": " + e, e);
        }
    }

    private static Sample ofText(
            ObjectLocation file, byte[] bytes, boolean whole, CsvOptions options, boolean encodingIsGiven)
            throws CsvException {
        Charset encoding =
                encodingIsGiven ? options.encoding() : markedUtf16(bytes).orElse(options.encoding());
        if (options.withEncoding(encoding).isUtf8()) {
            return withoutMark(file, bytes, encoding, whole);
        }
        try (InputStream text = new Utf8Stream(new ByteArrayInputStream(bytes), encoding)) {
            Sample transcoded = read(file, text, whole, encoding);
            return withoutMark(file, transcoded.text, encoding, transcoded.whole);
        } catch (IOException e) {
            throw new CsvException(file, "its first bytes cannot be decoded as " + encoding + ": " + e, e);
        }
    }

    private static Sample withoutMark(ObjectLocation file, byte[] text, Charset encoding, boolean whole) {
        int mark = ByteOrderMark.length(text, 0, text.length);
        return new Sample(file, Arrays.copyOfRange(text, mark, text.length), encoding, mark > 0, whole);
    }

    private static Optional<Charset> markedUtf16(byte[] bytes) {
        if (bytes.length < 2 || (bytes[0] ^ bytes[1]) != ((byte) 0xff ^ (byte) 0xfe)) {
            return Optional.empty();
        }
        return switch (bytes[0] & 0xff) {
            case 0xff -> Optional.of(StandardCharsets.UTF_16LE);
            case 0xfe -> Optional.of(StandardCharsets.UTF_16BE);
            default -> Optional.empty();
        };
    }

    /** What can be decoded of bytes that end anywhere. */
    private static Sample read(ObjectLocation file, InputStream text, boolean whole, Charset encoding)
            throws IOException {
        byte[] bytes = new byte[PIECE_BYTES];
        int length = 0;
        try {
            while (length < MOST_TEXT_BYTES) {
                if (length == bytes.length) {
                    bytes = Arrays.copyOf(bytes, 2 * length);
                }
                int count = text.read(bytes, length, bytes.length - length);
                if (count < 0) {
                    return new Sample(file, Arrays.copyOf(bytes, length), encoding, false, whole);
                }
                length += count;
            }
        } catch (IOException e) {
            if (whole || length == 0) {
                throw e;
            }
        }
        return new Sample(file, Arrays.copyOf(bytes, length), encoding, false, false);
    }
}
