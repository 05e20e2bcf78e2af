package dev.readahead.storage.s3;

import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;

/** Finds the region that requests go to until a bucket turns out to be elsewhere. */
final class DefaultRegion {
    private DefaultRegion() {}

    /** Does not ask the instance's metadata service: outside Amazon's network that takes seconds to fail. */
    static String of(S3Options options) {
        if (options.region().isPresent()) {
            return options.region().get();
        }
        if (options.endpoint().isPresent()) {
            return S3Options.FALLBACK_REGION;
        }
        try {
            Region region = new AwsRegionProviderChain(
                            new SystemSettingsRegionProvider(), new AwsProfileRegionProvider())
                    .getRegion();
            return region == null ? S3Options.FALLBACK_REGION : region.id();
        } catch (SdkClientException e) {
            return S3Options.FALLBACK_REGION;
        }
    }
}
