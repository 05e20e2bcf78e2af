package dev.readahead.trino;

import dev.readahead.storage.ByteRange;
import dev.readahead.storage.Interruption;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;
import dev.readahead.storage.local.LocalObjectStore;

import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Local files that answer no request before the gate is opened. */
final class GatedStore implements ObjectStore {
    private final ObjectStore files = new LocalObjectStore();
    private final CountDownLatch gate = new CountDownLatch(1);

    void openGate() {
        gate.countDown();
    }

    private void pass() throws StorageException {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StorageException(Reason.TRANSIENT, "interrupted", e);
        }
    }

    @Override
    public ObjectStream open(StoredObject object, ByteRange range, Interruption interruption) throws IOException {
        pass();
        return files.open(object, range, interruption);
    }

    @Override
    public ObjectStream openTail(
            ObjectLocation location, Optional<String> expected, long length, Interruption interruption)
            throws IOException {
        pass();
        return files.openTail(location, expected, length, interruption);
    }

    @Override
    public StoredObject head(ObjectLocation location, Interruption interruption) throws IOException {
        return files.head(location, interruption);
    }

    @Override
    public Iterator<StoredObject> list(ObjectLocation prefix, Interruption interruption) throws IOException {
        return files.list(prefix, interruption);
    }

    @Override
    public void close() {
        files.close();
    }
}
