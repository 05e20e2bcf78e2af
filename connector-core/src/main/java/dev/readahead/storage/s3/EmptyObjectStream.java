package dev.readahead.storage.s3;

import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StoredObject;

/** The tail of an object without bytes. */
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
    public int read(byte[] target, int offset, int length) {
        return -1;
    }

    @Override
    public void abort() {}

    @Override
    public void close() {}
}
