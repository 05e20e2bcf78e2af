package dev.readahead.it.link;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;

/** The content of a response. Not thread-safe; closed by who sends it. */
interface Body extends Closeable {
    long length();

    /**
     * Sends bytes without waiting.
     *
     * @return how many the channel took
     */
    long send(long position, long count, WritableByteChannel target) throws IOException;

    /** Bytes in memory. */
    record Bytes(byte[] content) implements Body {
        @Override
        public long length() {
            return content.length;
        }

        @Override
        public long send(long position, long count, WritableByteChannel target) throws IOException {
            return target.write(ByteBuffer.wrap(content, Math.toIntExact(position), Math.toIntExact(count)));
        }

        @Override
        public void close() {}
    }

    /** Part of a file, handed from the page cache to the socket by the kernel. */
    record FilePart(FileChannel file, long start, long length) implements Body {
        @Override
        public long send(long position, long count, WritableByteChannel target) throws IOException {
            long sent = file.transferTo(start + position, count, target);
            if (sent == 0 && file.size() <= start + position) {
                throw new EOFException("The file became shorter than " + (start + length) + " bytes");
            }
            return sent;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
