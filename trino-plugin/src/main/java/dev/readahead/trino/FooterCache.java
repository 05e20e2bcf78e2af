package dev.readahead.trino;

import dev.readahead.fetch.Fetch;
import dev.readahead.fetch.FetchScheduler;
import dev.readahead.fetch.ObjectTail;
import dev.readahead.fetch.Urgency;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;
import io.airlift.slice.Slices;
import io.trino.parquet.ParquetCorruptionException;
import io.trino.parquet.ParquetDataSourceId;
import io.trino.parquet.metadata.BlockMetadata;
import io.trino.parquet.metadata.ParquetMetadata;
import io.trino.parquet.reader.MetadataReader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The footers that Trino's reader parsed, by the version of their file. Thread-safe.
 *
 * <p>A footer costs one request for the end of the file; a small file comes whole by it. Scans that want the same
 * footer at the same time share the request, and a failure is not remembered.
 */
final class FooterCache {
    /** A file that is not larger is read whole. */
    private static final int WHOLE_FILE_BYTES = 1 << 20;

    private static final int LEAST_TAIL_BYTES = 64 << 10;

    /** The share of a file that its footer and page indexes seldom exceed. */
    private static final long TAIL_SHARE = 100;

    /** What a parsed footer takes on the heap, in multiples of its encoded form. */
    private static final long PARSED_FACTOR = 10;

    /** The length of the footer and the magic behind it. */
    private static final int TRAILER_BYTES = 8;

    private static final int MOST_FOOTER_BYTES = 512 << 20;

    private final long mostBytes;
    private final LinkedHashMap<Key, Footer> footers = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<Key, Load> loading = new HashMap<>();
    private long bytes;

    /** @param mostBytes how much heap the cached footers may take; 0 caches nothing */
    FooterCache(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** How many bytes a load of a file's footer holds. */
    static int tailBytes(long fileLength) {
        if (fileLength <= WHOLE_FILE_BYTES) {
            return (int) Math.max(TRAILER_BYTES, fileLength);
        }
        return Math.clamp(fileLength / TAIL_SHARE, LEAST_TAIL_BYTES, WHOLE_FILE_BYTES);
    }

    Load get(FetchScheduler scheduler, StoredObject object, Urgency urgency, ScanMetrics metrics) {
        Key key = Key.of(scheduler, object);
        Load load;
        Fetch<ObjectTail> tail;
        synchronized (this) {
            Footer known = footers.get(key);
            if (known != null) {
                return new Load(CompletableFuture.completedFuture(known), Optional.empty());
            }
            Load shared = loading.get(key);
            if (shared != null) {
                return shared;
            }
            tail = scheduler.fetchTail(
                    object.location(), object.versionTag(), tailBytes(object.length()), urgency, metrics);
            load = new Load(new CompletableFuture<>(), Optional.of(tail));
            loading.put(key, load);
        }
        tail.result()
                .thenCompose(found -> complete(scheduler, object, found, metrics))
                .whenComplete((footer, error) -> {
                    // First into the cache, then to those who wait: they may ask again at once.
                    try {
                        finish(key, footer);
                    } finally {
                        load.hand(footer, error);
                    }
                });
        return load;
    }

    private static CompletableFuture<Footer> complete(
            FetchScheduler scheduler, StoredObject expected, ObjectTail tail, ScanMetrics metrics) {
        try {
            if (tail.object().length() != expected.length()) {
                throw new StorageException(
                        Reason.CHANGED,
                        expected.location() + ": the file had " + expected.length()
                                + " bytes when the query was planned and has "
                                + tail.object().length() + " now: run it again");
            }
            int footerBytes = footerBytes(expected, tail.bytes());
            if (footerBytes <= tail.bytes().length) {
                return CompletableFuture.completedFuture(parse(expected, footerBytes, tail.bytes(), tail.offset()));
            }
            byte[] whole = new byte[footerBytes];
            int missing = footerBytes - tail.bytes().length;
            System.arraycopy(tail.bytes(), 0, whole, missing, tail.bytes().length);
            long start = expected.length() - footerBytes;
            return scheduler
                    .fetch(tail.object(), new ByteRange(start, missing), whole, 0, Urgency.AWAITED, metrics)
                    .result()
                    .thenApply(nothing -> {
                        try {
                            return parse(expected, footerBytes, whole, start);
                        } catch (IOException e) {
                            throw new CompletionException(e);
                        }
                    });
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Length of the footer with its trailer, held against the length of the file. */
    private static int footerBytes(StoredObject object, byte[] end) throws IOException {
        if (end.length < TRAILER_BYTES) {
            throw corrupt(object, "it has only " + object.length() + " bytes");
        }
        long claimed = Integer.toUnsignedLong(ByteBuffer.wrap(end, end.length - TRAILER_BYTES, Integer.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .getInt())
                + TRAILER_BYTES;
        if (claimed > object.length() || claimed > MOST_FOOTER_BYTES) {
            // Without the magic at the end it is no length at all; Trino's parser tells these apart.
            MetadataReader.parseFooter(
                    id(object), object.length(), Slices.wrappedBuffer(end), Optional.empty(), Optional.empty());
            throw corrupt(object, "it claims a footer of " + claimed + " bytes in a file of " + object.length());
        }
        return (int) claimed;
    }

    private static Footer parse(StoredObject object, int footerBytes, byte[] tail, long tailOffset) throws IOException {
        ParquetMetadata metadata;
        List<BlockMetadata> blocks;
        try {
            metadata = MetadataReader.parseFooter(
                    id(object),
                    object.length(),
                    Slices.wrappedBuffer(tail, tail.length - footerBytes, footerBytes),
                    Optional.empty(),
                    Optional.empty());
            blocks = metadata.getBlocks();
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
            throw corrupt(object, "its footer cannot be parsed: " + e);
        }
        return new Footer(object, metadata, blocks, footerBytes, bytes(tailOffset, tail), tail.length);
    }

    private static JobBytes bytes(long offset, byte[] bytes) {
        return new JobBytes(new TreeMap<>(Map.of(offset, bytes)));
    }

    private static ParquetDataSourceId id(StoredObject object) {
        return new ParquetDataSourceId(object.location().toString());
    }

    private static ParquetCorruptionException corrupt(StoredObject object, String what) {
        return new ParquetCorruptionException(id(object), "%s", "not a Parquet file: " + what);
    }

    private synchronized void finish(Key key, Footer footer) {
        loading.remove(key);
        if (footer == null) {
            return;
        }
        Footer kept = withoutData(footer);
        if (weight(kept) > mostBytes) {
            return;
        }
        Footer replaced = footers.put(key, kept);
        bytes += weight(kept) - (replaced == null ? 0 : weight(replaced));
        Iterator<Footer> oldest = footers.values().iterator();
        while (bytes > mostBytes) {
            bytes -= weight(oldest.next());
            oldest.remove();
        }
    }

    /** A small file came whole: only its footer is kept for long. */
    private static Footer withoutData(Footer footer) {
        if (footer.object().length() > WHOLE_FILE_BYTES) {
            return footer;
        }
        long start = footer.object().length() - footer.footerBytes();
        byte[] end = new byte[footer.footerBytes()];
        footer.tail().copy(start, end, 0, end.length);
        return new Footer(
                footer.object(),
                footer.metadata(),
                footer.blocks(),
                footer.footerBytes(),
                bytes(start, end),
                end.length);
    }

    private static long weight(Footer footer) {
        return footer.tailBytes() + footer.footerBytes() * PARSED_FACTOR;
    }

    /**
     * A version of a file. The scheduler stands for the credentials: nobody gets a footer by what somebody else was
     * allowed to read.
     */
    private record Key(
            Object store,
            ObjectLocation location,
            long length,
            Optional<String> versionTag,
            Optional<Instant> modified) {
        static Key of(FetchScheduler scheduler, StoredObject object) {
            return new Key(
                    scheduler.storeIdentity(),
                    object.location(),
                    object.length(),
                    object.versionTag(),
                    object.versionTag().isPresent() ? Optional.empty() : object.lastModified());
        }
    }

    /** A footer that is there or on its way, for everybody who asked for it. */
    static final class Load {
        private final CompletableFuture<Footer> footer;
        private final Optional<Fetch<ObjectTail>> tail;

        private Load(CompletableFuture<Footer> footer, Optional<Fetch<ObjectTail>> tail) {
            this.footer = footer;
            this.tail = tail;
        }

        private void hand(Footer arrived, Throwable error) {
            if (error == null) {
                footer.complete(arrived);
            } else {
                footer.completeExceptionally(error instanceof CompletionException ? error.getCause() : error);
            }
        }

        /** Completed by a fetch thread. Cancelling it does not stop the load. */
        CompletableFuture<Footer> footer() {
            return footer.copy();
        }

        /** Somebody waits for it now. */
        void promote() {
            tail.ifPresent(Fetch::promote);
        }
    }
}
