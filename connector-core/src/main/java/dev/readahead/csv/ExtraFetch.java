package dev.readahead.csv;

import dev.readahead.fetch.Fetch;
import dev.readahead.fetch.FetchScheduler;
import dev.readahead.fetch.RangePlanner;
import dev.readahead.fetch.Urgency;
import dev.readahead.memory.Lease;
import dev.readahead.memory.MemoryAccount;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.StoredObject;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Bytes that a job turned out to need besides its own, and the array that they go into. Opened and closed by the
 * consumer; its memory is given back when no request writes to it any more.
 */
final class ExtraFetch implements AutoCloseable {
    private final byte[] bytes;
    private final Lease lease;
    private final List<Fetch<Void>> fetches = new ArrayList<>();
    private final CompletableFuture<Void> arrived;

    /**
     * @param room how much of the array is left free before the bytes
     * @param memory is charged; what is needed now is always admitted
     */
    ExtraFetch(
            FetchScheduler scheduler,
            StoredObject object,
            ByteRange range,
            int room,
            MemoryAccount memory,
            ScanMetrics metrics) {
        long length = room + range.length();
        lease = memory.reserveNeeded(length);
        try {
            bytes = new byte[Math.toIntExact(length)];
        } catch (Throwable e) {
            lease.close();
            throw e;
        }
        metrics.add(ScanMetrics.Counter.UNPLANNED_READS, 1);
        metrics.add(ScanMetrics.Counter.BYTES_NEEDED, range.length());
        for (ByteRange part : RangePlanner.split(range, scheduler.limits().maxRequestBytes())) {
            int offset = room + (int) (part.offset() - range.offset());
            fetches.add(scheduler.fetch(object, part, bytes, offset, Urgency.AWAITED, metrics));
        }
        arrived = CompletableFuture.allOf(fetches.stream().map(Fetch::result).toArray(CompletableFuture<?>[]::new));
    }

    /** Completes when all bytes are there, or when none will be written any more. */
    CompletableFuture<Void> arrived() {
        return arrived;
    }

    byte[] bytes() {
        return bytes;
    }

    @Override
    public void close() {
        fetches.forEach(Fetch::cancel);
        arrived.whenComplete((nothing, error) -> lease.close());
    }
}
