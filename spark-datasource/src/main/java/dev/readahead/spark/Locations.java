package dev.readahead.spark;

import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StoredObject;
import dev.readahead.storage.s3.VersionTags;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.util.Optional;

/** Hadoop's paths as the core's locations and back. Keys are literal on both sides: nothing is encoded or decoded. */
final class Locations {
    private Locations() {}

    static ObjectLocation location(Path path) {
        URI uri = path.toUri();
        String key = uri.getPath();
        return new ObjectLocation(
                uri.getScheme() == null ? "file" : uri.getScheme(),
                uri.getAuthority() == null ? "" : uri.getAuthority(),
                key.startsWith("/") ? key.substring(1) : key);
    }

    static Path path(ObjectLocation location) {
        try {
            String authority = location.bucket().isEmpty() ? null : location.bucket();
            return new Path(new URI(location.scheme(), authority, "/" + location.key(), null, null));
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("not a path: " + location, e);
        }
    }

    /** The object that a listing described, with its ETag where the listing had one. */
    static StoredObject object(FileStatus status) {
        return new StoredObject(
                location(status.getPath()),
                status.getLen(),
                etag(status),
                Optional.of(Instant.ofEpochMilli(status.getModificationTime())));
    }

    /** Without quotes: S3A keeps them, others do not. */
    static Optional<String> etag(FileStatus status) {
        return status instanceof EtagSource tagged ? VersionTags.ofETag(tagged.getEtag()) : Optional.empty();
    }
}
