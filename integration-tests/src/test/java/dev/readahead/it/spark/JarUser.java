package dev.readahead.it.spark;

import org.apache.spark.sql.SparkSession;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What a user's program does. Knows Spark and nothing of this build. */
final class JarUser {
    private JarUser() {}

    /** @param arguments the store's address, a path, and where Spark runs its tasks */
    public static void main(String[] arguments) throws IOException {
        try (SparkSession spark = session(arguments[2])
                .config("spark.executor.memory", "800m")
                .config("spark.hadoop.fs.s3a.endpoint", arguments[0])
                .config("spark.hadoop.fs.s3a.endpoint.region", "us-east-1")
                .config("spark.hadoop.fs.s3a.path.style.access", "true")
                .config("spark.hadoop.fs.s3a.access.key", "readahead-access")
                .config("spark.hadoop.fs.s3a.secret.key", "readahead-secret")
                .getOrCreate()) {
            System.out.println("rows: "
                    + spark.read()
                            .format("readahead")
                            .load(arguments[1])
                            .filter("id >= 0")
                            .count());
        }
    }

    private static SparkSession.Builder session(String master) {
        return SparkSession.builder()
                .master(master)
                .config("spark.ui.enabled", "false")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1");
    }

    /** A file of a thousand rows. */
    static byte[] parquet(Path folder) throws IOException {
        try (SparkSession spark = session("local[2]").getOrCreate()) {
            spark.range(0, 1_000, 1, 1).write().parquet(folder.toString());
        }
        try (Stream<Path> parts = Files.list(folder)) {
            return Files.readAllBytes(parts.filter(part -> part.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow());
        }
    }
}
