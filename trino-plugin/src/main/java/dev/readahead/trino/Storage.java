package dev.readahead.trino;

import dev.readahead.fetch.FetchScheduler;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.runtime.ReadaheadRuntime;
import dev.readahead.runtime.StoreKey;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.local.LocalObjectStore;
import dev.readahead.storage.s3.S3ObjectStore;
import dev.readahead.table.TableFile;
import dev.readahead.table.TableListing;
import dev.readahead.table.TableLocation;
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
final class Storage {
    private static final Set<String> S3_SCHEMES = Set.of("s3", "s3a", "s3n");

    private final CatalogConfig config;
    private final ReadaheadRuntime runtime;
    private final FooterCache footers;

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
        if (S3_SCHEMES.contains(location.scheme())) {
            return runtime.scheduler(new StoreKey("s3", config.s3()), () -> new S3ObjectStore(config.s3()));
        }
        if (location.scheme().equals(LocalObjectStore.SCHEME)) {
            requireAllowed(location);
            return runtime.scheduler(new StoreKey("local", ""), LocalObjectStore::new);
        }
        throw new TrinoException(
                StandardErrorCode.NOT_SUPPORTED, "the scheme of " + location + " is not read: use s3:// or file://");
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

    /** The files at a place; a fetch thread completes the future. */
    CompletableFuture<List<TableFile>> list(TableLocation place) {
        ScanMetrics metrics = new ScanMetrics(runtime.metrics());
        return new TableListing(scheduler(place.location()), metrics).files(place);
    }
}
