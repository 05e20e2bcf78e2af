package dev.readahead.fetch;

import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.StoredObject;

import java.io.IOException;

/** Fetches a range into a part of an array. A broken attempt is resumed at the byte that was reached. */
final class RangeTask extends FetchTask<Void> {
    private final StoredObject object;
    private final ByteRange range;
    private final byte[] target;
    private final int targetOffset;

    private volatile int arrived;

    RangeTask(
            FetchScheduler scheduler,
            StoredObject object,
            ByteRange range,
            byte[] target,
            int targetOffset,
            Urgency urgency,
            ScanMetrics metrics) {
        super(scheduler, urgency, metrics);
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
    Void attempt(ObjectStore store) throws IOException {
        if (remainingBytes() > 0) {
            ByteRange rest = new ByteRange(range.offset() + arrived, remainingBytes());
            drain(interruption -> store.open(object, rest, interruption), stream -> {
                int read = stream.read(target, targetOffset + arrived, (int) remainingBytes());
                arrived += Math.max(read, 0);
                return read;
            });
        }
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
