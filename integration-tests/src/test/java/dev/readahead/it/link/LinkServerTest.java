package dev.readahead.it.link;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LinkServerTest {
    private static final int LENGTH = 1 << 20;

    @TempDir
    private Path root;

    private final byte[] content = new byte[LENGTH];

    @BeforeEach
    void writeObject() throws IOException {
        new Random(1).nextBytes(content);
        write("object", content);
    }

    @Test
    void servesWholeObjectsRangesAndTails() throws IOException {
        try (LinkServer link = LinkServer.start(root, LinkProfile.unlimited());
                S3Client client = client(link, "any")) {
            HeadObjectResponse head =
                    client.headObject(request -> request.bucket("bucket").key("object"));
            ResponseBytes<GetObjectResponse> whole =
                    client.getObjectAsBytes(request -> request.bucket("bucket").key("object"));
            ResponseBytes<GetObjectResponse> tail = client.getObjectAsBytes(
                    request -> request.bucket("bucket").key("object").range("bytes=-1000"));
            ResponseBytes<GetObjectResponse> range = client.getObjectAsBytes(request ->
                    request.bucket("bucket").key("object").range("bytes=5-9").ifMatch(head.eTag()));

            assertThat(head.contentLength()).isEqualTo(LENGTH);
            assertThat(whole.asByteArray()).isEqualTo(content);
            assertThat(whole.response().eTag()).isEqualTo(head.eTag());
            assertThat(whole.response().lastModified()).isEqualTo(head.lastModified());
            assertThat(tail.asByteArray()).isEqualTo(Arrays.copyOfRange(content, LENGTH - 1_000, LENGTH));
            assertThat(tail.response().contentRange())
                    .isEqualTo("bytes " + (LENGTH - 1_000) + "-" + (LENGTH - 1) + "/" + LENGTH);
            assertThat(range.asByteArray()).isEqualTo(Arrays.copyOfRange(content, 5, 10));
            LinkCounters counters = link.counters();
            assertThat(counters.gets()).isEqualTo(2);
            assertThat(counters.tailGets()).isEqualTo(1);
            assertThat(counters.heads()).isEqualTo(1);
            assertThat(counters.bytes()).isEqualTo(LENGTH + 1_000 + 5);
            assertThat(Arrays.stream(link.timeline()).sum()).isEqualTo(LENGTH + 1_000 + 5);
        }
    }

    @Test
    void refusesAsS3Does() throws IOException {
        try (LinkServer link = LinkServer.start(root, LinkProfile.unlimited());
                S3Client client = client(link, "any")) {
            assertThatThrownBy(() -> client.getObjectAsBytes(
                            request -> request.bucket("bucket").key("missing")))
                    .isInstanceOf(NoSuchKeyException.class);
            assertThatThrownBy(() -> client.getObjectAsBytes(
                            request -> request.bucket("bucket").key("../../etc/passwd")))
                    .isInstanceOf(S3Exception.class);
            assertRefused(
                    412,
                    () -> client.getObjectAsBytes(
                            request -> request.bucket("bucket").key("object").ifMatch("\"other\"")));
            assertRefused(
                    416,
                    () -> client.getObjectAsBytes(
                            request -> request.bucket("bucket").key("object").range("bytes=" + LENGTH + "-")));
            assertRefused(404, () -> client.listObjectsV2(request -> request.bucket("no-such-bucket")));
            assertRefused(
                    501,
                    () -> client.deleteObject(
                            request -> request.bucket("bucket").key("object")));
        }
    }

    @Test
    void noticesThatAnObjectWasWrittenAgain() throws IOException {
        try (LinkServer link = LinkServer.start(root, LinkProfile.unlimited());
                S3Client client = client(link, "any")) {
            String before = client.headObject(
                            request -> request.bucket("bucket").key("object"))
                    .eTag();
            write("object", new byte[LENGTH - 1]);

            assertRefused(
                    412,
                    () -> client.getObjectAsBytes(
                            request -> request.bucket("bucket").key("object").ifMatch(before)));
        }
    }

    @Test
    void asksForTheAccessKeyIfOneIsSet() throws IOException {
        try (LinkServer link = LinkServer.start(root, LinkProfile.unlimited(), Optional.of("friend"), 0);
                S3Client friend = client(link, "friend");
                S3Client stranger = client(link, "stranger")) {
            assertThat(friend.headObject(request -> request.bucket("bucket").key("object"))
                            .contentLength())
                    .isEqualTo(LENGTH);
            assertRefused(403, () -> stranger.listObjectsV2(request -> request.bucket("bucket")));
        }
    }

    @Test
    void listsPageByPageInTheOrderOfS3() throws IOException {
        for (int index = 0; index < 1_001; index++) {
            write(String.format("many/%04d", index), new byte[1]);
        }
        for (String key :
                List.of("odd/a b", "odd/a+b", "odd/a%20b", "odd/é", "odd/Z", "odd/a/1", "odd/a/2", "odd/a-1")) {
            write(key, new byte[1]);
        }
        try (LinkServer link = LinkServer.start(root, LinkProfile.unlimited());
                S3Client client = client(link, "any")) {
            List<String> many = new ArrayList<>();
            client.listObjectsV2Paginator(request -> request.bucket("bucket").prefix("many/"))
                    .contents()
                    .forEach(object -> many.add(object.key()));
            assertThat(many).hasSize(1_001).isSorted().doesNotHaveDuplicates();
            assertThat(link.counters().lists()).isEqualTo(2);

            assertThat(keys(client.listObjectsV2(
                            request -> request.bucket("bucket").prefix("many/").startAfter("many/0998"))))
                    .containsExactly("many/0999", "many/1000");
            assertThat(keys(client.listObjectsV2(
                            request -> request.bucket("bucket").prefix("odd/").encodingType("url"))))
                    .containsExactly(
                            "odd/Z", "odd/a b", "odd/a%20b", "odd/a+b", "odd/a-1", "odd/a/1", "odd/a/2", "odd/é");
            for (S3Object object : client.listObjectsV2(
                            request -> request.bucket("bucket").prefix("odd/"))
                    .contents()) {
                assertThat(client.headObject(request -> request.bucket("bucket").key(object.key()))
                                .eTag())
                        .isEqualTo(object.eTag());
            }
        }
    }

    @Test
    void groupsKeysByDelimiterAcrossPages() throws IOException {
        for (String key : List.of("t/a/1", "t/a/2", "t/a-1", "t/b/1", "t/b/2", "t/c")) {
            write(key, new byte[1]);
        }
        try (LinkServer link = LinkServer.start(root, LinkProfile.unlimited());
                S3Client client = client(link, "any")) {
            List<String> pages = new ArrayList<>();
            client.listObjectsV2Paginator(request ->
                            request.bucket("bucket").prefix("t/").delimiter("/").maxKeys(1))
                    .forEach(page -> {
                        page.contents().forEach(object -> pages.add(object.key()));
                        page.commonPrefixes().forEach(group -> pages.add(group.prefix()));
                    });

            assertThat(pages).containsExactly("t/a-1", "t/a/", "t/b/", "t/c");
        }
    }

    @Test
    void answersWith503() throws IOException {
        LinkProfile.Faults always = new LinkProfile.Faults(1, 0, 0, 0, Duration.ZERO);
        try (LinkServer link = LinkServer.start(root, LinkProfile.unlimited().withFaults(always));
                S3Client client = client(link, "any")) {
            assertRefused(
                    503,
                    () -> client.headObject(request -> request.bucket("bucket").key("object")));
            assertThat(link.counters().faults()).isEqualTo(1);
        }
    }

    @Test
    void breaksOffInTheMiddleOfTheBody() throws IOException {
        for (LinkProfile.Faults broken : List.of(
                new LinkProfile.Faults(0, 1, 0, 0, Duration.ZERO), new LinkProfile.Faults(0, 0, 1, 0, Duration.ZERO))) {
            try (LinkServer link =
                    LinkServer.start(root, LinkProfile.unlimited().withFaults(broken))) {
                assertThatThrownBy(() -> readAll(link)).isInstanceOf(IOException.class);
                assertThat(link.counters().bytes()).isLessThan(LENGTH);
            }
        }
    }

    @Test
    void goesOnAfterAStall() throws IOException {
        LinkProfile.Faults stalled = new LinkProfile.Faults(0, 0, 0, 1, Duration.ofMillis(20));
        try (LinkServer link = LinkServer.start(root, LinkProfile.unlimited().withFaults(stalled))) {
            assertThat(readAll(link)).isEqualTo(content);
            assertThat(link.counters().faults()).isEqualTo(1);
        }
    }

    @Test
    void failsTheSameRequestsAfterAReset() throws IOException {
        LinkProfile.Faults some = new LinkProfile.Faults(0.5, 0, 0, 0, Duration.ZERO);
        try (LinkServer link = LinkServer.start(root, LinkProfile.unlimited().withFaults(some));
                S3Client client = client(link, "any")) {
            List<Boolean> first = successes(client);
            link.reset();
            List<Boolean> second = successes(client);

            assertThat(first).isEqualTo(second).contains(true, false);
        }
    }

    @Test
    void servesOneConnectionNoFasterThanItsRate() throws IOException {
        LinkProfile slow = LinkProfile.unlimited().withRates(10_000_000, 0);
        try (LinkServer link = LinkServer.start(root, slow)) {
            long start = System.nanoTime();
            assertThat(readAll(link)).isEqualTo(content);

            assertThat(System.nanoTime() - start).isGreaterThan(90_000_000);
        }
    }

    @Test
    void servesOthersWhenAClientGoesAwayBeforeItsAnswer() throws Exception {
        LinkProfile late = new LinkProfile(1, Duration.ofHours(1), 0, 0, 1, 0, 0, LinkProfile.Faults.NONE);
        try (LinkServer link = LinkServer.start(root, late)) {
            try (Socket impatient =
                    new Socket(link.endpoint().getHost(), link.endpoint().getPort())) {
                impatient
                        .getOutputStream()
                        .write("GET /bucket/object HTTP/1.1\r\nHost: link\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                awaitRequest(link);
            }

            // A question about the link itself is answered although the first request never was.
            try (var counters = link.endpoint().resolve("/-/counters").toURL().openStream()) {
                assertThat(new String(counters.readAllBytes(), StandardCharsets.UTF_8))
                        .contains("gets=1\n", "inFlightPeak=1\n", "bytes=0\n");
            }
        }
    }

    @Test
    void runsAsAProcessOfItsOwn() throws IOException {
        try (LinkProcess link = LinkProcess.start(root, LinkProfile.unlimited())) {
            assertThat(read(link.endpoint())).isEqualTo(content);
            assertThat(link.counters().gets()).isEqualTo(1);
            assertThat(Arrays.stream(link.timeline()).sum()).isEqualTo(LENGTH);
            link.reset();
            assertThat(link.counters().requests()).isZero();
            assertThat(link.timeline()).isEmpty();
        }
    }

    private static void awaitRequest(LinkServer link) {
        long giveUp = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (link.counters().requests() == 0) {
            assertThat(System.nanoTime()).as("the request has arrived in time").isLessThan(giveUp);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void write(String key, byte[] bytes) throws IOException {
        Path file = root.resolve("bucket").resolve(key);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    private static byte[] readAll(LinkServer link) throws IOException {
        return read(link.endpoint());
    }

    private static byte[] read(URI endpoint) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) endpoint.resolve("/bucket/object").toURL().openConnection();
        try (var body = connection.getInputStream()) {
            byte[] bytes = body.readAllBytes();
            if (bytes.length != connection.getContentLength()) {
                throw new IOException("Only " + bytes.length + " of " + connection.getContentLength() + " bytes came");
            }
            return bytes;
        }
    }

    private static List<Boolean> successes(S3Client client) {
        List<Boolean> successes = new ArrayList<>();
        for (int index = 0; index < 20; index++) {
            try {
                client.headObject(request -> request.bucket("bucket").key("object"));
                successes.add(true);
            } catch (S3Exception refused) {
                successes.add(false);
            }
        }
        return successes;
    }

    private static List<String> keys(ListObjectsV2Response page) {
        return page.contents().stream().map(S3Object::key).toList();
    }

    private static void assertRefused(int status, Runnable request) {
        assertThatThrownBy(request::run)
                .isInstanceOfSatisfying(
                        S3Exception.class,
                        refusal -> assertThat(refusal.statusCode()).isEqualTo(status));
    }

    private static S3Client client(LinkServer link, String accessKey) {
        return S3Client.builder()
                .endpointOverride(link.endpoint())
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create(accessKey, "not checked")))
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .overrideConfiguration(configuration -> configuration.retryStrategy(AwsRetryStrategy.doNotRetry()))
                .build();
    }
}
