package dev.readahead.spark;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

import java.util.List;

/** One Spark for all tests of this module. */
final class LocalSpark {
    static final SparkSession SESSION = SparkSession.builder()
            .master("local[2]")
            .appName("readahead tests")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .getOrCreate();

    private LocalSpark() {}

    /** The rows as text, sorted: what two readers must agree on. */
    static List<String> rows(Dataset<Row> data) {
        return data.toJSON().collectAsList().stream().sorted().toList();
    }
}
