package dev.readahead.it.spark;

import dev.readahead.it.data.GeneratedFiles;
import dev.readahead.it.link.LinkProfile;
import dev.readahead.it.link.LinkServer;
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
            String location = files.folder().resolve(table).toUri().toString();
            Answers.of(spark, "parquet", location)
                    .difference(Answers.of(spark, "readahead", "s3a://" + GeneratedFiles.BUCKET + "/" + table))
                    .ifPresent(difference -> differences.put(table, difference));
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void areRefusedIfHostile() throws IOException {
        List<String> accepted = new ArrayList<>();
        for (String file : files.hostileFiles()) {
            Answers found = Answers.of(spark, "readahead", "s3a://" + GeneratedFiles.BUCKET + "/" + file);
            if (!found.refused()) {
                accepted.add(file + ": " + found.summary());
            }
        }
        assertThat(accepted).isEmpty();
    }
}
