package dev.readahead.trino;

import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StoredObject;
import dev.readahead.table.TableFile;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A part of a file: the row groups that begin in a range of its bytes.
 *
 * @param versionTag what the store knows its version by, where it does
 * @param modified when it was written, where that is known, as text
 * @param partition the values in its folders' names, in the order of the folders; empty for null
 */
public record FilePart(
        String scheme,
        String bucket,
        String key,
        long fileLength,
        Optional<String> versionTag,
        Optional<String> modified,
        Map<String, Optional<String>> partition,
        long start,
        long length) {
    public FilePart {
        // Not Map.copyOf, which forgets the order.
        partition = Collections.unmodifiableMap(new LinkedHashMap<>(partition));
    }

    static FilePart of(TableFile file, long start, long length) {
        StoredObject object = file.object();
        ObjectLocation location = object.location();
        return new FilePart(
                location.scheme(),
                location.bucket(),
                location.key(),
                object.length(),
                object.versionTag(),
                object.lastModified().map(Instant::toString),
                file.partition().values(),
                start,
                length);
    }

    StoredObject object() {
        return new StoredObject(
                new ObjectLocation(scheme, bucket, key), fileLength, versionTag, modified.map(Instant::parse));
    }
}
