package dev.readahead.it.spark;

import dev.readahead.it.store.S3Store;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a user gets wrong and what happens to objects, against a store that checks signatures. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultsOverS3Test {
    private static final String BUCKET = "faults";

    @TempDir
    static Path folder;

    private S3Store store;
    private SparkSession spark;

    @BeforeAll
    void start() throws Exception {
        store = S3Store.inMemory();
        store.createBucket(BUCKET);
        spark = LocalSpark.start(2, LocalSpark.s3a(store.endpoint(), S3Store.ACCESS_KEY, S3Store.SECRET_KEY));
    }

    @AfterAll
    void stop() throws Exception {
        spark.close();
        store.close();
    }

    @Test
    void aSignedTableIsRead() throws Exception {
        store.put(BUCKET, "good/part 1+2=3%.parquet", parquet(100));
        store.put(BUCKET, "good/_SUCCESS", new byte[0]);

        assertThat(readahead().load("s3a://" + BUCKET + "/good").count()).isEqualTo(100);
        assertThat(readahead()
                        .load("s3://" + BUCKET + "/good/part 1+2=3%.parquet")
                        .count())
                .isEqualTo(100);
    }

    @Test
    void aNameWithoutADotIsAFileToo() throws Exception {
        store.put(BUCKET, "names/noext", parquet(15));
        store.put(BUCKET, "names/a.parq", parquet(5));
        String folder = "s3a://" + BUCKET + "/names/";

        assertThat(readahead().load(folder + "noext").count()).isEqualTo(15);
        assertThat(readahead().load(folder + "noext", folder + "a.parq").count())
                .isEqualTo(20);
        assertThat(readahead()
                        .schema("id bigint")
                        .load(folder + "a.parq", folder + "noext")
                        .filter("id >= 0")
                        .count())
                .isEqualTo(20);
        assertFailure(() -> readahead().load(folder + "a.parq", folder + "nothing"))
                .satisfies(failure -> assertThat(messages(failure)).contains("names/nothing"));
    }

    /** Listed by Hadoop's S3A, which names versions in its own way. */
    @Test
    void aPathInSqlIsRead() throws Exception {
        store.put(BUCKET, "path/p=1/a.parquet", parquet(100));
        store.put(BUCKET, "path/p=2/a.parquet", parquet(50));
        for (String path : new String[] {"s3a://" + BUCKET + "/path", "s3a://" + BUCKET + "/path/*/a.parquet"}) {
            assertThat(spark.sql("select count(*) from `readahead`.`" + path + "`")
                            .first()
                            .getLong(0))
                    .isEqualTo(150);
        }
        assertThat(spark.sql("select count(*) from readahead.`s3a://" + BUCKET + "/path` where p = 2")
                        .first()
                        .getLong(0))
                .isEqualTo(50);
    }

    @Test
    void aWrongPasswordIsSaidToBeOneAndNotShown() throws Exception {
        store.put(BUCKET, "secret.parquet", parquet(1));
        assertFailure(() -> readahead()
                        .option("fs.s3a.secret.key", "MARKER-wrong-password")
                        .load("s3a://" + BUCKET + "/secret.parquet")
                        .count())
                .satisfies(failure -> assertThat(messages(failure))
                        .contains("secret.parquet", "403", "Check the secret key")
                        .doesNotContain("MARKER-wrong-password"));
    }

    @Test
    void aMissingBucketIsNamed() {
        assertFailure(() -> readahead().load("s3a://no-such-bucket/table").count())
                .satisfies(failure -> assertThat(messages(failure)).contains("no-such-bucket"));
    }

    @Test
    void aMissingPathIsNamed() {
        assertFailure(() ->
                        readahead().load("s3a://" + BUCKET + "/no/such/table").count())
                .satisfies(failure -> assertThat(messages(failure)).contains("no/such/table"));
    }

    @Test
    void anObjectOverwrittenAfterPlanningIsRefused() throws Exception {
        store.put(BUCKET, "changed/a.parquet", parquet(1_000));
        Dataset<Row> planned = readahead().load("s3a://" + BUCKET + "/changed");
        assertThat(planned.count()).isEqualTo(1_000);

        store.put(BUCKET, "changed/a.parquet", parquet(2_000));

        assertFailure(() -> planned.filter("id >= 0").collectAsList())
                .satisfies(failure ->
                        assertThat(messages(failure)).contains("a.parquet").contains("planned"));
    }

    @Test
    void anObjectOverwrittenByOneOfTheSameLengthIsRefusedToo() throws Exception {
        byte[] first = parquet(1_000);
        byte[] second = first.clone();
        second[first.length / 2] ^= 1;
        store.put(BUCKET, "swapped/a.parquet", first);
        Dataset<Row> planned = readahead().schema("id bigint").load("s3a://" + BUCKET + "/swapped");

        store.put(BUCKET, "swapped/a.parquet", second);

        assertFailure(planned::collectAsList)
                .satisfies(failure -> assertThat(messages(failure)).contains("swapped/a.parquet", "412"));
    }

    @Test
    void anObjectDeletedAfterPlanningIsNamed() throws Exception {
        store.put(BUCKET, "deleted/a.parquet", parquet(10));
        Dataset<Row> planned = readahead().schema("id bigint").load("s3a://" + BUCKET + "/deleted");

        store.delete(BUCKET, "deleted/a.parquet");

        assertFailure(planned::collectAsList)
                .satisfies(failure -> assertThat(messages(failure)).contains("deleted/a.parquet"));
    }

    private org.apache.spark.sql.DataFrameReader readahead() {
        return spark.read().format("readahead");
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> assertFailure(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable action) {
        return assertThatThrownBy(action);
    }

    private static String messages(Throwable failure) {
        StringBuilder messages = new StringBuilder();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            messages.append(cause.getMessage()).append('\n');
        }
        return messages.toString();
    }

    private byte[] parquet(int rows) throws Exception {
        Path file = Files.createTempDirectory(folder, "written");
        spark.range(0, rows, 1, 1).write().mode("overwrite").parquet(file.toString());
        try (Stream<Path> parts = Files.list(file)) {
            return Files.readAllBytes(parts.filter(part -> part.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow());
        }
    }
}
