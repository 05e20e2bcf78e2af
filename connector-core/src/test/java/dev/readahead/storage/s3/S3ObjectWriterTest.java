package dev.readahead.storage.s3;

import dev.readahead.storage.FolderContent;
import dev.readahead.storage.Interruption;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.s3.ScriptedS3.Answer;
import dev.readahead.storage.s3.ScriptedS3.Request;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

class S3ObjectWriterTest {
    private static final ObjectLocation LOCATION = new ObjectLocation("s3", "bucket", "folder/object");
    private static final byte[] CONTENT = {1, 2, 3};

    private interface Use {
        void by(S3ObjectWriter writer, ScriptedS3 server) throws IOException;
    }

    private static void withWriter(Function<Request, Answer> script, Use use) throws IOException {
        try (ScriptedS3 server = new ScriptedS3(script);
                S3ObjectWriter writer = new S3ObjectWriter(S3Options.builder()
                        .endpoint(server.endpoint().toString())
                        .region("eu-central-1")
                        .pathStyle(true)
                        .credentials(new S3Credentials.Keys("AKIDEXAMPLE", S3Fixture.SECRET_MARKER, Optional.empty()))
                        .build())) {
            use.by(writer, server);
        }
    }

    @Test
    void onlyAnObjectThatIsNotThereIsPut() throws Exception {
        withWriter(request -> Answer.of(200, "").with("ETag", "\"new\""), (writer, server) -> {
            assertThat(writer.create(LOCATION, CONTENT)).isTrue();
            assertThat(server.requests()).singleElement().satisfies(request -> {
                assertThat(request.method()).isEqualTo("PUT");
                assertThat(request.target()).startsWith("/bucket/folder/object");
                assertThat(request.header("if-none-match")).isEqualTo("*");
            });
        });
    }

    @Test
    void oneThatIsThereStays() throws Exception {
        withWriter(request -> Answer.error(412, "PreconditionFailed"), (writer, server) -> {
            assertThat(writer.create(LOCATION, CONTENT)).isFalse();
            assertThat(server.requests()).hasSize(1);
        });
    }

    @Test
    void aStoreWithoutConditionsIsAskedFirst() throws Exception {
        withWriter(
                request -> switch (request.method()) {
                    case "HEAD" -> Answer.of(404, "");
                    default ->
                        request.header("if-none-match") == null
                                ? Answer.of(200, "")
                                : Answer.error(501, "NotImplemented");
                },
                (writer, server) -> {
                    assertThat(writer.create(LOCATION, CONTENT)).isTrue();
                    assertThat(server.requests()).extracting(Request::method).containsExactly("PUT", "HEAD", "PUT");
                });
    }

    @Test
    void refusalsSayWhatWasWritten() throws Exception {
        withWriter(
                request -> Answer.error(403, "AccessDenied"),
                (writer, server) -> assertThatThrownBy(() -> writer.create(LOCATION, CONTENT))
                        .asInstanceOf(type(StorageException.class))
                        .satisfies(failure -> {
                            assertThat(failure.reason()).isEqualTo(Reason.ACCESS_DENIED);
                            assertThat(failure)
                                    .hasMessageContaining("writing s3://bucket/folder/object")
                                    .hasMessageNotContaining(S3Fixture.SECRET_MARKER);
                        }));
    }

    @Test
    void aFolderIsListedByADelimiter() throws Exception {
        Answer listing = Answer.of(
                200,
                "<?xml version=\"1.0\"?><ListBucketResult><IsTruncated>false</IsTruncated>"
                        + "<Contents><Key>t/file</Key><Size>5</Size><ETag>\"e\"</ETag></Contents>"
                        + "<CommonPrefixes><Prefix>t/a=1/</Prefix></CommonPrefixes>"
                        + "<CommonPrefixes><Prefix>t/a=2/</Prefix></CommonPrefixes></ListBucketResult>");
        try (S3Fixture s3 = new S3Fixture(request -> listing)) {
            FolderContent content = s3.store.listFolder(new ObjectLocation("s3", "bucket", "t/"), new Interruption());
            assertThat(content.folders()).containsExactly("t/a=1/", "t/a=2/");
            assertThat(content.objects())
                    .extracting(object -> object.location().key())
                    .containsExactly("t/file");
            assertThat(s3.server.requests().get(0).target())
                    .contains("delimiter=%2F")
                    .contains("prefix=t%2F");
        }
    }
}
