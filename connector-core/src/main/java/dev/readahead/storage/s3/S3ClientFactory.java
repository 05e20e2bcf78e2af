package dev.readahead.storage.s3;

import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.client.config.SdkAdvancedClientOption;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

import java.util.function.Function;

/** Makes the client of a region. All share the HTTP client and the credentials, which outlive them. */
record S3ClientFactory(S3Options options, SdkHttpClient httpClient, AwsCredentialsProvider credentials)
        implements Function<String, S3Client> {
    @Override
    public S3Client apply(String region) {
        S3ClientBuilder builder = S3Client.builder()
                .httpClient(httpClient)
                .credentialsProvider(credentials)
                .region(Region.of(region))
                .forcePathStyle(options.pathStyle())
                .useArnRegion(true)
                // Other stores refuse the checksums that the SDK would add, and a range has none to validate.
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                .overrideConfiguration(override -> override
                        // Retries are decided above, where the whole store's state is known.
                        .retryStrategy(DefaultRetryStrategy.doNotRetry())
                        .putAdvancedOption(SdkAdvancedClientOption.USER_AGENT_PREFIX, options.userAgent()));
        options.endpoint().ifPresent(builder::endpointOverride);
        return builder.build();
    }
}
