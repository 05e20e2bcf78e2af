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
final class TailTask extends BodyTask<ObjectTail> {
    private final ObjectLocation location;
    private final Optional<String> versionTag;
    private final int mostBytes;

    private StoredObject object;
    private long offset;
    private volatile byte[] bytes;
    private volatile int arrived;

    TailTask(
            Dispatcher dispatcher,
            Lane lane,
            ObjectLocation location,
            Optional<String> versionTag,
            int mostBytes,
            Urgency urgency,
            ScanMetrics metrics) {
        super(dispatcher, lane, urgency, metrics);
        this.location = location;
        this.versionTag = versionTag;
        this.mostBytes = mostBytes;
    }

    @Override
    ObjectStream open(ObjectStore store, Interruption interruption) throws IOException {
        return bytes == null
                ? store.openTail(location, versionTag, mostBytes, interruption)
                : store.open(object, new ByteRange(offset + arrived, bytes.length - arrived), interruption);
    }

    @Override
    void begin(ObjectStream stream) throws IOException {
        if (bytes != null) {
            return;
        }
        if (stream.length() > mostBytes) {
            throw new StorageException(
                    StorageException.Reason.REFUSED,
                    location + ": asked for the last " + mostBytes + " bytes, the store sent " + stream.length());
        }
        object = stream.object();
        offset = stream.offset();
        bytes = new byte[Math.toIntExact(stream.length())];
    }

    @Override
    int read(ObjectStream stream) throws IOException {
        int read = stream.read(bytes, arrived, bytes.length - arrived);
        arrived += Math.max(read, 0);
        return read;
    }

    @Override
    ObjectTail value() {
        return new ObjectTail(object, offset, bytes);
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
