package dev.readahead.csv;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Text of another encoding as UTF-8. Bytes that are no text in that encoding fail it. */
final class Utf8Stream extends InputStream {
    private static final int PIECE_CHARS = 8 << 10;

    private final InputStream source;
    private final Reader reader;
    private final char[] chars = new char[PIECE_CHARS];

    /** A surrogate whose other half is not there yet. */
    private int held;

    private byte[] bytes = new byte[0];
    private int at;

    Utf8Stream(InputStream source, Charset charset) {
        this.source = source;
        this.reader = new InputStreamReader(
                source,
                charset.newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
    }

    @Override
    public int read() throws IOException {
        return fill() ? bytes[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int most) throws IOException {
        if (most == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(most, bytes.length - at);
        System.arraycopy(bytes, at, target, offset, count);
        at += count;
        return count;
    }

    private boolean fill() throws IOException {
        while (at == bytes.length) {
            int count = reader.read(chars, held, chars.length - held);
            if (count < 0) {
                return false;
            }
            int length = held + count;
            held = Character.isHighSurrogate(chars[length - 1]) ? 1 : 0;
            bytes = new String(chars, 0, length - held).getBytes(StandardCharsets.UTF_8);
            chars[0] = chars[length - 1];
            at = 0;
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
