package dev.readahead.storage.s3;

import dev.readahead.storage.Interruption;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StorageException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.s3.S3Client;

import java.util.function.Function;

import static java.util.Objects.requireNonNull;

/** Sends requests to one S3 service, and says what their failures mean. Thread-safe. */
final class S3Connection implements AutoCloseable {
    private final S3Options options;
    private final S3Failures failures;
    private final InterruptibleHttpClient httpClient;
    private final CredentialsSource credentials;
    private final RegionalClients clients;

    /** @param httpClient carries the requests; this closes it */
    S3Connection(S3Options options, SdkHttpClient httpClient) {
        this.options = requireNonNull(options, "options");
        this.httpClient = new InterruptibleHttpClient(requireNonNull(httpClient, "httpClient"));
        this.failures = new S3Failures(options);
        String region = DefaultRegion.of(options);
        this.credentials = new CredentialsSource(options.credentials(), httpClient, region);
        this.clients =
                new RegionalClients(region, new S3ClientFactory(options, this.httpClient, credentials.provider()));
    }

    S3Options options() {
        return options;
    }

    S3Failures failures() {
        return failures;
    }

    /** @param operation what is being done, such as "reading bytes 0-9 of s3://bucket/key" */
    <T> T call(ObjectLocation location, String operation, Interruption interruption, Function<S3Client, T> request)
            throws StorageException {
        try {
            return httpClient.call(interruption, () -> clients.call(location.bucket(), request));
        } catch (RuntimeException e) {
            throw failures.translate(e, operation, clients.regionOf(location.bucket()));
        }
    }

    @Override
    public void close() {
        clients.close();
        credentials.close();
        httpClient.close();
    }
}
