package dev.readahead.storage.s3;

import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.s3.ScriptedS3.Answer;
import dev.readahead.storage.s3.ScriptedS3.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;

import java.time.Duration;
import java.util.Optional;

import static dev.readahead.storage.s3.S3Fixture.LOCATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Who signs, and what is said when nobody can. */
class S3CredentialsTest {
    private static final S3Credentials BASE =
            new S3Credentials.Keys("AKIDBASE", S3Fixture.SECRET_MARKER, Optional.empty());

    private static S3Credentials role(ScriptedS3 tokenService) {
        return new S3Credentials.AssumedRole(
                "arn:aws:iam::123456789012:role/reader",
                "session",
                Optional.of("external-" + S3Fixture.SECRET_MARKER),
                Optional.of(Duration.ofMinutes(20)),
                Optional.of(tokenService.endpoint().toString()),
                Optional.of("eu-west-1"),
                BASE);
    }

    private static Answer session(Request request) {
        return Answer.of(
                200,
                "<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>AKIDROLE</AccessKeyId>"
                        + "<SecretAccessKey>roleSecret</SecretAccessKey><SessionToken>roleToken</SessionToken>"
                        + "<Expiration>2999-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult>"
                        + "</AssumeRoleResponse>");
    }

    @Test
    void aRoleIsAssumedOnceWithTheBaseCredentials() throws Exception {
        try (ScriptedS3 tokenService = new ScriptedS3(S3CredentialsTest::session);
                S3Fixture s3 = new S3Fixture(
                        request -> Answer.of(200, ""), options -> options.credentials(role(tokenService)))) {
            s3.store.head(LOCATION);
            s3.store.head(LOCATION);

            assertThat(tokenService.requests())
                    .singleElement()
                    .satisfies(request ->
                            assertThat(request.header("authorization")).contains("AKIDBASE", "/eu-west-1/sts/"));
            assertThat(s3.server.requests()).hasSize(2).allSatisfy(request -> {
                assertThat(request.header("authorization")).contains("AKIDROLE");
                assertThat(request.header("x-amz-security-token")).isEqualTo("roleToken");
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"403, AccessDenied, ACCESS_DENIED", "400, ValidationError, ACCESS_DENIED"})
    void aRoleThatMayNotBeAssumedIsDeniedBeforeTheStoreIsAsked(int status, String code, Reason reason)
            throws Exception {
        String answer = "<ErrorResponse><Error><Code>" + code + "</Code><Message>may not assume</Message></Error>"
                + "</ErrorResponse>";
        try (ScriptedS3 tokenService = new ScriptedS3(request -> Answer.of(status, answer));
                S3Fixture s3 = new S3Fixture(
                        request -> Answer.of(200, ""), options -> options.credentials(role(tokenService)))) {
            StorageException failure = catchThrowableOfType(StorageException.class, () -> s3.store.head(LOCATION));

            assertThat(failure.reason()).isEqualTo(reason);
            assertThat(failure.getMessage())
                    .contains("s3://bucket/folder/object", "role/reader", "may not assume")
                    .doesNotContain(S3Fixture.SECRET_MARKER);
            assertThat(s3.server.requests()).isEmpty();
        }
    }

    @Test
    void aProfileThatIsNotThereIsDeniedAndNamed() throws Exception {
        S3Credentials missing = new S3Credentials.Profile(Optional.of("no-such-profile"));
        try (S3Fixture s3 = new S3Fixture(request -> Answer.of(200, ""), options -> options.credentials(missing))) {
            StorageException failure = catchThrowableOfType(StorageException.class, () -> s3.store.head(LOCATION));

            assertThat(failure.reason()).isEqualTo(Reason.ACCESS_DENIED);
            assertThat(failure).hasMessageContainingAll("no credentials", "no-such-profile");
        }
    }

    @Test
    void aProviderOfTheCallerSigns() throws Exception {
        S3Credentials own = new S3Credentials.Provided(() -> AwsBasicCredentials.create("AKIDOWN", "ownSecret"));
        try (S3Fixture s3 = new S3Fixture(request -> Answer.of(200, ""), options -> options.credentials(own))) {
            s3.store.head(LOCATION);

            assertThat(s3.server.requests().get(0).header("authorization")).contains("AKIDOWN");
        }
    }

    @Test
    void noDescriptionShowsASecret() {
        S3Credentials keys =
                new S3Credentials.Keys("AKID", S3Fixture.SECRET_MARKER, Optional.of(S3Fixture.SECRET_MARKER));
        S3Credentials role = new S3Credentials.AssumedRole(
                "role",
                "session",
                Optional.of(S3Fixture.SECRET_MARKER),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                keys);

        assertThat(S3Options.builder().credentials(role).build().toString())
                .contains("role")
                .doesNotContain(S3Fixture.SECRET_MARKER);
    }
}
