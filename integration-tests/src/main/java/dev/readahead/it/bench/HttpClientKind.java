package dev.readahead.it.bench;

import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StoredObject;
import dev.readahead.storage.s3.S3Credentials;
import dev.readahead.storage.s3.S3ObjectStore;
import dev.readahead.storage.s3.S3Options;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.http.crt.AwsCrtHttpClient;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3AsyncClient;

import java.net.URI;
import java.util.Optional;

/** The HTTP clients of the AWS SDK. */
enum HttpClientKind {
    APACHE5("apache5") {
        @Override
        RangeClient open(URI endpoint, StoredObject object, int connections) {
            return blocking(
                    endpoint,
                    object,
                    connections,
                    Apache5HttpClient.builder().maxConnections(connections).build());
        }
    },
    URL_CONNECTION("url-connection") {
        @Override
        RangeClient open(URI endpoint, StoredObject object, int connections) {
            return blocking(
                    endpoint,
                    object,
                    connections,
                    UrlConnectionHttpClient.builder().build());
        }
    },
    NETTY("netty") {
        @Override
        RangeClient open(URI endpoint, StoredObject object, int connections) {
            SdkAsyncHttpClient http = NettyNioAsyncHttpClient.builder()
                    .maxConcurrency(connections)
                    .build();
            S3AsyncClient client = S3AsyncClient.builder()
                    .httpClient(http)
                    .endpointOverride(endpoint)
                    .region(Region.of(REGION))
                    .forcePathStyle(true)
                    .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                    .credentialsProvider(
                            StaticCredentialsProvider.create(AwsBasicCredentials.create(ACCESS_KEY, SECRET_KEY)))
                    .build();
            ObjectLocation location = object.location();
            return new AsyncRangeClient(client, http, location.bucket(), location.key());
        }
    },
    CRT("crt") {
        @Override
        RangeClient open(URI endpoint, StoredObject object, int connections) {
            return blocking(
                    endpoint,
                    object,
                    connections,
                    AwsCrtHttpClient.builder().maxConcurrency(connections).build());
        }
    };

    private static final String REGION = "us-east-1";
    private static final String ACCESS_KEY = "benchmark-access";
    private static final String SECRET_KEY = "benchmark-secret";

    private final String label;

    HttpClientKind(String label) {
        this.label = label;
    }

    /** The caller closes it. */
    abstract RangeClient open(URI endpoint, StoredObject object, int connections);

    private static RangeClient blocking(URI endpoint, StoredObject object, int connections, SdkHttpClient http) {
        S3Options options = S3Options.builder()
                .endpoint(endpoint.toString())
                .region(REGION)
                .pathStyle(true)
                .credentials(new S3Credentials.Keys(ACCESS_KEY, SECRET_KEY, Optional.empty()))
                .maxConnections(connections)
                .build();
        return new StoreRangeClient(new S3ObjectStore(options, http), object);
    }

    @Override
    public String toString() {
        return label;
    }
}
