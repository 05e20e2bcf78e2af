package dev.readahead.storage;

import java.time.Instant;
import java.util.Optional;

import static java.util.Objects.requireNonNull;

/**
 * One version of an object, as a listing or a response described it.
 *
 * @param location where it is
 * @param length its size in bytes
 * @param versionTag what changes when the content changes (the ETag in S3), where the store has one. A read of this
 *     object is refused by the store when the tag no longer matches.
 * @param lastModified when it was written, where the store says so
 */
public record StoredObject(
        ObjectLocation location, long length, Optional<String> versionTag, Optional<Instant> lastModified) {
    public StoredObject {
        requireNonNull(location, "location");
        requireNonNull(versionTag, "versionTag");
        requireNonNull(lastModified, "lastModified");
        if (length < 0) {
            throw new IllegalArgumentException("negative length of " + location + ": " + length);
        }
    }
}
