package dev.readahead.parquet;

import dev.readahead.fetch.FetchScheduler;
import dev.readahead.fetch.Urgency;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StoredObject;

import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

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
    private final Map<Key, Shared> loading = new HashMap<>();
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
        Shared begun;
        synchronized (this) {
            ParquetFooter known = footers.get(key);
            if (known != null) {
                return new Load(CompletableFuture.completedFuture(known), null);
            }
            Shared shared = loading.get(key);
            if (shared != null) {
                shared.users++;
                return new Load(shared.handed, shared);
            }
            int bytes = tailBytes(object.length());
            begun = new Shared(
                    FooterLoad.begin(scheduler, object.location(), Optional.of(object), bytes, urgency, metrics));
            loading.put(key, begun);
        }
        handOver(begun, arrived -> key);
        return new Load(begun.handed, begun);
    }

    /** The footer of a file of which only the place is known: the answer tells its length and version. */
    public Load get(FetchScheduler scheduler, ObjectLocation location, ScanMetrics metrics) {
        Shared begun = new Shared(FooterLoad.begin(
                scheduler, location, Optional.empty(), TailSize.UNKNOWN_BYTES, Urgency.AWAITED, metrics));
        handOver(begun, arrived -> arrived == null ? null : Key.of(scheduler, arrived.object()));
        return new Load(begun.handed, begun);
    }

    /** First into the cache, then to those who wait: they may ask again at once. */
    private void handOver(Shared shared, Function<ParquetFooter, Key> key) {
        shared.begun.footer().whenComplete((footer, error) -> {
            try {
                finish(key.apply(footer), shared, footer);
            } finally {
                shared.hand(footer, error);
            }
        });
    }

    private synchronized void finish(Key key, Shared shared, ParquetFooter footer) {
        shared.finished = true;
        loading.remove(key, shared);
        if (footer == null) {
            return;
        }
        tailSize.learn(footer);
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

    private void release(Shared shared) {
        synchronized (this) {
            if (--shared.users > 0 || shared.finished) {
                return;
            }
            loading.values().remove(shared);
        }
        shared.begun.load().cancel();
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
            Object store,
            ObjectLocation location,
            long length,
            Optional<String> versionTag,
            Optional<Instant> lastModified) {
        static Key of(FetchScheduler scheduler, StoredObject object) {
            return new Key(
                    scheduler.storeIdentity(),
                    object.location(),
                    object.length(),
                    object.versionTag(),
                    object.versionTag().isPresent() ? Optional.empty() : object.lastModified());
        }
    }

    /** A footer on its way and those who wait for it. The counts are guarded by the cache's lock. */
    private static final class Shared {
        private final FooterLoad.Begun begun;
        private final CompletableFuture<ParquetFooter> handed = new CompletableFuture<>();
        private int users = 1;
        private boolean finished;

        private Shared(FooterLoad.Begun begun) {
            this.begun = begun;
        }

        private void hand(ParquetFooter footer, Throwable error) {
            if (error == null) {
                handed.complete(footer);
            } else {
                handed.completeExceptionally(error instanceof CompletionException ? error.getCause() : error);
            }
        }
    }

    /** A footer that is there or on its way. Who asked for it closes it; a load that all have closed is taken back. */
    public final class Load implements AutoCloseable {
        private final CompletableFuture<ParquetFooter> footer;
        private final Shared shared;
        private final AtomicBoolean closed = new AtomicBoolean();

        /** @param shared null if the footer was in the cache */
        private Load(CompletableFuture<ParquetFooter> footer, Shared shared) {
            this.footer = footer;
            this.shared = shared;
        }

        /** Completed by a fetch thread. Cancelling it does not stop the load, which others may share. */
        public CompletableFuture<ParquetFooter> footer() {
            return footer.copy();
        }

        /** Whether it was in the cache, which holds it. */
        boolean isCached() {
            return shared == null;
        }

        /** Somebody waits for it now. */
        public void promote() {
            if (shared != null) {
                shared.begun.load().promote();
            }
        }

        /** The caller does not wait any more, or has the footer. Idempotent; any thread. */
        @Override
        public void close() {
            if (shared != null && closed.compareAndSet(false, true)) {
                release(shared);
            }
        }
    }
}
