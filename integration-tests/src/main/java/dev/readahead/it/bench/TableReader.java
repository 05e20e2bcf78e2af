package dev.readahead.it.bench;

import java.util.Map;
import java.util.Optional;

/**
 * A way to read the table.
 *
 * @param label as reports show it
 * @param format of Spark's reader
 * @param bucket where it finds the table on the link; empty for a reader of the local disk
 * @param settings that Spark needs for this bucket
 */
record TableReader(String label, String format, Optional<String> bucket, Map<String, String> settings) {
    /** Spark as it comes. */
    static final TableReader SPARK = stock("Spark, S3A as it comes", "spark");

    static final TableReader SPARK_CLASSIC = stock("Spark, S3A classic", "spark-classic", "classic");
    static final TableReader SPARK_ANALYTICS = stock("Spark, S3A analytics", "spark-analytics", "analytics");
    static final TableReader READAHEAD = new TableReader("Readahead", "readahead", Optional.of("readahead"), Map.of());
    /** What the processor needs when the bytes are there. */
    static final TableReader LOCAL = new TableReader("Spark, hot local disk", "parquet", Optional.empty(), Map.of());

    private static TableReader stock(String label, String bucket) {
        return new TableReader(label, "parquet", Optional.of(bucket), Map.of());
    }

    private static TableReader stock(String label, String bucket, String streamType) {
        return new TableReader(
                label,
                "parquet",
                Optional.of(bucket),
                Map.of("spark.hadoop.fs.s3a.bucket." + bucket + ".input.stream.type", streamType));
    }
}
