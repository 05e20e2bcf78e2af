package dev.readahead.it.bench;

import dev.readahead.storage.ByteRange;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StoredObject;
import dev.readahead.storage.s3.S3ObjectStore;

import java.io.EOFException;
import java.io.IOException;

/** A client that blocks, below the store as it is used. */
record StoreRangeClient(S3ObjectStore store, StoredObject object) implements RangeClient {
    @Override
    public void read(long offset, byte[] target) throws IOException {
        try (ObjectStream stream = store.open(object, new ByteRange(offset, target.length))) {
            for (int arrived = 0; arrived < target.length; ) {
                int read = stream.read(target, arrived, target.length - arrived);
                if (read < 0) {
                    throw new EOFException("byte " + (offset + arrived) + " of " + object.location());
                }
                arrived += read;
            }
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
