package dev.readahead.storage.s3;

import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
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
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.StsClientBuilder;
import software.amazon.awssdk.services.sts.auth.StsAssumeRoleCredentialsProvider;
import software.amazon.awssdk.services.sts.model.AssumeRoleRequest;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** Builds the SDK's clients as a store needs them. */
final class S3Clients {
    /** The SDK wants a region even where the endpoint does not care. */
    private static final Region REGION_OF_OTHER_STORES = Region.US_EAST_1;

    private S3Clients() {}

    static SdkHttpClient http(S3Options options) {
        return Apache5HttpClient.builder()
                .maxConnections(options.maxConnections())
                .connectionTimeout(options.connectTimeout())
                .socketTimeout(options.socketTimeout())
                .tcpKeepAlive(true)
                .expectContinueEnabled(false)
                .build();
    }

    static S3Client s3(S3Options options, SdkHttpClient http) {
        S3ClientBuilder builder = S3Client.builder()
                .httpClient(http)
                .credentialsProvider(credentials(options.credentials(), options, http))
                .forcePathStyle(options.pathStyle())
                // Other stores know no checksums of the SDK; whole objects are not read, so there is nothing to
                // validate.
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .overrideConfiguration(override -> override.retryStrategy(AwsRetryStrategy.doNotRetry()));
        if (options.endpoint().isPresent()) {
            builder.endpointOverride(options.endpoint().get());
            builder.region(options.region().map(Region::of).orElse(REGION_OF_OTHER_STORES));
        } else {
            options.region().map(Region::of).ifPresent(builder::region);
            builder.crossRegionAccessEnabled(true);
        }
        return builder.build();
    }

    private static AwsCredentialsProvider credentials(
            S3Credentials credentials, S3Options options, SdkHttpClient http) {
        if (credentials instanceof S3Credentials.Anonymous) {
            return AnonymousCredentialsProvider.create();
        } else if (credentials instanceof S3Credentials.Keys keys) {
            return StaticCredentialsProvider.create(keys.sessionToken()
                    .<software.amazon.awssdk.auth.credentials.AwsCredentials>map(
                            token -> AwsSessionCredentials.create(keys.accessKey(), keys.secretKey(), token))
                    .orElseGet(() -> AwsBasicCredentials.create(keys.accessKey(), keys.secretKey())));
        } else if (credentials instanceof S3Credentials.Environment) {
            return EnvironmentVariableCredentialsProvider.create();
        } else if (credentials instanceof S3Credentials.Instance) {
            return AwsCredentialsProviderChain.of(
                    ContainerCredentialsProvider.builder().build(), InstanceProfileCredentialsProvider.create());
        } else if (credentials instanceof S3Credentials.WebIdentity) {
            return WebIdentityTokenFileCredentialsProvider.create();
        } else if (credentials instanceof S3Credentials.Profile profile) {
            return profile.name().map(ProfileCredentialsProvider::create).orElseGet(ProfileCredentialsProvider::create);
        } else if (credentials instanceof S3Credentials.AssumedRole role) {
            return assumedRole(role, options, http);
        }
        return DefaultCredentialsProvider.builder().build();
    }

    private static AwsCredentialsProvider assumedRole(
            S3Credentials.AssumedRole role, S3Options options, SdkHttpClient http) {
        StsClientBuilder sts =
                StsClient.builder().httpClient(http).credentialsProvider(credentials(role.base(), options, http));
        role.stsEndpoint().map(URI::create).ifPresent(sts::endpointOverride);
        role.stsRegion().or(options::region).map(Region::of).ifPresent(sts::region);
        AssumeRoleRequest request = AssumeRoleRequest.builder()
                .roleArn(role.roleArn())
                .roleSessionName(role.sessionName())
                .externalId(role.externalId().orElse(null))
                .durationSeconds(seconds(role.duration()))
                .build();
        return StsAssumeRoleCredentialsProvider.builder()
                .stsClient(sts.build())
                .refreshRequest(request)
                .build();
    }

    private static Integer seconds(Optional<Duration> duration) {
        return duration.map(value -> Math.toIntExact(value.toSeconds())).orElse(null);
    }
}
