package dev.readahead.it.spark;

import org.apache.spark.sql.SparkSession;

import java.net.URI;
import java.util.Map;

/** Starts Spark in this process, on loopback only and without its web pages. */
public final class LocalSpark {
    private LocalSpark() {}

    /**
     * Starts a session, or returns the one that runs.
     *
     * @param threads tasks at once
     * @param settings added to, or instead of, what is set here
     * @return to be closed by who started it
     */
    public static SparkSession start(int threads, Map<String, String> settings) {
        SparkSession.Builder builder = SparkSession.builder()
                .master("local[" + threads + "]")
                .appName("readahead")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.sql.session.timeZone", "UTC");
        settings.forEach(builder::config);
        return builder.getOrCreate();
    }

    /** How S3A, and whoever takes its settings, reaches a store by path-style requests. */
    public static Map<String, String> s3a(URI endpoint, String accessKey, String secretKey) {
        return Map.of(
                "spark.hadoop.fs.s3a.endpoint",
                endpoint.toString(),
                "spark.hadoop.fs.s3a.endpoint.region",
                "us-east-1",
                "spark.hadoop.fs.s3a.path.style.access",
                "true",
                "spark.hadoop.fs.s3a.access.key",
                accessKey,
                "spark.hadoop.fs.s3a.secret.key",
                secretKey);
    }
}
