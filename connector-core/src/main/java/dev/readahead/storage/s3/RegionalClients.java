package dev.readahead.storage.s3;

import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One client per region, and which region each bucket turned out to be in. A bucket in another region than the
 * configured one costs one refused request per process, not one per read. Thread-safe.
 */
final class RegionalClients implements AutoCloseable {
    private static final int MOVED_PERMANENTLY = 301;
    private static final int TEMPORARY_REDIRECT = 307;
    private static final int PERMANENT_REDIRECT = 308;
    private static final int BAD_REQUEST = 400;
    private static final Pattern REGION_NAME = Pattern.compile("[a-z0-9-]{1,64}");
    private static final Pattern EXPECTED_REGION = Pattern.compile("expecting '([a-z0-9-]{1,64})'");

    private final String defaultRegion;
    private final Function<String, S3Client> factory;
    private final Map<String, S3Client> clients = new ConcurrentHashMap<>();
    private final Map<String, String> regionOfBucket = new ConcurrentHashMap<>();

    /** @param factory makes the client of a region, which this closes */
    RegionalClients(String defaultRegion, Function<String, S3Client> factory) {
        this.defaultRegion = defaultRegion;
        this.factory = factory;
    }

    /**
     * Sends a request to the region of the bucket. If the store answers that the bucket is in another region, that is
     * remembered and the request is sent there, once.
     */
    <T> T call(String bucket, Function<S3Client, T> request) {
        String region = regionOfBucket.getOrDefault(bucket, defaultRegion);
        try {
            return request.apply(client(region));
        } catch (S3Exception e) {
            String actual = redirect(e).filter(other -> !other.equals(region)).orElseThrow(() -> e);
            regionOfBucket.put(bucket, actual);
            return request.apply(client(actual));
        }
    }

    String regionOf(String bucket) {
        return regionOfBucket.getOrDefault(bucket, defaultRegion);
    }

    private S3Client client(String region) {
        return clients.computeIfAbsent(region, factory);
    }

    private static Optional<String> redirect(S3Exception e) {
        boolean routing = e.statusCode() == MOVED_PERMANENTLY
                || e.statusCode() == TEMPORARY_REDIRECT
                || e.statusCode() == PERMANENT_REDIRECT
                || e.statusCode() == BAD_REQUEST;
        AwsErrorDetails details = e.awsErrorDetails();
        if (!routing || details == null) {
            return Optional.empty();
        }
        return Optional.ofNullable(details.sdkHttpResponse())
                .flatMap(response -> response.firstMatchingHeader("x-amz-bucket-region"))
                .filter(region -> REGION_NAME.matcher(region).matches())
                .or(() -> regionInMessage(details));
    }

    /** Stores other than Amazon's name the expected region only in the words of the error. */
    private static Optional<String> regionInMessage(AwsErrorDetails details) {
        return Optional.ofNullable(details.errorMessage())
                .map(EXPECTED_REGION::matcher)
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1));
    }

    @Override
    public void close() {
        clients.values().forEach(S3Client::close);
    }
}
