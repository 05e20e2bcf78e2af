package dev.readahead.storage.s3;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

import static java.util.Objects.requireNonNull;

/**
 * How a store is reached. Equal options share one store.
 *
 * @param endpoint where it is, when it is not AWS itself
 * @param region its region; found by the SDK's own rules when empty
 * @param pathStyle whether the bucket stands in the path rather than in the host name
 * @param credentials how requests are signed
 * @param requesterPays whether the reader agrees to pay for the requests
 * @param connectTimeout how long a connection may take to be made
 * @param socketTimeout how long a connection may stay silent
 * @param maxConnections open at once, at least the requests in flight
 */
public record S3Options(
        Optional<URI> endpoint,
        Optional<String> region,
        boolean pathStyle,
        S3Credentials credentials,
        boolean requesterPays,
        Duration connectTimeout,
        Duration socketTimeout,
        int maxConnections) {
    private static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration DEFAULT_SOCKET_TIMEOUT = Duration.ofSeconds(15);
    private static final int DEFAULT_MAX_CONNECTIONS = 320;

    public S3Options {
        requireNonNull(endpoint, "endpoint");
        requireNonNull(region, "region");
        requireNonNull(credentials, "credentials");
        requireNonNull(connectTimeout, "connectTimeout");
        requireNonNull(socketTimeout, "socketTimeout");
        if (maxConnections < 1) {
            throw new IllegalArgumentException("at least one connection is needed, not " + maxConnections);
        }
    }

    /** AWS itself, with the credentials that the SDK finds. */
    public static S3Options defaults() {
        return new S3Options(
                Optional.empty(),
                Optional.empty(),
                false,
                new S3Credentials.DefaultChain(),
                false,
                DEFAULT_CONNECT_TIMEOUT,
                DEFAULT_SOCKET_TIMEOUT,
                DEFAULT_MAX_CONNECTIONS);
    }

    public S3Options withEndpoint(URI newEndpoint) {
        return new S3Options(
                Optional.of(newEndpoint),
                region,
                pathStyle,
                credentials,
                requesterPays,
                connectTimeout,
                socketTimeout,
                maxConnections);
    }

    public S3Options withRegion(String newRegion) {
        return new S3Options(
                endpoint,
                Optional.of(newRegion),
                pathStyle,
                credentials,
                requesterPays,
                connectTimeout,
                socketTimeout,
                maxConnections);
    }

    public S3Options withPathStyle(boolean newPathStyle) {
        return new S3Options(
                endpoint,
                region,
                newPathStyle,
                credentials,
                requesterPays,
                connectTimeout,
                socketTimeout,
                maxConnections);
    }

    public S3Options withCredentials(S3Credentials newCredentials) {
        return new S3Options(
                endpoint,
                region,
                pathStyle,
                newCredentials,
                requesterPays,
                connectTimeout,
                socketTimeout,
                maxConnections);
    }

    public S3Options withRequesterPays(boolean newRequesterPays) {
        return new S3Options(
                endpoint,
                region,
                pathStyle,
                credentials,
                newRequesterPays,
                connectTimeout,
                socketTimeout,
                maxConnections);
    }

    public S3Options withTimeouts(Duration connect, Duration socket) {
        return new S3Options(endpoint, region, pathStyle, credentials, requesterPays, connect, socket, maxConnections);
    }

    public S3Options withMaxConnections(int newMaxConnections) {
        return new S3Options(
                endpoint,
                region,
                pathStyle,
                credentials,
                requesterPays,
                connectTimeout,
                socketTimeout,
                newMaxConnections);
    }
}
