package dev.readahead.storage.s3;

import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;

import java.time.Duration;
import java.util.Optional;

import static java.util.Objects.requireNonNull;

/** Where the credentials of a store come from. Immutable, compared by value; {@code toString} never shows a secret. */
public sealed interface S3Credentials {
    /** What the AWS SDK tries by itself: environment, system properties, web identity, profile, container, instance. */
    record DefaultChain() implements S3Credentials {}

    /** Requests are not signed. */
    record Anonymous() implements S3Credentials {}

    /** The environment variables of the process. */
    record Environment() implements S3Credentials {}

    /** The role of the container or of the instance. */
    record Instance() implements S3Credentials {}

    /** The web identity token that the environment names, as on Kubernetes. */
    record WebIdentity() implements S3Credentials {}

    /** A profile of the shared configuration file; the default one if none is named. */
    record Profile(Optional<String> name) implements S3Credentials {
        public Profile {
            requireNonNull(name, "name");
        }
    }

    /** Keys as they are. */
    record Keys(String accessKey, String secretKey, Optional<String> sessionToken) implements S3Credentials {
        public Keys {
            requireNonNull(accessKey, "accessKey");
            requireNonNull(secretKey, "secretKey");
            requireNonNull(sessionToken, "sessionToken");
        }

        @Override
        public String toString() {
            return "Keys[not shown]";
        }
    }

    /**
     * A role that is assumed with other credentials and renewed before it expires.
     *
     * @param duration how long a session lasts, where it is not the service's default
     * @param stsEndpoint the token service, where it is not the one of the region
     */
    record AssumedRole(
            String roleArn,
            String sessionName,
            Optional<String> externalId,
            Optional<Duration> duration,
            Optional<String> stsEndpoint,
            Optional<String> stsRegion,
            S3Credentials base)
            implements S3Credentials {
        public AssumedRole {
            requireNonNull(roleArn, "roleArn");
            requireNonNull(sessionName, "sessionName");
            requireNonNull(externalId, "externalId");
            requireNonNull(duration, "duration");
            requireNonNull(stsEndpoint, "stsEndpoint");
            requireNonNull(stsRegion, "stsRegion");
            requireNonNull(base, "base");
        }

        /** The external id is a shared secret of sorts. */
        @Override
        public String toString() {
            return "AssumedRole[" + roleArn + " with " + base + "]";
        }
    }

    /** A provider of the caller's own, who also closes it. Compared as the provider compares itself. */
    record Provided(AwsCredentialsProvider provider) implements S3Credentials {
        public Provided {
            requireNonNull(provider, "provider");
        }

        @Override
        public String toString() {
            return "Provided[" + provider.getClass().getName() + "]";
        }
    }
}
