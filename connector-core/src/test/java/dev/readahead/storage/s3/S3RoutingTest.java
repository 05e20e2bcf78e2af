package dev.readahead.storage.s3;

import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.s3.ScriptedS3.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.http.SdkHttpRequest;

import java.net.URI;
import java.util.Optional;
import java.util.function.UnaryOperator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Which host a request goes to, and for which region it is signed. */
class S3RoutingTest {
    private static final String EMPTY_LISTING = "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>";
    private static final String HERE = "eu-central-1";
    private static final String THERE = "ap-southeast-2";

    private static S3ObjectStore store(CannedHttpClient http, UnaryOperator<S3Options.Builder> more) {
        S3Options.Builder options = S3Options.builder()
                .region(HERE)
                .credentials(new S3Credentials.Keys("AKIDEXAMPLE", S3Fixture.SECRET_MARKER, Optional.empty()));
        return new S3ObjectStore(more.apply(options).build(), http);
    }

    private static Answer ok(SdkHttpRequest request) {
        return Answer.of(200, "x");
    }

    private static ObjectLocation in(String bucket) {
        return new ObjectLocation("s3", bucket, "key");
    }

    private static String signedFor(SdkHttpRequest request) {
        return request.firstMatchingHeader("Authorization").orElseThrow().split("/")[2];
    }

    @Test
    void theBucketIsPartOfTheHostName() throws Exception {
        CannedHttpClient http = new CannedHttpClient(S3RoutingTest::ok);
        try (S3ObjectStore store = store(http, options -> options)) {
            store.head(in("bucket"));
        }
        assertThat(http.requests.get(0).getUri())
                .isEqualTo(URI.create("https://bucket.s3.eu-central-1.amazonaws.com/key"));
    }

    @Test
    void pathStylePutsTheBucketIntoThePath() throws Exception {
        CannedHttpClient http = new CannedHttpClient(S3RoutingTest::ok);
        try (S3ObjectStore store = store(http, options -> options.pathStyle(true))) {
            store.head(in("bucket"));
        }
        assertThat(http.requests.get(0).getUri())
                .isEqualTo(URI.create("https://s3.eu-central-1.amazonaws.com/bucket/key"));
    }

    @Test
    void anotherStoreIsAddressedByHostNamesTooUnlessPathStyleIsSet() throws Exception {
        CannedHttpClient http = new CannedHttpClient(S3RoutingTest::ok);
        try (S3ObjectStore store = store(http, options -> options.endpoint("store.example:9000"))) {
            store.head(in("bucket"));
        }
        assertThat(http.requests.get(0).getUri()).isEqualTo(URI.create("https://bucket.store.example:9000/key"));
    }

    @Test
    void anAccessPointAliasIsTakenForTheBucketThatItLooksLike() throws Exception {
        String alias = "my-access-poin-hrzrlukc5m36ft7okagglf3gmwluqeuw1b-s3alias";
        CannedHttpClient http = new CannedHttpClient(S3RoutingTest::ok);
        try (S3ObjectStore store = store(http, options -> options)) {
            store.head(in(alias));
        }
        assertThat(http.hosts()).containsExactly(alias + ".s3.eu-central-1.amazonaws.com");
    }

    @Test
    void anAccessPointIsAskedInItsOwnRegion() throws Exception {
        CannedHttpClient http = new CannedHttpClient(S3RoutingTest::ok);
        try (S3ObjectStore store = store(http, options -> options)) {
            store.head(in("arn:aws:s3:ap-southeast-2:123456789012:accesspoint/finance"));
        }
        assertThat(http.hosts()).containsExactly("finance-123456789012.s3-accesspoint.ap-southeast-2.amazonaws.com");
        assertThat(signedFor(http.requests.get(0))).isEqualTo(THERE);
    }

    @ParameterizedTest
    @CsvSource({"301, PermanentRedirect", "307, TemporaryRedirect", "400, AuthorizationHeaderMalformed"})
    void theRegionOfABucketIsLearntOnce(int status, String code) throws Exception {
        CannedHttpClient http = new CannedHttpClient(request -> request.host().contains(THERE)
                ? ok(request)
                : Answer.error(status, code).with("x-amz-bucket-region", THERE));
        try (S3ObjectStore store = store(http, options -> options)) {
            store.head(in("far"));
            store.head(in("far"));
        }
        assertThat(http.hosts())
                .containsExactly(
                        "far.s3.eu-central-1.amazonaws.com",
                        "far.s3.ap-southeast-2.amazonaws.com",
                        "far.s3.ap-southeast-2.amazonaws.com");
        assertThat(http.requests).extracting(S3RoutingTest::signedFor).containsExactly(HERE, THERE, THERE);
    }

    @Test
    void theRegionOfOneBucketIsNotTakenForThatOfAnother() throws Exception {
        CannedHttpClient http = new CannedHttpClient(
                request -> request.host().startsWith("far") && !request.host().contains(THERE)
                        ? Answer.of(301, "").with("x-amz-bucket-region", THERE)
                        : ok(request));
        try (S3ObjectStore store = store(http, options -> options)) {
            store.head(in("far"));
            store.head(in("near"));
        }
        assertThat(http.hosts().get(2)).isEqualTo("near.s3.eu-central-1.amazonaws.com");
    }

    @Test
    void anotherStoreNamesItsRegionInTheErrorItself() throws Exception {
        CannedHttpClient http =
                new CannedHttpClient(request -> signedFor(request).equals("moon-1")
                        ? Answer.of(200, EMPTY_LISTING)
                        : Answer.of(
                                400,
                                "<Error><Code>AuthorizationHeaderMalformed</Code><Message>The authorization header is"
                                        + " malformed; the region is wrong; expecting 'moon-1'.</Message></Error>"));
        try (S3ObjectStore store = store(http, options -> options.endpoint("https://store.example"))) {
            assertThat(store.list(new ObjectLocation("s3", "bucket", ""))).isExhausted();
        }
        assertThat(http.requests).extracting(S3RoutingTest::signedFor).containsExactly(HERE, "moon-1");
    }

    @Test
    void regionsThatPointAtEachOtherAreRefusedAfterOneTurn() {
        CannedHttpClient http = new CannedHttpClient(request -> Answer.error(301, "PermanentRedirect")
                .with("x-amz-bucket-region", request.host().contains(THERE) ? HERE : THERE));
        try (S3ObjectStore store = store(http, options -> options)) {
            StorageException failure = catchThrowableOfType(StorageException.class, () -> store.head(in("lost")));

            assertThat(failure.reason()).isEqualTo(Reason.REFUSED);
            assertThat(failure).hasMessageContainingAll("s3://lost/key", "HTTP 301", "region");
        }
        assertThat(http.requests).hasSize(2);
    }

    @Test
    void aRegionThatIsNoneIsNotFollowed() {
        CannedHttpClient http =
                new CannedHttpClient(request -> Answer.of(301, "").with("x-amz-bucket-region", "evil.example/?"));
        try (S3ObjectStore store = store(http, options -> options)) {
            assertThatThrownBy(() -> store.head(in("bucket"))).isInstanceOf(StorageException.class);
        }
        assertThat(http.requests).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3.eu-central-1.amazonaws.com", "https://s3-eu-central-1.amazonaws.com:443/"})
    void aPublicEndpointOfAmazonIsOnlyARegion(String endpoint) {
        S3Options options = S3Options.builder().endpoint(endpoint).build();

        assertThat(options.endpoint()).isEmpty();
        assertThat(options.region()).contains(HERE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://bucket.vpce-1a2b3c4d.s3.us-east-1.vpce.amazonaws.com",
                "https://s3-fips.us-east-1.amazonaws.com",
                "http://s3.us-east-1.amazonaws.com",
                "https://s3.us-east-1.amazonaws.com.evil.example",
                "https://store.example/base",
            })
    void anyOtherEndpointIsKept(String endpoint) {
        assertThat(S3Options.builder().endpoint(endpoint).build().endpoint()).contains(URI.create(endpoint));
    }

    @Test
    void anEndpointWithoutSchemeFollowsTheSslOption() {
        assertThat(S3Options.builder()
                        .endpoint("minio:9000")
                        .sslEnabled(false)
                        .build()
                        .endpoint())
                .contains(URI.create("http://minio:9000"));
        assertThat(S3Options.builder().endpoint("minio:9000").build().endpoint())
                .contains(URI.create("https://minio:9000"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ftp://store.example", "https://", "https://a b", "https://store.example?x=1", "minio_1:9000"})
    void whatIsNoEndpointIsRefused(String endpoint) {
        assertThatThrownBy(() -> S3Options.builder().endpoint(endpoint).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("endpoint");
    }

    @Test
    void anEndpointThatHoldsAPasswordIsRefusedWithoutShowingIt() {
        String endpoint = "https://user:" + S3Fixture.SECRET_MARKER + "@store.example";

        assertThatThrownBy(() -> S3Options.builder().endpoint(endpoint).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("endpoint")
                .hasMessageNotContaining(S3Fixture.SECRET_MARKER);
    }

    @Test
    void requesterPaysIsSaidInEveryRequest() throws Exception {
        CannedHttpClient http =
                new CannedHttpClient(request -> request.getUri().getPath().endsWith("/key")
                        ? Answer.part(new byte[] {1}, 0, 1)
                        : Answer.of(200, EMPTY_LISTING));
        try (S3ObjectStore store = store(http, options -> options.requesterPays(true))) {
            store.head(in("bucket"));
            store.openTail(in("bucket"), Optional.empty(), 1).close();
            store.list(new ObjectLocation("s3", "bucket", ""));
        }
        assertThat(http.requests)
                .hasSize(3)
                .allSatisfy(request -> assertThat(request.firstMatchingHeader("x-amz-request-payer"))
                        .contains("requester"));
    }

    @Test
    void anonymousRequestsAreNotSigned() throws Exception {
        CannedHttpClient http = new CannedHttpClient(S3RoutingTest::ok);
        try (S3ObjectStore store = store(http, options -> options.credentials(new S3Credentials.Anonymous()))) {
            store.head(in("bucket"));
        }
        assertThat(http.requests.get(0).firstMatchingHeader("Authorization")).isEmpty();
    }

    @Test
    void theUserAgentBeginsAsConfigured() throws Exception {
        CannedHttpClient http = new CannedHttpClient(S3RoutingTest::ok);
        try (S3ObjectStore store = store(http, options -> options.userAgent("warehouse/7"))) {
            store.head(in("bucket"));
        }
        assertThat(http.requests.get(0).firstMatchingHeader("User-Agent").orElseThrow())
                .startsWith("warehouse/7");
    }
}
