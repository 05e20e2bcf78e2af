package dev.readahead.trino;

import dev.readahead.fetch.FetchScheduler;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.runtime.ReadaheadRuntime;
import dev.readahead.runtime.StoreKey;
import dev.readahead.storage.FolderContent;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectWriter;
import dev.readahead.storage.local.LocalObjectStore;
import dev.readahead.storage.local.LocalObjectWriter;
import dev.readahead.storage.s3.S3ObjectStore;
import dev.readahead.storage.s3.S3ObjectWriter;
import dev.readahead.table.TableFile;
import dev.readahead.table.TableListing;
import dev.readahead.table.TableLocation;
import dev.readahead.trino.metastore.Metastore;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The objects that a catalog may read. Catalogs with the same settings share connections and limits, and all catalogs
 * of a JVM share the memory budget. Thread-safe.
 */
final class Storage implements AutoCloseable {
    private static final Set<String> S3_SCHEMES = Set.of("s3", "s3a", "s3n");

    private final CatalogConfig config;
    private final ReadaheadRuntime runtime;
    private final FooterCache footers;

    /** Of definitions; null until one is written. */
    private ObjectWriter writer;

    Storage(CatalogConfig config) {
        this.config = config;
        this.runtime = ReadaheadRuntime.get(config::runtime);
        this.footers = runtime.shared(FooterCache.class, () -> new FooterCache(config.footerCacheBytes()));
    }

    ReadaheadRuntime runtime() {
        return runtime;
    }

    FooterCache footers() {
        return footers;
    }

    /** Where an object is fetched from. */
    FetchScheduler scheduler(ObjectLocation location) {
        requireKnown(location);
        if (isS3(location)) {
            return runtime.scheduler(new StoreKey("s3", config.s3()), () -> new S3ObjectStore(config.s3()));
        }
        return runtime.scheduler(new StoreKey("local", ""), LocalObjectStore::new);
    }

    private static boolean isS3(ObjectLocation location) {
        return S3_SCHEMES.contains(location.scheme());
    }

    /** Refuses what this catalog has nothing to do with. */
    private void requireKnown(ObjectLocation location) {
        if (location.scheme().equals(LocalObjectStore.SCHEME)) {
            requireAllowed(location);
        } else if (!isS3(location)) {
            throw new TrinoException(
                    StandardErrorCode.NOT_SUPPORTED,
                    "the scheme of " + location + " is not read: use s3:// or file://");
        }
    }

    private void requireAllowed(ObjectLocation location) {
        Path path = Path.of("/" + location.key()).normalize();
        boolean allowed = config.localRoot().map(path::startsWith).orElse(false);
        if (!allowed) {
            throw new TrinoException(
                    StandardErrorCode.PERMISSION_DENIED,
                    "this catalog may not read the local file " + location
                            + ": set fs.local.enabled and local.location to allow it");
        }
    }

    /**
     * The files at a place; a fetch thread completes the future.
     *
     * @param mayBeEmpty whether it is no failure if there are none
     */
    CompletableFuture<List<TableFile>> list(TableLocation place, boolean mayBeEmpty) {
        ScanMetrics metrics = new ScanMetrics(runtime.metrics());
        TableListing listing = new TableListing(scheduler(place.location()), metrics);
        return mayBeEmpty ? listing.find(place) : listing.files(place);
    }

    /** What lies directly in a folder, whose key is empty or has a slash at its end. */
    CompletableFuture<FolderContent> listFolder(ObjectLocation folder) {
        return scheduler(folder)
                .listFolder(folder, new ScanMetrics(runtime.metrics()))
                .result();
    }

    /** The definitions in a folder. */
    Metastore metastore(String folder) {
        ObjectLocation location = TableLocation.parse(folder.endsWith("/") ? folder : folder + "/")
                .location();
        return new Metastore(location, scheduler(location), () -> writer(location), new ScanMetrics(runtime.metrics()));
    }

    private synchronized ObjectWriter writer(ObjectLocation location) {
        if (writer == null) {
            writer = isS3(location) ? new S3ObjectWriter(config.s3()) : new LocalObjectWriter();
        }
        return writer;
    }

    /** Closes the connections for writing. */
    @Override
    public synchronized void close() {
        if (writer != null) {
            writer.close();
            writer = null;
        }
    }
}
