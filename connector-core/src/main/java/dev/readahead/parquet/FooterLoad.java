package dev.readahead.parquet;

import dev.readahead.fetch.Fetch;
import dev.readahead.fetch.FetchScheduler;
import dev.readahead.fetch.ObjectTail;
import dev.readahead.fetch.Urgency;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A footer on its way: the end of the file, then what of the footer did not fit into it. Thread-safe. */
final class FooterLoad {
    private final FetchScheduler scheduler;
    private final ScanMetrics metrics;

    private final Object lock = new Object();
    private Fetch<?> underWay;
    private boolean cancelled;

    private FooterLoad(FetchScheduler scheduler, ScanMetrics metrics) {
        this.scheduler = scheduler;
        this.metrics = metrics;
    }

    /** A load, and the footer it brings; a fetch thread completes it. */
    record Begun(FooterLoad load, CompletableFuture<ParquetFooter> footer) {}

    /** @param expected the version that it must be, where one is known */
    static Begun begin(
            FetchScheduler scheduler,
            ObjectLocation location,
            Optional<StoredObject> expected,
            int tailBytes,
            Urgency urgency,
            ScanMetrics metrics) {
        FooterLoad load = new FooterLoad(scheduler, metrics);
        Optional<String> version = expected.flatMap(StoredObject::versionTag);
        Fetch<ObjectTail> tail = load.track(scheduler.fetchTail(location, version, tailBytes, urgency, metrics));
        CompletableFuture<ParquetFooter> footer = tail.result().thenCompose(found -> {
            try {
                expected.ifPresent(object -> requireSame(object, found.object()));
                return load.complete(found);
            } catch (IOException e) {
                throw new CompletionException(e);
            }
        });
        return new Begun(load, footer);
    }

    private static void requireSame(StoredObject expected, StoredObject found) {
        if (expected.length() != found.length()) {
            throw new CompletionException(new StorageException(
                    Reason.CHANGED,
                    expected.location() + ": the file had " + expected.length()
                            + " bytes when the query was planned and has " + found.length() + " now: run it again"));
        }
    }

    private CompletableFuture<ParquetFooter> complete(ObjectTail tail) throws IOException {
        ByteRange footer = FooterParser.locate(tail.object(), tail.bytes());
        if (footer.offset() >= tail.offset()) {
            return CompletableFuture.completedFuture(
                    FooterParser.parse(tail.object(), footer, tail.bytes(), tail.offset()));
        }
        int missing = (int) (tail.offset() - footer.offset());
        byte[] whole = new byte[Math.toIntExact(footer.length())];
        System.arraycopy(tail.bytes(), 0, whole, missing, tail.bytes().length);
        ByteRange rest = new ByteRange(footer.offset(), missing);
        return track(scheduler.fetch(tail.object(), rest, whole, 0, Urgency.AWAITED, metrics))
                .result()
                .thenApply(nothing -> {
                    try {
                        return FooterParser.parse(tail.object(), footer, whole, footer.offset());
                    } catch (IOException e) {
                        throw new CompletionException(e);
                    }
                });
    }

    private <T> Fetch<T> track(Fetch<T> fetch) {
        boolean late;
        synchronized (lock) {
            underWay = fetch;
            late = cancelled;
        }
        if (late) {
            fetch.cancel();
        }
        return fetch;
    }

    /** Somebody waits for it now. */
    void promote() {
        current().promote();
    }

    /** Nobody waits for it any more. The footer fails with a cancellation, unless it is there already. */
    void cancel() {
        synchronized (lock) {
            cancelled = true;
        }
        current().cancel();
    }

    private Fetch<?> current() {
        synchronized (lock) {
            return underWay;
        }
    }
}
