package dev.readahead.storage.s3;

import dev.readahead.storage.ByteRange;
import dev.readahead.storage.Interruption;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.s3.ScriptedS3.Ending;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import static dev.readahead.storage.s3.S3Fixture.OBJECT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/** What becomes of the connections. */
class S3ConnectionTest {
    private static final long LIMIT_SECONDS = 10;

    @Test
    void rangesThatAreReadToTheEndShareOneConnection() throws Exception {
        try (S3Fixture s3 = new S3Fixture(S3Fixture::object)) {
            for (int time = 0; time < 5; time++) {
                s3.read(time, 50);
            }

            assertThat(s3.server.connections()).isEqualTo(1);
        }
    }

    @Test
    void aConnectionComesBackWithoutTheEndOfTheBodyBeingAskedFor() throws Exception {
        try (S3Fixture s3 = new S3Fixture(S3Fixture::object)) {
            for (int time = 0; time < 3; time++) {
                try (ObjectStream stream = s3.store.open(OBJECT, new ByteRange(0, 50))) {
                    byte[] buffer = new byte[50];
                    for (int arrived = 0; arrived < buffer.length; ) {
                        arrived += stream.read(buffer, arrived, buffer.length - arrived);
                    }
                }
            }

            assertThat(s3.server.connections()).isEqualTo(1);
        }
    }

    @Test
    void aStreamThatIsClosedEarlyGivesUpItsConnection() throws Exception {
        try (S3Fixture s3 = new S3Fixture(S3Fixture::object, options -> options.maxConnections(1))) {
            try (ObjectStream stream = s3.store.open(OBJECT, new ByteRange(0, 50))) {
                assertThat(stream.read(new byte[10], 0, 10)).isEqualTo(10);
            }
            s3.read(0, 50);

            assertThat(s3.server.connections()).isEqualTo(2);
        }
    }

    @Test
    void anAnswerThatIsRefusedGivesUpItsConnection() throws Exception {
        try (S3Fixture s3 = new S3Fixture(
                request -> request.header("range").equals("bytes=0-9")
                        ? ScriptedS3.Answer.of(200, "not a range")
                        : S3Fixture.object(request),
                options -> options.maxConnections(1))) {
            for (int time = 0; time < 3; time++) {
                assertThatCode(() -> s3.read(0, 10)).isInstanceOf(StorageException.class);
            }

            assertThat(s3.read(0, 11)).hasSize(11);
        }
    }

    @Test
    void errorsKeepTheConnection() throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> ScriptedS3.Answer.error(503, "SlowDown"))) {
            for (int time = 0; time < 3; time++) {
                assertThatCode(() -> s3.read(0, 10)).isInstanceOf(StorageException.class);
            }

            assertThat(s3.server.connections()).isEqualTo(1);
        }
    }

    @Test
    void abortEndsABlockedRead() throws Exception {
        try (S3Fixture s3 = new S3Fixture(request -> S3Fixture.object(request).cutAt(8, Ending.STALL))) {
            assertAbortEndsABlockedRead(s3.server, s3.store);
        }
    }

    static void assertAbortEndsABlockedRead(ScriptedS3 server, S3ObjectStore store) throws Exception {
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        try (ObjectStream stream = store.open(OBJECT, new ByteRange(10, 20))) {
            for (int arrived = 0; arrived < 8; ) {
                arrived += stream.read(new byte[8], 0, 8 - arrived);
            }
            Thread reader = new Thread(() -> {
                try {
                    stream.read(new byte[8], 0, 8);
                    outcome.complete(null);
                } catch (Exception e) {
                    outcome.complete(e);
                }
            });
            reader.start();
            assertThat(server.stalled().await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
            awaitBlockedInSocket(reader);

            stream.abort();
            stream.abort();

            assertThat(outcome.get(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .isInstanceOf(StorageException.class)
                    .hasMessageContainingAll("byte 18 reached", "aborted");
        }
    }

    private static void awaitBlockedInSocket(Thread reader) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (Arrays.stream(reader.getStackTrace())
                .noneMatch(frame -> frame.getMethodName().equals("park")
                        || frame.getMethodName().equals("poll"))) {
            assertThat(System.nanoTime()).as("time at which the reader blocks").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @Test
    void anInterruptionEndsTheWaitForTheHeadOfTheAnswer() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        try (S3Fixture s3 = new S3Fixture(
                request -> requests.getAndIncrement() == 0
                        ? ScriptedS3.Answer.nothing(Ending.STALL)
                        : S3Fixture.object(request),
                options -> options.maxConnections(1))) {
            Interruption interruption = new Interruption();
            CompletableFuture<Throwable> outcome = new CompletableFuture<>();
            Thread reader = new Thread(() -> {
                try {
                    s3.store.open(OBJECT, new ByteRange(0, 10), interruption).close();
                    outcome.complete(null);
                } catch (Exception e) {
                    outcome.complete(e);
                }
            });
            reader.start();
            assertThat(s3.server.stalled().await(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .isTrue();
            awaitBlockedInSocket(reader);

            interruption.interrupt();
            interruption.interrupt();

            assertThat(outcome.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isInstanceOf(StorageException.class);
            assertThat(s3.read(0, 10)).as("the one connection is free again").hasSize(10);
        }
    }

    @Test
    void aRequestThatWasInterruptedBeforehandIsNotSent() throws Exception {
        try (S3Fixture s3 = new S3Fixture(S3Fixture::object)) {
            Interruption interruption = new Interruption();
            interruption.interrupt();

            assertThatCode(() -> s3.store.openTail(S3Fixture.LOCATION, Optional.empty(), 10, interruption))
                    .isInstanceOf(StorageException.class);
            assertThat(s3.server.requests()).isEmpty();
        }
    }

    @Test
    void abortAfterTheEndChangesNothing() throws Exception {
        try (S3Fixture s3 = new S3Fixture(S3Fixture::object);
                ObjectStream stream = s3.store.open(OBJECT, new ByteRange(0, 50))) {
            assertThat(S3Fixture.readAll(stream)).hasSize(50);

            assertThatCode(stream::abort).doesNotThrowAnyException();
        }
    }
}
