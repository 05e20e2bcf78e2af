package dev.readahead.storage.s3;

import dev.readahead.storage.ByteRange;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;
import dev.readahead.storage.s3.ScriptedS3.Answer;
import dev.readahead.storage.s3.ScriptedS3.Request;
import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import static dev.readahead.storage.s3.S3Fixture.CONTENT;
import static dev.readahead.storage.s3.S3Fixture.LOCATION;
import static dev.readahead.storage.s3.S3Fixture.OBJECT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

/** What is sent for a range, and which answers are taken for the bytes that were asked for. */
class S3RangeTest {
    @Test
    void aRangeIsReadWithOneRequestThatNamesItsBytesAndTheVersion() throws Exception {
        try (S3Fixture s3 = new S3Fixture(S3Fixture::object)) {
            assertThat(s3.read(10, 50)).isEqualTo(Arrays.copyOfRange(CONTENT, 10, 60));

            assertThat(s3.server.requests()).singleElement().satisfies(request -> {
                assertThat(request.method()).isEqualTo("GET");
                assertThat(request.target()).isEqualTo("/bucket/folder/object");
                assertThat(request.header("range")).isEqualTo("bytes=10-59");
                assertThat(request.header("if-match")).isEqualTo("\"tag\"");
                assertThat(request.header("authorization")).contains("AKIDEXAMPLE", "/eu-central-1/s3/");
            });
        }
    }

    @Test
    void noChecksumIsAskedForOrSent() throws Exception {
        try (S3Fixture s3 = new S3Fixture(S3Fixture::object)) {
            s3.read(0, 1);

            assertThat(s3.server.requests().get(0).headers().keySet())
                    .noneMatch(name -> name.contains("checksum") || name.contains("trailer"));
        }
    }

    @Test
    void withoutAVersionNoVersionIsDemanded() throws Exception {
        try (S3Fixture s3 = new S3Fixture(S3Fixture::object)) {
            StoredObject untagged = new StoredObject(LOCATION, CONTENT.length, Optional.empty(), Optional.empty());
            s3.store.open(untagged, new ByteRange(0, 1)).close();

            assertThat(s3.server.requests().get(0).header("if-match")).isNull();
        }
    }

    @Test
    void theAnswerDescribesTheWholeObject() throws Exception {
        try (S3Fixture s3 = new S3Fixture(S3Fixture::object);
                ObjectStream stream = s3.store.open(OBJECT, new ByteRange(10, 50))) {
            assertThat(stream.offset()).isEqualTo(10);
            assertThat(stream.length()).isEqualTo(50);
            assertThat(stream.object())
                    .isEqualTo(new StoredObject(
                            LOCATION, 100, Optional.of("tag"), Optional.of(Instant.parse("2026-12-01T10:00:00Z"))));
        }
    }

    @Test
    void theTailOfALongObjectIsReadWithoutKnowingItsLength() throws Exception {
        try (S3Fixture s3 = new S3Fixture(S3Fixture::object);
                ObjectStream stream = s3.store.openTail(LOCATION, Optional.empty(), 30)) {
            assertThat(stream.object().length()).isEqualTo(100);
            assertThat(stream.offset()).isEqualTo(70);
            assertThat(S3Fixture.readAll(stream)).isEqualTo(Arrays.copyOfRange(CONTENT, 70, 100));
            assertThat(s3.server.requests())
                    .singleElement()
                    .satisfies(request -> assertThat(request.header("range")).isEqualTo("bytes=-30"));
        }
    }

    @Test
    void theTailOfAShorterObjectIsAllOfIt() throws Exception {
        try (S3Fixture s3 = new S3Fixture(S3Fixture::object);
                ObjectStream stream = s3.store.openTail(LOCATION, Optional.of("tag"), 1_000)) {
            assertThat(stream.offset()).isZero();
            assertThat(S3Fixture.readAll(stream)).isEqualTo(CONTENT);
            assertThat(s3.server.requests().get(0).header("if-match")).isEqualTo("\"tag\"");
        }
    }

    @Test
    void theTailOfAnEmptyObjectIsEmptyWhereTheStoreRefusesTheRange() throws Exception {
        Function<Request, Answer> script = request -> request.method().equals("HEAD")
                ? Answer.of(200, "").with("ETag", "\"empty\"")
                : Answer.error(416, "InvalidRange");
        try (S3Fixture s3 = new S3Fixture(script);
                ObjectStream stream = s3.store.openTail(LOCATION, Optional.of("empty"), 10)) {
            assertThat(stream.length()).isZero();
            assertThat(stream.object().versionTag()).contains("empty");
            assertThat(S3Fixture.readAll(stream)).isEmpty();
        }
    }

    @Test
    void theTailOfAnEmptyObjectIsEmptyWhereTheStoreSendsItWhole() throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> Answer.of(200, "").with("ETag", "\"empty\""));
                ObjectStream stream = s3.store.openTail(LOCATION, Optional.empty(), 10)) {
            assertThat(stream.length()).isZero();
            assertThat(S3Fixture.readAll(stream)).isEmpty();
        }
    }

    @Test
    void anObjectThatGrewBetweenTwoRequestsIsNotTakenForEmpty() throws Exception {
        Function<Request, Answer> script = request -> request.method().equals("HEAD")
                ? Answer.of(200, "").with("Content-Length", "5")
                : Answer.error(416, "InvalidRange");
        try (S3Fixture s3 = new S3Fixture(script)) {
            assertThatThrownBy(() -> s3.store.openTail(LOCATION, Optional.empty(), 10))
                    .asInstanceOf(type(StorageException.class))
                    .returns(Reason.CHANGED, StorageException::reason);
        }
    }

    @Test
    void aWholeObjectInAnswerToARangeIsRefused() throws Exception {
        assertRefused(
                request -> S3Fixture.object(request).without("Content-Range").as(200), "HTTP 200");
    }

    @Test
    void aWebPageInAnswerToATailIsRefused() throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> Answer.of(200, "<html>sign in to the guest network</html>"))) {
            assertThatThrownBy(() -> s3.store.openTail(LOCATION, Optional.empty(), 1_000))
                    .asInstanceOf(type(StorageException.class))
                    .returns(Reason.REFUSED, StorageException::reason)
                    .extracting(Throwable::getMessage)
                    .asString()
                    .contains("s3://bucket/folder/object", "1000", "HTTP 200");
        }
    }

    @Test
    void otherBytesThanAskedForAreRefused() throws Exception {
        assertRefused(request -> Answer.part(CONTENT, 20, 10), "bytes 20-29/100");
    }

    @Test
    void fewerBytesThanAskedForAreRefused() throws Exception {
        assertRefused(request -> Answer.part(CONTENT, 10, 5), "bytes 10-14/100");
    }

    @Test
    void aBodyOfAnotherLengthThanItsRangeIsRefused() throws Exception {
        assertRefused(request -> Answer.part(CONTENT, 10, 10).with("Content-Length", "9"), "9");
    }

    @Test
    void anAnswerThatDoesNotSayItsRangeIsRefused() throws Exception {
        assertRefused(request -> Answer.part(CONTENT, 10, 10).without("Content-Range"), "which bytes");
    }

    @Test
    void anUnreadableRangeIsRefused() throws Exception {
        assertRefused(
                request -> Answer.part(CONTENT, 10, 10).with("Content-Range", "bytes 99999999999999999999-1/*"),
                "which bytes");
    }

    private static void assertRefused(Function<Request, Answer> script, String found) throws Exception {
        try (S3Fixture s3 = new S3Fixture(script)) {
            assertThatThrownBy(() -> s3.read(10, 10))
                    .asInstanceOf(type(StorageException.class))
                    .returns(Reason.REFUSED, StorageException::reason)
                    .extracting(Throwable::getMessage)
                    .asString()
                    .contains("s3://bucket/folder/object", "bytes 10-19", found);
            assertThat(s3.server.requests()).hasSize(1);
        }
    }

    @Test
    void anotherLengthThanPlannedIsAChangedObject() throws Exception {
        assertChanged(request -> Answer.part(Arrays.copyOf(CONTENT, 101), 10, 10), "101");
    }

    @Test
    void anotherVersionIsAChangedObjectEvenWhereTheStoreIgnoresIfMatch() throws Exception {
        assertChanged(request -> Answer.part(CONTENT, 10, 10).with("ETag", "\"other\""), "other");
    }

    @Test
    void aFailedPreconditionIsAChangedObject() throws Exception {
        assertChanged(request -> Answer.error(412, "PreconditionFailed"), "HTTP 412 PreconditionFailed");
    }

    @Test
    void aRangeBehindTheEndIsAChangedObject() throws Exception {
        assertChanged(request -> Answer.error(416, "InvalidRange"), "HTTP 416 InvalidRange");
    }

    private static void assertChanged(Function<Request, Answer> script, String found) throws Exception {
        try (S3Fixture s3 = new S3Fixture(script)) {
            assertThatThrownBy(() -> s3.read(10, 10))
                    .asInstanceOf(type(StorageException.class))
                    .returns(Reason.CHANGED, StorageException::reason)
                    .extracting(Throwable::getMessage)
                    .asString()
                    .contains("s3://bucket/folder/object", "bytes 10-19", found);
        }
    }

    @Test
    void aTagWithoutQuotesIsTheSameVersion() throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> S3Fixture.object(request).with("ETag", "tag"))) {
            assertThat(s3.read(0, 5)).hasSize(5);
        }
    }

    @Test
    void aWeakTagIsNoVersion() throws Exception {
        Map<String, String> head = Map.of("ETag", "W/\"tag\"", "Content-Length", "100");
        try (S3Fixture s3 =
                new S3Fixture(request -> new Answer(200, head, new byte[0], ScriptedS3.Ending.KEEP_ALIVE))) {
            assertThat(s3.store.head(LOCATION).versionTag()).isEmpty();
        }
    }

    @Test
    void aRangeOutsideTheObjectIsAMistakeOfTheCaller() throws Exception {
        try (S3Fixture s3 = new S3Fixture(S3Fixture::object)) {
            assertThatThrownBy(() -> s3.store.open(OBJECT, new ByteRange(91, 10)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("bytes 91-100");
            assertThat(s3.server.requests()).isEmpty();
        }
    }

    @Test
    void keysAreEncodedOnceAndDecodedNever() throws Exception {
        try (S3Fixture s3 = new S3Fixture(S3Fixture::object)) {
            String key = "a b/100%/x+y=z/who?/#1/%20/ü€/..//end";
            s3.store
                    .openTail(new ObjectLocation("s3", "bucket", key), Optional.empty(), 1)
                    .close();

            // The second of two slashes is encoded, so that nobody on the way makes one of them.
            assertThat(s3.server.requests().get(0).target())
                    .isEqualTo("/bucket/a%20b/100%25/x%2By%3Dz/who%3F/%231/%2520/%C3%BC%E2%82%AC/../%2Fend");
        }
    }
}
