package dev.readahead.it.store;

import dev.readahead.it.spark.LocalSpark;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class S3StoreTest {
    private static final byte[] CONTENT = "0123456789".getBytes(StandardCharsets.UTF_8);

    @Test
    void servesRangesOfAnObjectThatWasPut() throws Exception {
        try (S3Store store = S3Store.inMemory()) {
            store.createBucket("bucket");
            store.put("bucket", "folder/object", CONTENT);

            String tail = store.client()
                    .getObjectAsBytes(
                            get -> get.bucket("bucket").key("folder/object").range("bytes=-3"))
                    .asUtf8String();

            assertThat(tail).isEqualTo("789");
            assertThat(store.endpoint().getHost()).isEqualTo("127.0.0.1");
        }
    }

    @Test
    void refusesAWrongSignature() throws Exception {
        try (S3Store store = S3Store.inMemory();
                S3Client stranger = store.newClient("wrong")) {
            store.createBucket("bucket");

            assertThatThrownBy(() -> stranger.listObjectsV2(list -> list.bucket("bucket")))
                    .isInstanceOfSatisfying(
                            S3Exception.class,
                            refusal -> assertThat(refusal.statusCode()).isEqualTo(403));
        }
    }

    @Test
    void putsAFolderAndKeepsItAsFiles(@TempDir Path folder) throws Exception {
        Path source = Files.createDirectories(folder.resolve("source/a b"));
        Files.write(source.resolve("100%+1.parquet"), CONTENT);
        try (S3Store store = S3Store.inFolder(folder.resolve("store"))) {
            store.createBucket("bucket");
            store.putAll("bucket", "table/", folder.resolve("source"));

            assertThat(store.client()
                            .listObjectsV2(list -> list.bucket("bucket"))
                            .contents())
                    .singleElement()
                    .satisfies(object -> assertThat(object.key()).isEqualTo("table/a b/100%+1.parquet"));
            store.delete("bucket", "table/a b/100%+1.parquet");
            assertThat(store.client()
                            .listObjectsV2(list -> list.bucket("bucket"))
                            .contents())
                    .isEmpty();
        }
    }

    @Test
    void standsInOneProcessWithSparkAndS3A() throws Exception {
        try (S3Store store = S3Store.inMemory();
                SparkSession spark =
                        LocalSpark.start(1, LocalSpark.s3a(store.endpoint(), S3Store.ACCESS_KEY, S3Store.SECRET_KEY))) {
            store.createBucket("bucket");
            spark.range(1_000).write().parquet("s3a://bucket/table");

            assertThat(spark.read().parquet("s3a://bucket/table").count()).isEqualTo(1_000);
        }
    }
}
