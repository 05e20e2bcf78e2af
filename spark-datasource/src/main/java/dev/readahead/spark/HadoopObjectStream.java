package dev.readahead.spark;

import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StoredObject;
import org.apache.hadoop.fs.FSDataInputStream;

import java.io.IOException;

/** A part of a file of a Hadoop file system. */
final class HadoopObjectStream implements ObjectStream {
    private final StoredObject object;
    private final long offset;
    private final long length;
    private final FSDataInputStream input;
    private long reached;

    HadoopObjectStream(StoredObject object, long offset, long length, FSDataInputStream input) {
        this.object = object;
        this.offset = offset;
        this.length = length;
        this.input = input;
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
        try {
            int read = input.read(offset + reached, target, targetOffset, count);
            reached += Math.max(read, 0);
            return read;
        } catch (IOException e) {
            throw HadoopObjectStore.explain(object.location(), e);
        }
    }

    @Override
    public void abort() {
        // Hadoop's streams have no way to be broken off by another thread; the read ends by the file system's own time
        // limit.
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
