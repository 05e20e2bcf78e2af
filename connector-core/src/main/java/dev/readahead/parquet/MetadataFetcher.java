package dev.readahead.parquet;

import dev.readahead.fetch.Fetch;
import dev.readahead.fetch.FetchScheduler;
import dev.readahead.fetch.RangePlanner;
import dev.readahead.fetch.Urgency;
import dev.readahead.memory.Lease;
import dev.readahead.memory.MemoryAccount;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.StoredObject;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/** Fetches the metadata that planning needs beside the footers, charged to the scan. Thread-safe. */
public final class MetadataFetcher implements AutoCloseable {
    private static final JobBytes NOTHING = new JobBytes(new TreeMap<>());

    private final MemoryAccount memory;
    private final ScanMetrics metrics;

    private final Object lock = new Object();
    private final Set<Fetch<Void>> open = new HashSet<>();
    private boolean closed;

    /**
     * @param memory what the bytes are charged to
     * @param metrics what the requests are counted in
     */
    public MetadataFetcher(MemoryAccount memory, ScanMetrics metrics) {
        this.memory = memory;
        this.metrics = metrics;
    }

    /**
     * Starts to fetch ranges of an object, joined to as few requests as they make. A fetch thread completes the future,
     * or the caller if there is nothing to fetch; it fails when the fetcher is closed before.
     *
     * @param ranges in any order
     * @param needed whether they are to be fetched even if the budget has no room
     * @return empty if there is no room
     */
    public Optional<CompletableFuture<Held>> fetch(
            FetchScheduler scheduler, StoredObject object, List<ByteRange> ranges, boolean needed) {
        List<ByteRange> requests = RangePlanner.coalesce(ranges, scheduler.link());
        long bytes = requests.stream().mapToLong(ByteRange::length).sum();
        Optional<Lease> lease =
                needed || bytes == 0 ? Optional.of(memory.reserveNeeded(bytes)) : memory.tryReserve(bytes);
        return lease.map(granted -> start(scheduler, object, requests, granted));
    }

    private CompletableFuture<Held> start(
            FetchScheduler scheduler, StoredObject object, List<ByteRange> requests, Lease lease) {
        if (requests.isEmpty()) {
            return CompletableFuture.completedFuture(new Held(NOTHING, lease));
        }
        TreeMap<Long, byte[]> segments = new TreeMap<>();
        List<CompletableFuture<Void>> arrivals = new ArrayList<>();
        for (ByteRange range : requests) {
            byte[] target = new byte[Math.toIntExact(range.length())];
            segments.put(range.offset(), target);
            Fetch<Void> fetch = scheduler.fetch(object, range, target, 0, Urgency.AWAITED, metrics);
            track(fetch);
            arrivals.add(fetch.result());
        }
        return CompletableFuture.allOf(arrivals.toArray(CompletableFuture[]::new))
                .handle((nothing, error) -> {
                    if (error == null && !isClosed()) {
                        return CompletableFuture.completedFuture(new Held(new JobBytes(segments), lease));
                    }
                    lease.close();
                    return CompletableFuture.<Held>failedFuture(
                            error == null ? new CancellationException("the scan was closed") : error);
                })
                .thenCompose(held -> held);
    }

    private void track(Fetch<Void> fetch) {
        boolean late;
        synchronized (lock) {
            late = closed;
            if (!late) {
                open.add(fetch);
            }
        }
        if (late) {
            fetch.cancel();
            return;
        }
        fetch.result().whenComplete((nothing, error) -> {
            synchronized (lock) {
                open.remove(fetch);
            }
        });
    }

    private boolean isClosed() {
        synchronized (lock) {
            return closed;
        }
    }

    /** Takes back what is under way. Its memory is given back when no request writes to it any more. */
    @Override
    public void close() {
        List<Fetch<Void>> useless;
        synchronized (lock) {
            closed = true;
            useless = List.copyOf(open);
        }
        useless.forEach(Fetch::cancel);
    }

    /** Bytes that are there, and what they are charged with; whoever takes them closes that. */
    public record Held(JobBytes bytes, Lease lease) {}
}
