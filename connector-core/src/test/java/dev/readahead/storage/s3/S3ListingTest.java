package dev.readahead.storage.s3;

import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;
import dev.readahead.storage.s3.ScriptedS3.Answer;
import dev.readahead.storage.s3.ScriptedS3.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

class S3ListingTest {
    private static final ObjectLocation PREFIX = new ObjectLocation("s3a", "bucket", "data/");

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1_000, 1_001, 5_000})
    void allKeysAreListedWhateverTheStoreTakesForAPage(int pageSize) throws Exception {
        List<String> keys =
                IntStream.range(0, 1_001).mapToObj(index -> "data/" + index).toList();
        try (S3Fixture s3 = new S3Fixture(request -> page(keys, pageSize, request))) {
            assertThat(list(s3)).extracting(object -> object.location().key()).containsExactlyElementsOf(keys);
            assertThat(s3.server.requests()).hasSize((keys.size() + pageSize - 1) / pageSize);
        }
    }

    /** Tokens are indices, dressed up so that they need encoding. */
    private static Answer page(List<String> keys, int pageSize, Request request) {
        int from = token(request)
                .map(token -> Integer.parseInt(token.substring("+/=".length())))
                .orElse(0);
        int to = Math.min(from + pageSize, keys.size());
        StringBuilder entries = new StringBuilder();
        keys.subList(from, to).forEach(key -> entries.append(entry(key, 1)));
        return Answer.of(200, to < keys.size() ? result(entries.toString(), "+/=" + to) : result(entries.toString()));
    }

    private static Optional<String> token(Request request) {
        return IntStream.of(request.target().indexOf("continuation-token="))
                .filter(at -> at >= 0)
                .mapToObj(at -> request.target().substring(at).split("[=&]", 3)[1])
                .map(token -> URLDecoder.decode(token, StandardCharsets.UTF_8))
                .findFirst();
    }

    private static String entry(String key, long size) {
        return "<Contents><Key>" + key + "</Key><LastModified>2026-12-01T10:00:00.000Z</LastModified>"
                + "<ETag>&quot;tag&quot;</ETag><Size>" + size + "</Size></Contents>";
    }

    private static String result(String entries) {
        return "<ListBucketResult><IsTruncated>false</IsTruncated>" + entries + "</ListBucketResult>";
    }

    private static String result(String entries, String nextToken) {
        return "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>" + nextToken
                + "</NextContinuationToken>" + entries + "</ListBucketResult>";
    }

    private static List<StoredObject> list(S3Fixture s3) throws Exception {
        List<StoredObject> all = new ArrayList<>();
        s3.store.list(PREFIX).forEachRemaining(all::add);
        return all;
    }

    @Test
    void aListedObjectCarriesWhatAReadNeeds() throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> Answer.of(200, result(entry("data/file", 12))))) {
            assertThat(list(s3))
                    .containsExactly(new StoredObject(
                            new ObjectLocation("s3a", "bucket", "data/file"),
                            12,
                            Optional.of("tag"),
                            Optional.of(Instant.parse("2026-12-01T10:00:00Z"))));
            assertThat(s3.server.requests().get(0).target()).contains("list-type=2", "prefix=data%2F");
        }
    }

    @Test
    void encodedKeysAreDecodedOnce() throws Exception {
        String entries = "<EncodingType>url</EncodingType>" + entry("data/a+b%2Bc%2520%23%C3%BC", 1);
        try (S3Fixture s3 = new S3Fixture(request -> Answer.of(200, result(entries)))) {
            assertThat(list(s3)).extracting(object -> object.location().key()).containsExactly("data/a b+c%20#ü");
        }
    }

    @Test
    void keysOfAStoreThatDoesNotEncodeStayAsTheyAre() throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> Answer.of(200, result(entry("data/a+b%20c", 1))))) {
            assertThat(list(s3)).extracting(object -> object.location().key()).containsExactly("data/a+b%20c");
        }
    }

    @Test
    void emptyDirectoryMarkersAreListedAsTheyAre() throws Exception {
        try (S3Fixture s3 =
                new S3Fixture(request -> Answer.of(200, result(entry("data/", 0) + entry("data/day=1/", 0))))) {
            assertThat(list(s3)).extracting(StoredObject::length).containsExactly(0L, 0L);
        }
    }

    @Test
    void anEmptyPageDoesNotEndTheListing() throws Exception {
        try (S3Fixture s3 = new S3Fixture(request ->
                Answer.of(200, token(request).isEmpty() ? result("", "more") : result(entry("data/last", 1))))) {
            assertThat(list(s3)).hasSize(1);
        }
    }

    @Test
    void nothingToListIsAnEmptyListing() throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> Answer.of(200, result("")))) {
            Iterator<StoredObject> listing = s3.store.list(PREFIX);

            assertThat(listing.hasNext()).isFalse();
            assertThatThrownBy(listing::next).isInstanceOf(NoSuchElementException.class);
        }
    }

    @Test
    void aStoreThatTurnsInACircleIsRefused() throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> Answer.of(200, result(entry("data/same", 1), "same")))) {
            assertThatThrownBy(() -> list(s3))
                    .isInstanceOf(UncheckedIOException.class)
                    .cause()
                    .asInstanceOf(type(StorageException.class))
                    .returns(Reason.REFUSED, StorageException::reason);
            assertThat(s3.server.requests()).hasSize(2);
        }
    }

    @Test
    void aMissingBucketIsNoticedBeforeTheFirstObject() throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> Answer.error(404, "NoSuchBucket"))) {
            assertThatThrownBy(() -> s3.store.list(PREFIX))
                    .asInstanceOf(type(StorageException.class))
                    .returns(Reason.NOT_FOUND, StorageException::reason)
                    .extracting(Throwable::getMessage)
                    .asString()
                    .contains("listing s3a://bucket/data/");
        }
    }

    @Test
    void aFailureOnALaterPageIsNotAnEnd() throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> token(request).isEmpty()
                ? Answer.of(200, result(entry("data/first", 1), "more"))
                : Answer.error(503, "SlowDown"))) {
            Iterator<StoredObject> listing = s3.store.list(PREFIX);
            listing.next();

            assertThatThrownBy(listing::hasNext)
                    .isInstanceOf(UncheckedIOException.class)
                    .cause()
                    .asInstanceOf(type(StorageException.class))
                    .returns(Reason.THROTTLED, StorageException::reason);
        }
    }

    @Test
    void aPageThatBreaksOffIsTransient() throws Exception {
        String page = result(entry("data/first", 1));
        try (S3Fixture s3 = new S3Fixture(request -> Answer.of(200, page)
                .with("Content-Length", String.valueOf(page.length()))
                .cutAt(60, ScriptedS3.Ending.CLOSE))) {
            assertNoListing(s3, Reason.TRANSIENT);
        }
    }

    @Test
    void aWebPageInPlaceOfAPageIsNoEmptyListing() throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> Answer.of(200, "<html>sign in<br>to the guest network"))) {
            assertNoListing(s3, Reason.TRANSIENT);
        }
    }

    @Test
    void aTidyWebPageInPlaceOfAPageIsNoEmptyListingEither() throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> Answer.of(200, "<html><body>sign in</body></html>"))) {
            assertNoListing(s3, Reason.REFUSED);
        }
    }

    private static void assertNoListing(S3Fixture s3, Reason reason) {
        assertThatThrownBy(() -> list(s3))
                .asInstanceOf(type(StorageException.class))
                .returns(reason, StorageException::reason)
                .extracting(Throwable::getMessage)
                .asString()
                .contains("listing s3a://bucket/data/");
    }
}
