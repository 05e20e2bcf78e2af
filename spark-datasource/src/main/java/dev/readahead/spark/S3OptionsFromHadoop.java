package dev.readahead.spark;

import dev.readahead.storage.s3.S3Credentials;
import dev.readahead.storage.s3.S3Options;
import org.apache.hadoop.conf.Configuration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The settings of a bucket as they were made for Hadoop's S3A ({@code spark.hadoop.fs.s3a.*}), so that nothing is
 * configured twice. What stands at {@code fs.s3a.bucket.NAME.*} goes before what stands at {@code fs.s3a.*}.
 */
final class S3OptionsFromHadoop {
    private static final String PREFIX = "fs.s3a.";
    private static final String PROVIDERS = "aws.credentials.provider";
    private static final String ROLE_PROVIDER = "assumed.role.credentials.provider";
    private static final String DEFAULT_SESSION_NAME = "readahead";
    private static final String HADOOP_DEFAULTS = "core-default.xml";

    private final Configuration conf;
    private final String bucket;

    private S3OptionsFromHadoop(Configuration conf, String bucket) {
        this.conf = conf;
        this.bucket = bucket;
    }

    static S3Options of(Configuration conf, String bucket) {
        if (bucket == null || bucket.isEmpty()) {
            throw new IllegalArgumentException("an S3 path needs a bucket: s3a://bucket/key");
        }
        return new S3OptionsFromHadoop(conf, bucket).options();
    }

    private S3Options options() {
        S3Options defaults = S3Options.defaults();
        boolean tls = flag("connection.ssl.enabled", true);
        return new S3Options(
                get("endpoint").map(endpoint -> uri(endpoint, tls)),
                get("endpoint.region"),
                flag("path.style.access", false),
                credentials(get(PROVIDERS)),
                flag("requester.pays.enabled", false),
                time("connection.establish.timeout", defaults.connectTimeout()),
                time("connection.timeout", defaults.socketTimeout()),
                defaults.maxConnections());
    }

    private S3Credentials credentials(Optional<String> providers) {
        List<String> unknown = new ArrayList<>();
        for (String provider : providers.orElse("").split("[,\\s]+")) {
            String name = provider.substring(provider.lastIndexOf('.') + 1);
            switch (name) {
                case "SimpleAWSCredentialsProvider", "TemporaryAWSCredentialsProvider" -> {
                    if (keys().isPresent()) {
                        return keys().get();
                    }
                }
                case "AnonymousAWSCredentialsProvider", "AnonymousCredentialsProvider" -> {
                    return new S3Credentials.Anonymous();
                }
                case "AssumedRoleCredentialProvider" -> {
                    return assumedRole();
                }
                case "ProfileAWSCredentialsProvider", "ProfileCredentialsProvider" -> {
                    return new S3Credentials.Profile(get("auth.profile.name"));
                }
                case "WebIdentityTokenCredentialsProvider", "WebIdentityTokenFileCredentialsProvider" -> {
                    return new S3Credentials.WebIdentity();
                }
                case "EnvironmentVariableCredentialsProvider" -> {
                    if (System.getenv("AWS_ACCESS_KEY_ID") != null) {
                        return new S3Credentials.Environment();
                    }
                }
                case "IAMInstanceCredentialsProvider",
                        "InstanceProfileCredentialsProvider",
                        "EC2ContainerCredentialsProviderWrapper",
                        "ContainerCredentialsProvider" -> {
                    return new S3Credentials.Instance();
                }
                case "DefaultCredentialsProvider", "DefaultAWSCredentialsProviderChain" -> {
                    return new S3Credentials.DefaultChain();
                }
                case "" -> {}
                default -> unknown.add(provider);
            }
        }
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("readahead does not know the credentials provider "
                    + String.join(", ", unknown) + " of fs.s3a." + PROVIDERS
                    + "; name one of Hadoop's or of the AWS SDK's own");
        }
        return keys().orElseGet(S3Credentials.DefaultChain::new);
    }

    private Optional<S3Credentials> keys() {
        Optional<String> accessKey = secret("access.key");
        Optional<String> secretKey = secret("secret.key");
        return accessKey.isPresent() && secretKey.isPresent()
                ? Optional.of(new S3Credentials.Keys(accessKey.get(), secretKey.get(), secret("session.token")))
                : Optional.empty();
    }

    private S3Credentials assumedRole() {
        String role = get("assumed.role.arn")
                .orElseThrow(() -> new IllegalArgumentException(
                        "fs.s3a.assumed.role.arn must name the role that is to be assumed"));
        return new S3Credentials.AssumedRole(
                role,
                get("assumed.role.session.name").orElse(DEFAULT_SESSION_NAME),
                get("assumed.role.external.id"),
                Optional.of(time("assumed.role.session.duration", Duration.ofMinutes(30))),
                get("assumed.role.sts.endpoint")
                        .map(endpoint -> uri(endpoint, true).toString()),
                get("assumed.role.sts.endpoint.region"),
                credentials(get(ROLE_PROVIDER)));
    }

    private static URI uri(String endpoint, boolean tls) {
        return URI.create(endpoint.contains("://") ? endpoint : (tls ? "https://" : "http://") + endpoint);
    }

    private Optional<String> get(String key) {
        String value = conf.getTrimmed(PREFIX + "bucket." + bucket + "." + key, conf.getTrimmed(PREFIX + key, ""));
        return value.isEmpty() ? Optional.empty() : Optional.of(value);
    }

    private boolean flag(String key, boolean otherwise) {
        return get(key).map(Boolean::parseBoolean).orElse(otherwise);
    }

    /** Only what somebody has set: Hadoop's own defaults, such as 200 s of silence, are S3A's and not ours. */
    private Duration time(String key, Duration otherwise) {
        String perBucket = PREFIX + "bucket." + bucket + "." + key;
        String name = conf.get(perBucket) == null ? PREFIX + key : perBucket;
        if (isHadoopsDefault(name)) {
            return otherwise;
        }
        long millis = conf.getTimeDuration(name, otherwise.toMillis(), TimeUnit.MILLISECONDS);
        return Duration.ofMillis(millis);
    }

    private boolean isHadoopsDefault(String name) {
        String[] sources = conf.getPropertySources(name);
        return sources != null && sources.length > 0 && sources[sources.length - 1].endsWith(HADOOP_DEFAULTS);
    }

    /** Also from Hadoop's credential files. */
    private Optional<String> secret(String key) {
        try {
            char[] value = conf.getPassword(PREFIX + "bucket." + bucket + "." + key);
            if (value == null) {
                value = conf.getPassword(PREFIX + key);
            }
            return value == null || value.length == 0 ? Optional.empty() : Optional.of(new String(value).trim());
        } catch (IOException e) {
            throw new UncheckedIOException("the credential files of Hadoop cannot be read", e);
        }
    }
}
