package dev.readahead.spark;

import dev.readahead.fetch.FetchOptions;
import dev.readahead.fetch.RetryPolicy;
import dev.readahead.runtime.RuntimeOptions;
import org.apache.spark.SparkConf;
import org.apache.spark.network.util.JavaUtils;

import java.time.Duration;
import java.util.List;

/** The settings of a JVM, {@code spark.readahead.*}. They are read once, by the first scan. */
final class RuntimeSettings {
    static final String MEMORY = "spark.readahead.memory";
    static final String MAX_IN_FLIGHT = "spark.readahead.max-in-flight";
    static final String REQUEST_SIZE = "spark.readahead.request-size";
    static final String RETRIES = "spark.readahead.retries";
    static final String RETRY_WAIT = "spark.readahead.retry-wait";
    static final String RETRY_BACKOFF = "spark.readahead.retry-backoff";
    static final String HEDGE = "spark.readahead.hedge";
    static final String FOOTER_CACHE = "spark.readahead.footer-cache";

    static final List<String> ALL =
            List.of(MEMORY, MAX_IN_FLIGHT, REQUEST_SIZE, RETRIES, RETRY_WAIT, RETRY_BACKOFF, HEDGE, FOOTER_CACHE);

    private static final String DEFAULT_FOOTER_CACHE = "64MB";

    private RuntimeSettings() {}

    static RuntimeOptions runtimeOptions(SparkConf conf) {
        RuntimeOptions defaults = RuntimeOptions.defaults();
        FetchOptions fetch = defaults.fetch();
        RetryPolicy retry = fetch.retry();
        int retries = conf.getInt(RETRIES, retry.retries());
        Duration firstWait = conf.contains(RETRY_WAIT)
                ? Duration.ofMillis(JavaUtils.timeStringAsMs(conf.get(RETRY_WAIT)))
                : retry.firstWait();
        RetryPolicy retryPolicy = new RetryPolicy(
                retries,
                Math.min(retries, retry.retriesBeforeFirstAnswer()),
                firstWait,
                conf.getDouble(RETRY_BACKOFF, retry.backoff()),
                firstWait.compareTo(retry.maxWait()) > 0 ? firstWait : retry.maxWait());
        return new RuntimeOptions(
                bytes(conf, MEMORY, defaults.memoryBytes()),
                new FetchOptions(
                        conf.getInt(MAX_IN_FLIGHT, fetch.maxInFlight()),
                        Math.toIntExact(bytes(conf, REQUEST_SIZE, fetch.maxRequestBytes())),
                        retryPolicy,
                        conf.getBoolean(HEDGE, fetch.hedge())));
    }

    static long footerCacheBytes(SparkConf conf) {
        return JavaUtils.byteStringAsBytes(conf.get(FOOTER_CACHE, DEFAULT_FOOTER_CACHE));
    }

    private static long bytes(SparkConf conf, String key, long otherwise) {
        return conf.contains(key) ? JavaUtils.byteStringAsBytes(conf.get(key)) : otherwise;
    }
}
