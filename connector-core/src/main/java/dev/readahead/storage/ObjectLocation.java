package dev.readahead.storage;

import static java.util.Objects.requireNonNull;

/**
 * The name of an object: {@code scheme://bucket/key}.
 *
 * @param scheme {@code s3}, {@code s3a}, {@code file}, ...
 * @param bucket the bucket; empty for local files
 * @param key the key as the store knows it, never percent-encoded, without a leading slash; for local files the
 *     absolute path without its leading slash
 */
public record ObjectLocation(String scheme, String bucket, String key) {
    public ObjectLocation {
        requireNonNull(scheme, "scheme");
        requireNonNull(bucket, "bucket");
        requireNonNull(key, "key");
    }

    @Override
    public String toString() {
        return scheme + "://" + bucket + "/" + key;
    }
}
