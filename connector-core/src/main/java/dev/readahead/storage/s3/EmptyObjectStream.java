package dev.readahead.storage.s3;

import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StoredObject;

import java.util.Objects;

/** The tail of an object that has no bytes, and no response to read it from. */
record EmptyObjectStream(StoredObject object) implements ObjectStream {
    @Override
    public long offset() {
        return 0;
    }

    @Override
    public long length() {
        return 0;
    }

    @Override
    public int read(byte[] target, int start, int count) {
        Objects.checkFromIndexSize(start, count, target.length);
        return -1;
    }

    @Override
    public void abort() {}

    @Override
    public void close() {}
}
