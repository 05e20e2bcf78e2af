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
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The footers of a JVM, by the version of their file. Thread-safe.
 *
 * <p>A footer costs one request for the end of the file, which usually brings the page indexes too. Scans that ask for
 * the same footer at the same time share the request. A failure is not remembered.
 */
public final class FooterCache {
    /** What a parsed footer takes on the heap, in multiples of its encoded form. */
    private static final long PARSED_FACTOR = 6;

    private final long mostBytes;
    private final TailSize tailSize = new TailSize();
    private final LinkedHashMap<Key, ParquetFooter> footers = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<Key, Load> loading = new HashMap<>();
    private long bytes;

    /** @param mostBytes how much heap the cached footers may take; 0 caches nothing */
    public FooterCache(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** How many bytes of the end of a file would be asked for now: all of a small file. */
    int tailBytes(long fileLength) {
        return tailSize.of(fileLength);
    }

    /** The footer of a known version of a file. */
    public Load get(FetchScheduler scheduler, StoredObject object, Urgency urgency, ScanMetrics metrics) {
        Key key = Key.of(scheduler, object);
        Load load;
        synchronized (this) {
            ParquetFooter known = footers.get(key);
            if (known != null) {
                return new Load(CompletableFuture.completedFuture(known), null);
            }
            Load shared = loading.get(key);
            if (shared != null) {
                return shared;
            }
            load = begin(scheduler, object.location(), Optional.of(object), urgency, metrics);
            loading.put(key, load);
        }
        load.arrived.whenComplete((footer, error) -> {
            // First into the cache, then to those who wait: they may ask again at once.
            try {
                finish(key, footer);
            } finally {
                load.hand(footer, error);
            }
        });
        return load;
    }

    /** The footer of a file of which only the place is known: the answer tells its length and version. */
    public Load get(FetchScheduler scheduler, ObjectLocation location, ScanMetrics metrics) {
        Load load = begin(scheduler, location, Optional.empty(), Urgency.AWAITED, metrics);
        load.arrived.whenComplete((footer, error) -> {
            try {
                if (footer != null) {
                    finish(Key.of(scheduler, footer.object()), footer);
                }
            } finally {
                load.hand(footer, error);
            }
        });
        return load;
    }

    private Load begin(
            FetchScheduler scheduler,
            ObjectLocation location,
            Optional<StoredObject> expected,
            Urgency urgency,
            ScanMetrics metrics) {
        int tailBytes = expected.map(object -> tailBytes(object.length())).orElse(TailSize.UNKNOWN_BYTES);
        Fetch<ObjectTail> tail =
                scheduler.fetchTail(location, expected.flatMap(StoredObject::versionTag), tailBytes, urgency, metrics);
        CompletableFuture<ParquetFooter> arrived = tail.result().thenCompose(found -> {
            try {
                expected.ifPresent(object -> requireSame(object, found.object()));
                return complete(scheduler, found, metrics);
            } catch (IOException e) {
                throw new CompletionException(e);
            }
        });
        return new Load(arrived, tail);
    }

    private static void requireSame(StoredObject expected, StoredObject found) {
        if (expected.length() != found.length()) {
            throw new CompletionException(new StorageException(
                    Reason.CHANGED,
                    expected.location() + ": the file had " + expected.length()
                            + " bytes when the query was planned and has " + found.length() + " now: run it again"));
        }
    }

    /** Parses the footer, after fetching the part of it that the tail does not hold. */
    private static CompletableFuture<ParquetFooter> complete(
            FetchScheduler scheduler, ObjectTail tail, ScanMetrics metrics) throws IOException {
        ByteRange footer = FooterParser.locate(tail.object(), tail.bytes());
        if (footer.offset() >= tail.offset()) {
            return CompletableFuture.completedFuture(
                    FooterParser.parse(tail.object(), footer, tail.bytes(), tail.offset()));
        }
        int missing = (int) (tail.offset() - footer.offset());
        byte[] whole = new byte[Math.toIntExact(footer.length())];
        System.arraycopy(tail.bytes(), 0, whole, missing, tail.bytes().length);
        ByteRange rest = new ByteRange(footer.offset(), missing);
        return scheduler
                .fetch(tail.object(), rest, whole, 0, Urgency.AWAITED, metrics)
                .result()
                .thenApply(nothing -> {
                    try {
                        return FooterParser.parse(tail.object(), footer, whole, footer.offset());
                    } catch (IOException e) {
                        throw new CompletionException(e);
                    }
                });
    }

    private synchronized void finish(Key key, ParquetFooter footer) {
        if (footer != null) {
            tailSize.learn(footer);
        }
        loading.remove(key);
        if (footer == null) {
            return;
        }
        ParquetFooter kept = footer.withoutData();
        if (weight(kept) > mostBytes) {
            return;
        }
        ParquetFooter replaced = footers.put(key, kept);
        bytes += weight(kept) - (replaced == null ? 0 : weight(replaced));
        Iterator<ParquetFooter> oldest = footers.values().iterator();
        while (bytes > mostBytes) {
            bytes -= weight(oldest.next());
            oldest.remove();
        }
    }

    private static long weight(ParquetFooter footer) {
        return footer.tailRange().length() + footer.footerRange().length() * PARSED_FACTOR;
    }

    /**
     * A version of a file. Where there is a version tag it says all; the time of change does not, as listings and
     * answers round it differently. The scheduler stands for the credentials: nobody gets a footer by what somebody
     * else was allowed to read.
     */
    private record Key(
            FetchScheduler scheduler,
            ObjectLocation location,
            long length,
            Optional<String> versionTag,
            Optional<Instant> lastModified) {
        static Key of(FetchScheduler scheduler, StoredObject object) {
            return new Key(
                    scheduler,
                    object.location(),
                    object.length(),
                    object.versionTag(),
                    object.versionTag().isPresent() ? Optional.empty() : object.lastModified());
        }
    }

    /** A footer that is there or on its way. */
    public static final class Load {
        private final CompletableFuture<ParquetFooter> arrived;
        private final CompletableFuture<ParquetFooter> handed;
        private final Fetch<ObjectTail> tail;

        private Load(CompletableFuture<ParquetFooter> arrived, Fetch<ObjectTail> tail) {
            this.arrived = arrived;
            this.handed = tail == null ? arrived : new CompletableFuture<>();
            this.tail = tail;
        }

        private void hand(ParquetFooter footer, Throwable error) {
            if (error == null) {
                handed.complete(footer);
            } else {
                handed.completeExceptionally(error instanceof CompletionException ? error.getCause() : error);
            }
        }

        /** Completed by a fetch thread. Cancelling it does not stop the load, which others may share. */
        public CompletableFuture<ParquetFooter> footer() {
            return handed.copy();
        }

        /** Whether it was in the cache, which holds it. */
        boolean isCached() {
            return tail == null;
        }

        /** Somebody waits for it now. */
        public void promote() {
            if (tail != null) {
                tail.promote();
            }
        }
    }
}
