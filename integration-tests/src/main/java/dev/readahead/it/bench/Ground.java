package dev.readahead.it.bench;

import dev.readahead.it.data.LineItemLayout;
import dev.readahead.it.data.TpchData;
import dev.readahead.it.link.LinkProcess;
import dev.readahead.it.link.LinkProfile;
import dev.readahead.it.spark.LocalSpark;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Spark in this process, the link in another, and the table between them. Every run reads under a name that no run had
 * before, so no reader can answer from what it kept of an earlier run, while connections and compiled code stay warm
 * for all. Not thread-safe. Closing stops Spark and the link.
 */
final class Ground implements AutoCloseable {
    private final TpchData data;
    private final Path buckets;
    private final LinkProfile profile;
    private final LinkProcess link;
    private final SparkSession spark;
    private int runs;

    /**
     * Starts the link and Spark.
     *
     * @param data the table; layouts are written on first use
     * @param readers all that will be measured
     */
    Ground(TpchData data, LinkProfile profile, List<TableReader> readers) throws IOException {
        this.data = data;
        this.profile = profile;
        buckets = Files.createTempDirectory("readahead-link");
        Map<String, String> settings = new HashMap<>();
        for (TableReader reader : readers) {
            settings.putAll(reader.settings());
            if (reader.bucket().isPresent()) {
                Files.createDirectories(buckets.resolve(reader.bucket().get()));
            }
        }
        link = LinkProcess.start(buckets, profile);
        settings.putAll(LocalSpark.s3a(link.endpoint(), "any", "not checked"));
        spark = LocalSpark.start(Runtime.getRuntime().availableProcessors(), settings);
    }

    LinkProfile profile() {
        return profile;
    }

    /** Runs a query once. */
    Measurement measure(TableReader reader, ScanQuery query, LineItemLayout layout) throws IOException {
        Path folder = data.lineItem(layout).toAbsolutePath();
        String location = reader.bucket().isPresent()
                ? "s3a://" + reader.bucket().get() + "/" + alias(reader.bucket().get(), folder)
                : folder.toUri().toString();
        link.reset();
        long start = System.nanoTime();
        Dataset<Row> table = spark.read().format(reader.format()).load(location);
        String answer = query.answer(table);
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Measurement(seconds, link.counters(), link.timeline(), answer);
    }

    /** The least time in which anybody could answer over this link, given the time on a hot local disk. */
    double limitSeconds(ScanQuery query, LineItemLayout layout, double localSeconds) throws IOException {
        double transfer = (double) NeededBytes.of(data.lineItem(layout), query) / profile.linkRate();
        // One wait each for the listing, a footer and the data: none can be asked for before the one before it is
        // there.
        return Math.max(transfer, localSeconds) + 3 * profile.firstByte().toNanos() / 1e9;
    }

    @Override
    public void close() throws IOException {
        spark.close();
        link.close();
        Aliases.delete(buckets);
    }

    private String alias(String bucket, Path folder) throws IOException {
        runs++;
        Files.createSymbolicLink(buckets.resolve(bucket).resolve("run-" + runs), folder);
        return "run-" + runs;
    }
}
