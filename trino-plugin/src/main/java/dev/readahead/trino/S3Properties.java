package dev.readahead.trino;

import dev.readahead.storage.s3.S3Credentials;
import dev.readahead.storage.s3.S3Options;

import java.util.Optional;

/** The properties of Trino's own S3 file system, so that those of another catalog can be copied. */
final class S3Properties {
    private S3Properties() {}

    static S3Options read(CatalogProperties from) {
        // Trino's switches for its own client; there is nothing to switch here.
        from.flag("fs.s3.enabled");
        from.flag("fs.native-s3.enabled");
        S3Options.Builder options = S3Options.builder()
                .endpoint(from.text("s3.endpoint").orElse(null))
                .region(from.text("s3.region").orElse(null))
                .pathStyle(from.flag("s3.path-style-access").orElse(false))
                .requesterPays(from.flag("s3.requester-pays").orElse(false))
                .credentials(credentials(from))
                .userAgent("readahead-trino");
        from.duration("s3.socket-connect-timeout").ifPresent(options::connectTimeout);
        from.duration("s3.socket-read-timeout").ifPresent(options::socketTimeout);
        from.integer("s3.max-connections").ifPresent(options::maxConnections);
        return options.build();
    }

    private static S3Credentials credentials(CatalogProperties from) {
        Optional<String> accessKey = from.text("s3.aws-access-key");
        Optional<String> secretKey = from.text("s3.aws-secret-key");
        if (accessKey.isPresent() != secretKey.isPresent()) {
            throw new IllegalArgumentException("s3.aws-access-key and s3.aws-secret-key must be set together");
        }
        S3Credentials base = accessKey.isPresent()
                ? new S3Credentials.Keys(accessKey.get(), secretKey.get(), Optional.empty())
                : new S3Credentials.DefaultChain();
        Optional<String> role = from.text("s3.iam-role");
        Optional<String> session = from.text("s3.role-session-name");
        Optional<String> externalId = from.text("s3.external-id");
        Optional<String> stsEndpoint = from.text("s3.sts.endpoint");
        Optional<String> stsRegion = from.text("s3.sts.region");
        return role.<S3Credentials>map(arn -> new S3Credentials.AssumedRole(
                        arn,
                        session.orElse("trino-filesystem"),
                        externalId,
                        Optional.empty(),
                        stsEndpoint,
                        stsRegion,
                        base))
                .orElse(base);
    }
}
