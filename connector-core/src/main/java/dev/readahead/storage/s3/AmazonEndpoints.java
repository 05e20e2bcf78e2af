package dev.readahead.storage.s3;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Knows the plain public endpoints of Amazon S3, which say nothing but a region. */
final class AmazonEndpoints {
    private static final Pattern PUBLIC =
            Pattern.compile("s3(?:[.-]([a-z]{2}(?:-[a-z]+)+-\\d+))?\\.amazonaws\\.com(?:\\.cn)?");
    private static final int HTTPS_PORT = 443;

    private AmazonEndpoints() {}

    /** The region of a plain public endpoint. Empty for all others: other stores, FIPS, dual stack, VPC endpoints. */
    static Optional<String> regionOf(URI endpoint) {
        boolean plain = "https".equalsIgnoreCase(endpoint.getScheme())
                && endpoint.getHost() != null
                && (endpoint.getPort() == -1 || endpoint.getPort() == HTTPS_PORT)
                && (endpoint.getRawPath().isEmpty() || endpoint.getRawPath().equals("/"));
        if (!plain) {
            return Optional.empty();
        }
        Matcher matcher = PUBLIC.matcher(endpoint.getHost().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(Optional.ofNullable(matcher.group(1)).orElse(S3Options.FALLBACK_REGION));
    }
}
