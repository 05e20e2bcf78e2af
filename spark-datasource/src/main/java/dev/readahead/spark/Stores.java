package dev.readahead.spark;

import dev.readahead.fetch.FetchScheduler;
import dev.readahead.runtime.ReadaheadRuntime;
import dev.readahead.runtime.StoreKey;
import dev.readahead.storage.local.LocalObjectStore;
import dev.readahead.storage.s3.S3ObjectStore;
import dev.readahead.storage.s3.S3Options;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Finds the store that a path is in, by the settings of one query. Used by one thread. */
final class Stores {
    /** The schemes that are read by our own client; all others go through Hadoop. */
    static final Set<String> S3_SCHEMES = Set.of("s3", "s3a", "s3n");

    private final ReadaheadRuntime runtime;
    private final Configuration conf;
    private final Map<String, FetchScheduler> known = new HashMap<>();

    Stores(ReadaheadRuntime runtime, Configuration conf) {
        this.runtime = runtime;
        this.conf = conf;
    }

    static boolean isS3(Path path) {
        String scheme = path.toUri().getScheme();
        return scheme != null && S3_SCHEMES.contains(scheme);
    }

    FetchScheduler schedulerOf(Path path) {
        URI uri = path.toUri();
        return known.computeIfAbsent(uri.getScheme() + "://" + uri.getAuthority(), any -> open(path));
    }

    private FetchScheduler open(Path path) {
        URI uri = path.toUri();
        if (isS3(path)) {
            S3Options options = S3OptionsFromHadoop.of(conf, uri.getAuthority());
            return runtime.scheduler(new StoreKey("s3", options), () -> new S3ObjectStore(options));
        }
        if (uri.getScheme() == null || uri.getScheme().equals(LocalObjectStore.SCHEME)) {
            return runtime.scheduler(new StoreKey("local", ""), LocalObjectStore::new);
        }
        HadoopObjectStore store = HadoopObjectStore.of(path, conf);
        return runtime.scheduler(new StoreKey("hadoop", store.identity()), () -> store);
    }
}
