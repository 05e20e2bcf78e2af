package dev.readahead.storage.s3;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;

import static java.util.Objects.requireNonNull;

/**
 * How to reach one S3 service. Immutable and comparable by value, so that it can be the key under which a process
 * shares a store; {@code toString} never shows a secret.
 *
 * @param endpoint the service, with scheme; empty for Amazon's own in the region. A plain public endpoint of Amazon is
 *     turned into the region that it names.
 * @param region the region that requests are signed for and, without an endpoint, sent to. Empty: the region of the
 *     process's AWS configuration, else {@value #FALLBACK_REGION}. A bucket elsewhere is found by the service's
 *     redirect.
 * @param pathStyle whether the bucket goes into the path instead of the host name
 * @param credentials where the credentials come from
 * @param requesterPays whether this side agrees to pay for requests to buckets of others
 * @param connectTimeout limit for establishing a connection, and for waiting for one of {@code maxConnections}
 * @param socketTimeout limit for the time in which no byte arrives
 * @param maxConnections how many connections are open at most
 * @param userAgent what precedes the SDK's own words in the User-Agent header
 */
public record S3Options(
        Optional<URI> endpoint,
        Optional<String> region,
        boolean pathStyle,
        S3Credentials credentials,
        boolean requesterPays,
        Duration connectTimeout,
        Duration socketTimeout,
        int maxConnections,
        String userAgent) {
    static final String FALLBACK_REGION = "us-east-1";

    private static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration DEFAULT_SOCKET_TIMEOUT = Duration.ofSeconds(15);
    private static final int DEFAULT_MAX_CONNECTIONS = 320;
    private static final String DEFAULT_USER_AGENT = "readahead";

    public S3Options {
        requireNonNull(endpoint, "endpoint");
        requireNonNull(region, "region");
        requireNonNull(credentials, "credentials");
        requireNonNull(userAgent, "userAgent");
        requirePositive("connectTimeout", connectTimeout);
        requirePositive("socketTimeout", socketTimeout);
        if (maxConnections < 1) {
            throw new IllegalArgumentException("maxConnections must be at least 1: " + maxConnections);
        }
        endpoint.ifPresent(S3Options::requireServiceAddress);
        Optional<String> amazonRegion = endpoint.flatMap(AmazonEndpoints::regionOf);
        if (amazonRegion.isPresent()) {
            // Kept as an endpoint, it would pin every bucket to this one region.
            endpoint = Optional.empty();
            region = region.or(() -> amazonRegion);
        }
    }

    /** The same with the default user agent. */
    public S3Options(
            Optional<URI> endpoint,
            Optional<String> region,
            boolean pathStyle,
            S3Credentials credentials,
            boolean requesterPays,
            Duration connectTimeout,
            Duration socketTimeout,
            int maxConnections) {
        this(
                endpoint,
                region,
                pathStyle,
                credentials,
                requesterPays,
                connectTimeout,
                socketTimeout,
                maxConnections,
                DEFAULT_USER_AGENT);
    }

    /** Amazon's own service, with the region and the credentials that the SDK finds. */
    public static S3Options defaults() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    private static void requirePositive(String name, Duration duration) {
        if (requireNonNull(duration, name).isZero() || duration.isNegative()) {
            throw new IllegalArgumentException(name + " must be positive: " + duration);
        }
    }

    private static void requireServiceAddress(URI endpoint) {
        // The address itself is not repeated in the message where it may hold a password.
        if (endpoint.getRawUserInfo() != null) {
            throw new IllegalArgumentException("the S3 endpoint must not hold credentials");
        }
        boolean http = "http".equalsIgnoreCase(endpoint.getScheme()) || "https".equalsIgnoreCase(endpoint.getScheme());
        if (!http
                || endpoint.getHost() == null
                || endpoint.getRawQuery() != null
                || endpoint.getRawFragment() != null) {
            throw new IllegalArgumentException("not an S3 endpoint, expected http[s]://host[:port]: " + endpoint);
        }
    }

    /** Collects the options. Not thread-safe. */
    public static final class Builder {
        private String endpoint;
        private boolean sslEnabled = true;
        private String region;
        private boolean pathStyle;
        private S3Credentials credentials = new S3Credentials.DefaultChain();
        private boolean requesterPays;
        private Duration connectTimeout = DEFAULT_CONNECT_TIMEOUT;
        private Duration socketTimeout = DEFAULT_SOCKET_TIMEOUT;
        private int maxConnections = DEFAULT_MAX_CONNECTIONS;
        private String userAgent = DEFAULT_USER_AGENT;

        private Builder() {}

        /** @param endpoint {@code host}, {@code host:port} or a whole URI; null or blank for Amazon's own service */
        public Builder endpoint(String endpoint) {
            this.endpoint = endpoint;
            return this;
        }

        /** Whether an endpoint that names no scheme is reached by HTTPS; true if not set. */
        public Builder sslEnabled(boolean sslEnabled) {
            this.sslEnabled = sslEnabled;
            return this;
        }

        /** @param region a region such as {@code eu-central-1}, or null */
        public Builder region(String region) {
            this.region = region;
            return this;
        }

        public Builder pathStyle(boolean pathStyle) {
            this.pathStyle = pathStyle;
            return this;
        }

        public Builder credentials(S3Credentials credentials) {
            this.credentials = credentials;
            return this;
        }

        public Builder requesterPays(boolean requesterPays) {
            this.requesterPays = requesterPays;
            return this;
        }

        public Builder connectTimeout(Duration connectTimeout) {
            this.connectTimeout = connectTimeout;
            return this;
        }

        public Builder socketTimeout(Duration socketTimeout) {
            this.socketTimeout = socketTimeout;
            return this;
        }

        public Builder maxConnections(int maxConnections) {
            this.maxConnections = maxConnections;
            return this;
        }

        public Builder userAgent(String userAgent) {
            this.userAgent = userAgent;
            return this;
        }

        /** @throws IllegalArgumentException if an option is out of its bounds, naming it */
        public S3Options build() {
            Optional<URI> service = notBlank(endpoint).map(this::withScheme);
            if (service.isEmpty() && !sslEnabled) {
                throw new IllegalArgumentException("Amazon S3 is reached by HTTPS only: enable SSL or set an endpoint");
            }
            return new S3Options(
                    service,
                    notBlank(region),
                    pathStyle,
                    credentials,
                    requesterPays,
                    connectTimeout,
                    socketTimeout,
                    maxConnections,
                    userAgent);
        }

        private URI withScheme(String address) {
            String whole = address.contains("://") ? address : (sslEnabled ? "https://" : "http://") + address;
            try {
                return new URI(whole);
            } catch (URISyntaxException e) {
                // Neither the address nor the cause, which repeats it: it may hold a password.
                throw new IllegalArgumentException("the S3 endpoint is not a URI: " + e.getReason());
            }
        }

        private static Optional<String> notBlank(String value) {
            return Optional.ofNullable(value).map(String::strip).filter(text -> !text.isEmpty());
        }
    }
}
