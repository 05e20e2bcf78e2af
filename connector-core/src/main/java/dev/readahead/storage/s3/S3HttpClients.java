package dev.readahead.storage.s3;

import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;

import java.time.Duration;

/** The one place that knows which HTTP client carries the requests. */
final class S3HttpClients {
    /** Below the idle time after which S3 and most proxies close a connection. */
    private static final Duration MAX_IDLE = Duration.ofSeconds(15);

    private S3HttpClients() {}

    /** The caller closes it. */
    static SdkHttpClient create(S3Options options) {
        return builder(options).build();
    }

    /** For what the options do not say, such as whose certificates are trusted. */
    static Apache5HttpClient.Builder builder(S3Options options) {
        return Apache5HttpClient.builder()
                .maxConnections(options.maxConnections())
                .connectionTimeout(options.connectTimeout())
                .connectionAcquisitionTimeout(options.connectTimeout())
                .socketTimeout(options.socketTimeout())
                .connectionMaxIdleTime(MAX_IDLE)
                .tcpKeepAlive(true);
    }
}
