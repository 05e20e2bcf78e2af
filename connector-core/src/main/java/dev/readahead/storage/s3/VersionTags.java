package dev.readahead.storage.s3;

import java.util.Optional;

/**
 * ETags as version tags. Stores write the same tag with quotes in one answer and without in another, so a version tag
 * has none; a weak tag does not tell versions apart byte by byte and is no version tag.
 */
public final class VersionTags {
    private static final String WEAK = "W/";

    private VersionTags() {}

    /**
     * The version tag of an ETag, if it is one.
     *
     * @param etag as it stands in a header or a listing, or null
     */
    public static Optional<String> ofETag(String etag) {
        if (etag == null || etag.startsWith(WEAK)) {
            return Optional.empty();
        }
        boolean quoted = etag.length() >= 2 && etag.startsWith("\"") && etag.endsWith("\"");
        String bare = quoted ? etag.substring(1, etag.length() - 1) : etag;
        return bare.isEmpty() ? Optional.empty() : Optional.of(bare);
    }

    /** The value of an If-Match header. */
    static String toETag(String versionTag) {
        return '"' + versionTag + '"';
    }
}
