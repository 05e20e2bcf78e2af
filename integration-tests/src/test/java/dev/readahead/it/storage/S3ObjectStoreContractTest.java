package dev.readahead.it.storage;

import dev.readahead.it.store.S3Store;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;
import dev.readahead.storage.s3.S3Credentials;
import dev.readahead.storage.s3.S3ObjectStore;
import dev.readahead.storage.s3.S3Options;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** The contract over a service that checks every signature. */
class S3ObjectStoreContractTest extends ObjectStoreContract {
    private static S3Store service;

    private String bucket;
    private S3ObjectStore store;

    @BeforeAll
    static void startTheService() throws Exception {
        service = S3Store.inMemory();
    }

    @AfterAll
    static void stopTheService() throws Exception {
        service.close();
    }

    @BeforeEach
    void makeABucket() {
        bucket = "bucket-" + UUID.randomUUID();
        service.createBucket(bucket);
        store = new S3ObjectStore(
                options(new S3Credentials.Keys(S3Store.ACCESS_KEY, S3Store.SECRET_KEY, Optional.empty())));
    }

    @AfterEach
    void closeTheStore() {
        store.close();
    }

    private static S3Options options(S3Credentials credentials) {
        return S3Options.builder()
                .endpoint(service.endpoint().toString())
                .region(S3Store.REGION)
                .pathStyle(true)
                .credentials(credentials)
                .build();
    }

    @Override
    ObjectStore store() {
        return store;
    }

    @Override
    ObjectLocation at(String key) {
        return new ObjectLocation("s3", bucket, key);
    }

    @Override
    void put(String key, byte[] content) {
        service.put(bucket, key, content);
    }

    @Test
    void aDirectoryMarkerIsListedAsTheEmptyObjectThatItIs() throws Exception {
        put("directory/", new byte[0]);
        put("directory/file", new byte[1]);

        List<StoredObject> all = new ArrayList<>();
        store.list(at("directory/")).forEachRemaining(all::add);
        assertThat(all)
                .extracting(object -> object.location().key(), StoredObject::length)
                .containsExactly(tuple("directory/", 0L), tuple("directory/file", 1L));
    }

    @Test
    void aMissingBucketIsNotFound() {
        ObjectLocation nowhere = new ObjectLocation("s3", "bucket-" + UUID.randomUUID(), "key");

        assertFails(Reason.NOT_FOUND, nowhere, () -> store.head(nowhere));
        assertFails(Reason.NOT_FOUND, nowhere, () -> store.openTail(nowhere, Optional.empty(), 1));
        assertFails(Reason.NOT_FOUND, nowhere, () -> store.list(nowhere));
    }

    @Test
    void aWrongSecretKeyIsDenied() throws Exception {
        put("object", new byte[1]);

        assertDenied(new S3Credentials.Keys(S3Store.ACCESS_KEY, "wrong", Optional.empty()));
    }

    @Test
    void anUnknownAccessKeyIsDenied() throws Exception {
        put("object", new byte[1]);

        assertDenied(new S3Credentials.Keys("unknown", S3Store.SECRET_KEY, Optional.empty()));
    }

    @Test
    void anUnsignedRequestIsDenied() throws Exception {
        put("object", new byte[1]);

        assertDenied(new S3Credentials.Anonymous());
    }

    private void assertDenied(S3Credentials credentials) {
        try (S3ObjectStore other = new S3ObjectStore(options(credentials))) {
            assertFails(Reason.ACCESS_DENIED, at("object"), () -> other.head(at("object")));
            assertFails(Reason.ACCESS_DENIED, at("object"), () -> other.openTail(at("object"), Optional.empty(), 1));
            assertFails(Reason.ACCESS_DENIED, at(""), () -> other.list(at("")));
        }
    }
}
