package dev.readahead.trino;

import dev.readahead.fetch.FetchOptions;
import dev.readahead.fetch.ScanLimits;
import dev.readahead.readahead.ReadAheadOptions;
import dev.readahead.runtime.RuntimeOptions;
import dev.readahead.storage.s3.S3Options;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of one catalog.
 *
 * @param s3 how the catalog's objects are reached
 * @param localRoot the folder below which local files may be read; empty if none may
 * @param metastore the folder of the definitions of schemas and tables; empty: there are only functions
 * @param runtime the settings of the JVM: the first catalog of a JVM decides them for all
 * @param footerCacheBytes heap for footers, shared like the runtime
 * @param scan how queries are read whose sessions say nothing else
 * @param timeZone in which INT96 and UTC timestamps become timestamps without a zone
 */
record CatalogConfig(
        S3Options s3,
        Optional<Path> localRoot,
        Optional<String> metastore,
        RuntimeOptions runtime,
        long footerCacheBytes,
        ScanSettings scan,
        ZoneId timeZone) {
    static final String METASTORE = "readahead.metastore";

    /** @throws IllegalArgumentException naming the property that is unknown or cannot be read */
    static CatalogConfig parse(Map<String, String> properties) {
        try (CatalogProperties from = new CatalogProperties(properties)) {
            return parse(from);
        }
    }

    static CatalogConfig parse(CatalogProperties from) {
        RuntimeOptions runtime = runtime(from);
        return new CatalogConfig(
                S3Properties.read(from),
                localRoot(from),
                from.text(METASTORE),
                runtime,
                from.bytes("readahead.footer-cache").orElse(64L << 20),
                scan(from, ScanLimits.of(runtime.fetch())),
                from.text("parquet.time-zone").map(ZoneId::of).orElse(ZoneId.systemDefault()));
    }

    private static Optional<Path> localRoot(CatalogProperties from) {
        boolean enabled = from.flag("fs.local.enabled").orElse(false);
        Path root = Path.of(from.text("local.location").orElse("/"))
                .toAbsolutePath()
                .normalize();
        return enabled ? Optional.of(root) : Optional.empty();
    }

    private static ScanSettings scan(CatalogProperties from, ScanLimits limits) {
        return new ScanSettings(
                from.integer("readahead.depth").orElse(ReadAheadOptions.ADAPTIVE),
                from.bytes("readahead.split-size"),
                from.number("readahead.memory-share").orElse(1),
                limits,
                from.duration("dynamic-filtering.wait-timeout").orElse(Duration.ofSeconds(1)));
    }

    private static RuntimeOptions runtime(CatalogProperties from) {
        RuntimeOptions defaults = RuntimeOptions.defaults();
        return new RuntimeOptions(
                from.bytes("readahead.memory").orElse(defaults.memoryBytes()),
                new FetchOptions(
                        from.integer("readahead.max-in-flight")
                                .orElse(defaults.fetch().maxInFlight()),
                        Math.toIntExact(from.bytes("readahead.request-size")
                                .orElse(defaults.fetch().maxRequestBytes())),
                        defaults.fetch().retry(),
                        from.flag("readahead.hedge").orElse(defaults.fetch().hedge())));
    }
}
