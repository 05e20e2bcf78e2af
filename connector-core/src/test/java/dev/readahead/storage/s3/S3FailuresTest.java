package dev.readahead.storage.s3;

import dev.readahead.storage.ByteRange;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.s3.ScriptedS3.Answer;
import dev.readahead.storage.s3.ScriptedS3.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import static dev.readahead.storage.s3.S3Fixture.LOCATION;
import static dev.readahead.storage.s3.S3Fixture.OBJECT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What a failure means and what its message says. */
class S3FailuresTest {
    private static final ByteRange RANGE = new ByteRange(10, 20);

    @ParameterizedTest
    @CsvSource({
        "404, NoSuchKey, NOT_FOUND, deleted",
        "404, NoSuchBucket, NOT_FOUND, name of the bucket",
        "403, AccessDenied, ACCESS_DENIED, s3:GetObject",
        "403, InvalidAccessKeyId, ACCESS_DENIED, access key is unknown",
        "403, SignatureDoesNotMatch, ACCESS_DENIED, secret key",
        "400, ExpiredToken, ACCESS_DENIED, new temporary credentials",
        "400, InvalidToken, ACCESS_DENIED, session token",
        "401, Unauthorized, ACCESS_DENIED, permissions",
        "403, RequestTimeTooSkewed, TRANSIENT, clock",
        "403, InvalidObjectState, REFUSED, restore",
        "412, PreconditionFailed, CHANGED, run the query again",
        "503, SlowDown, THROTTLED, fewer requests",
        "503, ServiceUnavailable, THROTTLED, fewer requests",
        "429, TooManyRequests, THROTTLED, fewer requests",
        "400, RequestTimeout, TRANSIENT, HTTP 400",
        "500, InternalError, TRANSIENT, HTTP 500",
        "502, BadGateway, TRANSIENT, HTTP 502",
        "504, GatewayTimeout, TRANSIENT, HTTP 504",
        "501, NotImplemented, REFUSED, HTTP 501",
        "400, InvalidRequest, REFUSED, HTTP 400",
        "301, PermanentRedirect, REFUSED, set its region",
        "400, AuthorizationHeaderMalformed, REFUSED, set its region",
    })
    void anErrorOfTheStoreIsReportedOnceWithItsReasonAndWhatToDo(int status, String code, Reason reason, String advice)
            throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> Answer.error(status, code))) {
            StorageException failure = openFailure(s3);

            assertThat(failure.reason()).isEqualTo(reason);
            assertThat(failure)
                    .hasMessageContainingAll(
                            "s3://bucket/folder/object",
                            "bytes 10-29",
                            "HTTP " + status,
                            code,
                            "request id REQ1",
                            "words of the store",
                            advice);
            assertThat(s3.server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"404, NOT_FOUND", "403, ACCESS_DENIED", "500, TRANSIENT", "503, THROTTLED", "400, REFUSED"})
    void anErrorWithoutABodyIsToldByItsStatus(int status, Reason reason) throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> Answer.of(status, ""))) {
            StorageException failure = catchThrowableOfType(StorageException.class, () -> s3.store.head(LOCATION));

            assertThat(failure.reason()).isEqualTo(reason);
            assertThat(failure).hasMessageContainingAll("s3://bucket/folder/object", "HTTP " + status);
        }
    }

    @Test
    void anErrorPageOfAProxyIsNoData() throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> Answer.of(502, "<html>bad gateway"))) {
            assertThat(openFailure(s3).reason()).isEqualTo(Reason.TRANSIENT);
        }
    }

    @Test
    void anEndlessMessageOfAServerIsCut() throws Exception {
        String longMessage = "x".repeat(100_000);
        try (S3Fixture s3 = new S3Fixture(request ->
                Answer.of(400, "<Error><Code>Strange</Code><Message>" + longMessage + "</Message></Error>"))) {
            assertThat(openFailure(s3).getMessage()).contains("Strange").hasSizeLessThan(1_000);
        }
    }

    @Test
    void noPartOfTheSecretsIsShown() throws Exception {
        Optional<String> token = Optional.of(S3Fixture.SECRET_MARKER);
        S3Credentials keys = new S3Credentials.Keys("AKIDEXAMPLE", S3Fixture.SECRET_MARKER, token);
        try (S3Fixture s3 =
                new S3Fixture(request -> Answer.error(403, "AccessDenied"), options -> options.credentials(keys))) {
            StringBuilder shown = new StringBuilder(s3.store.toString()).append(keys);
            for (Throwable cause = openFailure(s3); cause != null; cause = cause.getCause()) {
                shown.append(cause);
            }

            assertThat(s3.server.requests().get(0).header("x-amz-security-token"))
                    .isEqualTo(S3Fixture.SECRET_MARKER);
            assertThat(shown.toString()).doesNotContain(S3Fixture.SECRET_MARKER);
        }
    }

    @Test
    void aConnectionThatEndsBeforeTheAnswerIsTransient() throws Exception {
        assertTransient(Answer.nothing(Ending.CLOSE), options -> options, "the connection broke");
    }

    @Test
    void aConnectionThatIsResetBeforeTheAnswerIsTransient() throws Exception {
        assertTransient(Answer.nothing(Ending.RESET), options -> options, "the connection broke");
    }

    @Test
    void aStoreThatDoesNotAnswerIsTransientAfterTheTimeLimit() throws Exception {
        assertTransient(
                Answer.nothing(Ending.STALL),
                options -> options.socketTimeout(Duration.ofMillis(200)),
                "no byte arrived within PT0.2S");
    }

    private static void assertTransient(Answer answer, UnaryOperator<S3Options.Builder> options, String found)
            throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> answer, options)) {
            StorageException failure = openFailure(s3);

            assertThat(failure.reason()).isEqualTo(Reason.TRANSIENT);
            assertThat(failure).hasMessageContainingAll("s3://bucket/folder/object", "bytes 10-29", found);
            assertThat(s3.server.requests()).hasSize(1);
        }
    }

    @Test
    void aRefusedConnectionIsTransientAndNamesTheEndpoint() throws Exception {
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
        }
        try (S3Fixture s3 = new S3Fixture(S3Fixture::object, options -> options.endpoint("http://127.0.0.1:" + port))) {
            StorageException failure = openFailure(s3);

            assertThat(failure.reason()).isEqualTo(Reason.TRANSIENT);
            assertThat(failure).hasMessageContainingAll("no connection", "127.0.0.1:" + port, "endpoint");
        }
    }

    @Test
    void anUnknownHostIsRefused() throws Exception {
        try (S3Fixture s3 =
                new S3Fixture(S3Fixture::object, options -> options.endpoint("http://no-such-host.invalid"))) {
            StorageException failure = openFailure(s3);

            // A machine without any resolver says that it may pass.
            assertThat(failure.reason()).isIn(Reason.REFUSED, Reason.TRANSIENT);
            assertThat(failure).hasMessageContainingAll("no-such-host.invalid", "endpoint", "path-style");
        }
    }

    @Test
    void plainHttpBehindAnHttpsEndpointIsRefused() throws Exception {
        try (S3Fixture s3 = new S3Fixture(S3Fixture::object);
                S3ObjectStore store = new S3ObjectStore(S3Options.builder()
                        .endpoint(s3.server.endpoint().toString().replace("http:", "https:"))
                        .pathStyle(true)
                        .credentials(new S3Credentials.Anonymous())
                        .build())) {
            StorageException failure = catchThrowableOfType(StorageException.class, () -> store.open(OBJECT, RANGE));

            assertThat(failure.reason()).isIn(Reason.REFUSED, Reason.TRANSIENT);
            assertThat(failure).hasMessageContaining("TLS");
        }
    }

    @Test
    void aBodyThatEndsEarlyIsTransientAndNamesTheByteReached() throws Exception {
        assertBroken(Ending.CLOSE, options -> options, "");
    }

    @Test
    void aBodyThatIsResetIsTransientAndNamesTheByteReached() throws Exception {
        assertBroken(Ending.RESET, options -> options, "");
    }

    @Test
    void aBodyThatStallsIsTransientAfterTheTimeLimitAndNamesTheByteReached() throws Exception {
        assertBroken(
                Ending.STALL,
                options -> options.socketTimeout(Duration.ofMillis(200)),
                "no byte arrived within PT0.2S");
    }

    private static void assertBroken(Ending ending, UnaryOperator<S3Options.Builder> options, String found)
            throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> S3Fixture.object(request).cutAt(8, ending), options);
                ObjectStream stream = s3.store.open(OBJECT, RANGE)) {
            StorageException failure = catchThrowableOfType(StorageException.class, () -> S3Fixture.readAll(stream));

            assertThat(failure.reason()).isEqualTo(Reason.TRANSIENT);
            assertThat(failure.getMessage()).contains("s3://bucket/folder/object", "bytes 10-29", found);
            if (ending != Ending.RESET) {
                // A reset may overtake the bytes before it.
                assertThat(failure).hasMessageContaining("byte 18 reached");
            }
        }
    }

    @Test
    void aBodyWithoutLengthThatEndsEarlyIsTransient() throws Exception {
        Answer answer = new Answer(
                206,
                Map.of("Content-Range", "bytes 10-29/100", "Transfer-Encoding", "chunked"),
                "5\r\nabcde\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                Ending.KEEP_ALIVE);
        try (S3Fixture s3 = new S3Fixture(request -> answer);
                ObjectStream stream = s3.store.open(OBJECT, RANGE)) {
            StorageException failure = catchThrowableOfType(StorageException.class, () -> S3Fixture.readAll(stream));

            assertThat(failure.reason()).isEqualTo(Reason.TRANSIENT);
            assertThat(failure).hasMessageContainingAll("byte 15 reached", "15 bytes early");
        }
    }

    @Test
    void tooFewConnectionsAreTransientAndSayWhichOptionToRaise() throws Exception {
        try (S3Fixture s3 = new S3Fixture(
                        request -> S3Fixture.object(request).cutAt(1, Ending.STALL),
                        options -> options.maxConnections(1).connectTimeout(Duration.ofMillis(200)));
                ObjectStream occupied = s3.store.open(OBJECT, RANGE)) {
            StorageException failure = openFailure(s3);

            assertThat(occupied.length()).isEqualTo(20);
            assertThat(failure.reason()).isEqualTo(Reason.TRANSIENT);
            assertThat(failure).hasMessageContainingAll("none of 1 connections", "raise");
        }
    }

    @Test
    void aBucketNameThatCannotBeIsRefused() throws Exception {
        try (S3Fixture s3 = new S3Fixture(S3Fixture::object)) {
            StorageException failure = catchThrowableOfType(
                    StorageException.class, () -> s3.store.head(new ObjectLocation("s3", "", "key")));

            assertThat(failure.reason()).isEqualTo(Reason.REFUSED);
        }
    }

    @Test
    void aClosedStoreRefuses() throws Exception {
        try (S3Fixture s3 = new S3Fixture(S3Fixture::object)) {
            s3.store.close();

            assertThat(openFailure(s3)).hasMessageContaining("s3://bucket/folder/object");
            assertThat(s3.server.requests()).isEmpty();
        }
    }

    private static StorageException openFailure(S3Fixture s3) {
        return catchThrowableOfType(
                StorageException.class, () -> s3.store.open(OBJECT, RANGE).close());
    }
}
