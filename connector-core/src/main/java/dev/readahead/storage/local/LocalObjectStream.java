package dev.readahead.storage.local;

import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.util.Objects;

/** A range of an open file. */
final class LocalObjectStream implements ObjectStream {
    /**
     * The JDK reads into an array by way of a native buffer of the size of the read, and keeps that buffer with the
     * thread. This bounds it; larger reads are not faster.
     */
    private static final int MAX_READ = 256 * 1024;

    private final StoredObject object;
    private final long offset;
    private final long length;
    private final FileChannel channel;

    private long position;
    private boolean closed;

    LocalObjectStream(StoredObject object, long offset, long length, FileChannel channel) {
        this.object = object;
        this.offset = offset;
        this.length = length;
        this.channel = channel;
    }

    @Override
    public StoredObject object() {
        return object;
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public int read(byte[] target, int start, int count) throws IOException {
        Objects.checkFromIndexSize(start, count, target.length);
        if (closed) {
            throw new IllegalStateException("closed: " + object.location());
        }
        if (position == length) {
            return -1;
        }
        if (count == 0) {
            return 0;
        }
        int wanted = (int) Math.min(Math.min(count, MAX_READ), length - position);
        int read = readChannel(ByteBuffer.wrap(target, start, wanted));
        if (read < 0) {
            throw new StorageException(
                    Reason.CHANGED,
                    operation() + ": the file was cut off there after it was opened. Run the query again");
        }
        position += read;
        return read;
    }

    private int readChannel(ByteBuffer target) throws StorageException {
        try {
            return channel.read(target, offset + position);
        } catch (ClosedChannelException e) {
            throw new StorageException(Reason.TRANSIENT, operation() + ": aborted or interrupted", e);
        } catch (IOException e) {
            throw new StorageException(Reason.TRANSIENT, operation() + ": " + e.getMessage(), e);
        }
    }

    private String operation() {
        return "reading bytes " + offset + "-" + (offset + length - 1) + " of " + object.location() + ", byte "
                + (offset + position) + " reached";
    }

    @Override
    public void abort() {
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing was written, so nothing is lost.
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        channel.close();
    }
}
