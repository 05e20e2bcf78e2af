package dev.readahead.storage.local;

import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StoredObject;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A part of a file. */
final class LocalObjectStream implements ObjectStream {
    private final StoredObject object;
    private final long offset;
    private final long length;
    private final FileChannel channel;
    private long reached;

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
    public int read(byte[] target, int targetOffset, int most) throws IOException {
        int count = (int) Math.min(most, length - reached);
        if (count == 0) {
            return -1;
        }
        int read = channel.read(ByteBuffer.wrap(target, targetOffset, count), offset + reached);
        reached += Math.max(read, 0);
        return read;
    }

    @Override
    public void abort() {
        // A read of a local file does not wait for anybody.
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
