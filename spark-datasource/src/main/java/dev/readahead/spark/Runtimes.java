package dev.readahead.spark;

import dev.readahead.parquet.FooterCache;
import dev.readahead.runtime.ReadaheadRuntime;
import dev.readahead.runtime.RuntimeOptions;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;

/** The runtime of this driver or executor. */
final class Runtimes {
    private Runtimes() {}

    static ReadaheadRuntime get() {
        return ReadaheadRuntime.get(Runtimes::options);
    }

    static FooterCache footers(ReadaheadRuntime runtime) {
        return runtime.shared(FooterCache.class, () -> new FooterCache(RuntimeSettings.footerCacheBytes(conf())));
    }

    private static RuntimeOptions options() {
        return RuntimeSettings.runtimeOptions(conf());
    }

    private static SparkConf conf() {
        return SparkEnv.get() == null ? new SparkConf(false) : SparkEnv.get().conf();
    }
}
