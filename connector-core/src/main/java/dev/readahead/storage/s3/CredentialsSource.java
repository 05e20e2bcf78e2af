package dev.readahead.storage.s3;

import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.InstanceProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.auth.credentials.WebIdentityTokenFileCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.StsClientBuilder;
import software.amazon.awssdk.services.sts.auth.StsAssumeRoleCredentialsProvider;
import software.amazon.awssdk.services.sts.model.AssumeRoleRequest;
import software.amazon.awssdk.utils.SdkAutoCloseable;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Turns a description of credentials into what signs the requests. Owns the providers and the clients of the token
 * service behind it; they use the store's HTTP client, which the store closes after this. Thread-safe.
 */
final class CredentialsSource implements AutoCloseable {
    private final SdkHttpClient httpClient;
    private final String defaultRegion;
    /** Users before what they use. */
    private final Deque<SdkAutoCloseable> owned = new ArrayDeque<>();

    private final AwsCredentialsProvider root;

    CredentialsSource(S3Credentials credentials, SdkHttpClient httpClient, String defaultRegion) {
        this.httpClient = httpClient;
        this.defaultRegion = defaultRegion;
        this.root = create(credentials);
    }

    /**
     * A provider that may be given to any number of clients: being closed by one of them does not reach the shared
     * provider behind it. Throws {@link CredentialsUnavailableException}.
     */
    AwsCredentialsProvider provider() {
        return this::resolve;
    }

    private AwsCredentials resolve() {
        try {
            return root.resolveCredentials();
        } catch (RuntimeException e) {
            throw new CredentialsUnavailableException(e);
        }
    }

    private AwsCredentialsProvider create(S3Credentials credentials) {
        if (credentials instanceof S3Credentials.Anonymous) {
            return AnonymousCredentialsProvider.create();
        }
        if (credentials instanceof S3Credentials.Keys keys) {
            return StaticCredentialsProvider.create(identity(keys));
        }
        if (credentials instanceof S3Credentials.Environment) {
            return EnvironmentVariableCredentialsProvider.create();
        }
        if (credentials instanceof S3Credentials.Instance) {
            return own(AwsCredentialsProviderChain.of(
                    ContainerCredentialsProvider.builder().build(),
                    InstanceProfileCredentialsProvider.builder().build()));
        }
        if (credentials instanceof S3Credentials.WebIdentity) {
            return own(WebIdentityTokenFileCredentialsProvider.create());
        }
        if (credentials instanceof S3Credentials.Profile profile) {
            return own(ProfileCredentialsProvider.create(profile.name().orElse(null)));
        }
        if (credentials instanceof S3Credentials.AssumedRole role) {
            return assumedRole(role);
        }
        if (credentials instanceof S3Credentials.Provided provided) {
            return provided.provider();
        }
        return own(DefaultCredentialsProvider.builder().build());
    }

    private static AwsCredentials identity(S3Credentials.Keys keys) {
        return keys.sessionToken()
                .<AwsCredentials>map(token -> AwsSessionCredentials.create(keys.accessKey(), keys.secretKey(), token))
                .orElseGet(() -> AwsBasicCredentials.create(keys.accessKey(), keys.secretKey()));
    }

    private AwsCredentialsProvider assumedRole(S3Credentials.AssumedRole role) {
        StsClientBuilder service = StsClient.builder()
                .httpClient(httpClient)
                .region(Region.of(role.stsRegion().orElse(defaultRegion)))
                .credentialsProvider(create(role.base()));
        role.stsEndpoint().map(URI::create).ifPresent(service::endpointOverride);
        AssumeRoleRequest.Builder request =
                AssumeRoleRequest.builder().roleArn(role.roleArn()).roleSessionName(role.sessionName());
        role.externalId().ifPresent(request::externalId);
        role.duration().ifPresent(duration -> request.durationSeconds(Math.toIntExact(duration.toSeconds())));
        return own(StsAssumeRoleCredentialsProvider.builder()
                .stsClient(own(service.build()))
                .refreshRequest(request.build())
                .build());
    }

    private <T> T own(T provider) {
        if (provider instanceof SdkAutoCloseable closeable) {
            owned.addFirst(closeable);
        }
        return provider;
    }

    @Override
    public void close() {
        owned.forEach(SdkAutoCloseable::close);
    }
}
