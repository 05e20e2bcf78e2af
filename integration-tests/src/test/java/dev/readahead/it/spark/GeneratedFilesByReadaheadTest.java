package dev.readahead.it.spark;

import dev.readahead.it.data.GeneratedFiles;
import dev.readahead.it.link.LinkProfile;
import dev.readahead.it.link.LinkServer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever Spark's own reader says about a local file is what Readahead has to say about the same object. */
class GeneratedFilesByReadaheadTest {
    private static final String REFUSED = "refused";

    @TempDir
    private static Path root;

    private static GeneratedFiles files;
    private static LinkServer link;
    private static SparkSession spark;

    @BeforeAll
    static void start() throws IOException {
        files = new GeneratedFiles(root);
        files.folder();
        link = LinkServer.start(root, LinkProfile.unlimited());
        spark = LocalSpark.start(2, LocalSpark.s3a(link.endpoint(), "any", "not checked"));
    }

    @AfterAll
    static void stop() throws IOException {
        spark.close();
        link.close();
    }

    @Test
    void areAnsweredAsByTheStockReader() throws IOException {
        Map<String, String> differences = new TreeMap<>();
        for (String table : files.tables()) {
            List<String> expected =
                    rows("parquet", files.folder().resolve(table).toUri().toString());
            List<String> found = rows("readahead", "s3a://" + GeneratedFiles.BUCKET + "/" + table);
            if (!found.equals(expected) && !(isRefused(found) && isRefused(expected))) {
                differences.put(table, summary(expected) + " <> " + summary(found));
            }
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void areRefusedIfHostile() throws IOException {
        List<String> accepted = new ArrayList<>();
        for (String file : files.hostileFiles()) {
            List<String> found = rows("readahead", "s3a://" + GeneratedFiles.BUCKET + "/" + file);
            if (!isRefused(found)) {
                accepted.add(file + ": " + summary(found));
            }
        }
        assertThat(accepted).isEmpty();
    }

    /** The rows in an order of their own, or one line that says why there are none. */
    private static List<String> rows(String format, String location) {
        try {
            Dataset<Row> table = spark.read().format(format).load(location);
            List<String> rows = new ArrayList<>(List.of(table.schema().sql()));
            table.toJSON().collectAsList().stream().sorted().forEach(rows::add);
            return rows;
        } catch (Exception refusal) {
            return List.of(REFUSED + " " + refusal);
        }
    }

    private static boolean isRefused(List<String> rows) {
        return rows.get(0).startsWith(REFUSED);
    }

    private static String summary(List<String> rows) {
        String first = rows.get(0);
        return rows.size() - 1 + " rows of " + first.substring(0, Math.min(300, first.length()));
    }
}
