package dev.readahead.fetch;

import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.Interruption;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StoredObject;

import java.io.IOException;
import java.util.Optional;

/**
 * Fetches the last bytes of an object. Once the first answer has told its length and version, the rest is a plain
 * range.
 */
final class TailTask extends FetchTask<ObjectTail> {
    private final ObjectLocation location;
    private final Optional<String> versionTag;
    private final int mostBytes;

    private StoredObject object;
    private long offset;
    private byte[] bytes;
    private int arrived;

    TailTask(
            FetchScheduler scheduler,
            ObjectLocation location,
            Optional<String> versionTag,
            int mostBytes,
            Urgency urgency,
            ScanMetrics metrics) {
        super(scheduler, urgency, metrics);
        this.location = location;
        this.versionTag = versionTag;
        this.mostBytes = mostBytes;
    }

    @Override
    ObjectTail attempt(ObjectStore store) throws IOException {
        if (bytes == null || arrived < bytes.length) {
            drain(interruption -> open(store, interruption), stream -> {
                int read = stream.read(bytes, arrived, bytes.length - arrived);
                arrived += Math.max(read, 0);
                return read;
            });
        }
        return new ObjectTail(object, offset, bytes);
    }

    private ObjectStream open(ObjectStore store, Interruption interruption) throws IOException {
        if (bytes != null) {
            return store.open(object, new ByteRange(offset + arrived, bytes.length - arrived), interruption);
        }
        ObjectStream stream = store.openTail(location, versionTag, mostBytes, interruption);
        if (stream.length() > mostBytes) {
            stream.close();
            throw new StorageException(
                    StorageException.Reason.REFUSED,
                    location + ": asked for the last " + mostBytes + " bytes, the store sent " + stream.length());
        }
        object = stream.object();
        offset = stream.offset();
        bytes = new byte[Math.toIntExact(stream.length())];
        return stream;
    }

    @Override
    long remainingBytes() {
        return bytes == null ? mostBytes : bytes.length - arrived;
    }

    @Override
    long progress() {
        return arrived;
    }

    @Override
    String description() {
        return location + ", last " + mostBytes + " bytes";
    }
}
