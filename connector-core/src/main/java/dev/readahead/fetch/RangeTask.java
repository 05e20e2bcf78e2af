package dev.readahead.fetch;

import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.Interruption;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StoredObject;

import java.io.IOException;

/** Fetches a range into a part of an array. A broken attempt is resumed at the byte that was reached. */
final class RangeTask extends BodyTask<Void> {
    private final StoredObject object;
    private final ByteRange range;
    private final byte[] target;
    private final int targetOffset;

    private volatile int arrived;

    RangeTask(
            Dispatcher dispatcher,
            Lane lane,
            StoredObject object,
            ByteRange range,
            byte[] target,
            int targetOffset,
            Urgency urgency,
            ScanMetrics metrics) {
        super(dispatcher, lane, urgency, metrics);
        if (targetOffset < 0 || range.length() > target.length - targetOffset) {
            throw new IllegalArgumentException(
                    range + " does not fit into " + target.length + " bytes from " + targetOffset);
        }
        this.object = object;
        this.range = range;
        this.target = target;
        this.targetOffset = targetOffset;
    }

    @Override
    ObjectStream open(ObjectStore store, Interruption interruption) throws IOException {
        return store.open(object, new ByteRange(range.offset() + arrived, remainingBytes()), interruption);
    }

    @Override
    void begin(ObjectStream stream) {}

    @Override
    int read(ObjectStream stream) throws IOException {
        int read = stream.read(target, targetOffset + arrived, (int) remainingBytes());
        arrived += Math.max(read, 0);
        return read;
    }

    @Override
    Void value() {
        return null;
    }

    @Override
    long remainingBytes() {
        return range.length() - arrived;
    }

    @Override
    long progress() {
        return arrived;
    }

    @Override
    String description() {
        return object.location() + ", " + range;
    }
}
