package dev.readahead.table;

import dev.readahead.storage.ObjectLocation;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place as a user writes it: an object, a folder, or a pattern over keys. Keys are taken as they are, never
 * percent-decoded: {@code %20} in a key is three characters.
 */
public final class TableLocation {
    private static final Pattern WITH_SCHEME =
            Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(?://([^/]*))?/?(.*)", Pattern.DOTALL);
    private static final String LOCAL = "file";

    private final ObjectLocation location;
    private final Optional<Glob> glob;

    private TableLocation(ObjectLocation location, Optional<Glob> glob) {
        this.location = location;
        this.glob = glob;
    }

    /**
     * Reads a place.
     *
     * @param text {@code scheme://bucket/key}; a path from the root is a local one
     * @throws IllegalArgumentException if it is neither, or its pattern cannot be read
     */
    public static TableLocation parse(String text) {
        ObjectLocation location = split(text);
        return new TableLocation(
                location, Glob.isGlob(location.key()) ? Optional.of(Glob.parse(location.key())) : Optional.empty());
    }

    /** A place in which no character has a special meaning. */
    public static TableLocation literal(ObjectLocation location) {
        return new TableLocation(location, Optional.empty());
    }

    private static ObjectLocation split(String text) {
        if (text.startsWith("/")) {
            return new ObjectLocation(LOCAL, "", text.substring(1));
        }
        Matcher parts = WITH_SCHEME.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "a path needs a scheme and a bucket, as in s3://bucket/folder, or begins with a slash: " + text);
        }
        String scheme = parts.group(1);
        String bucket = parts.group(2) == null ? "" : parts.group(2);
        if (bucket.isEmpty() != scheme.equals(LOCAL)) {
            throw new IllegalArgumentException((bucket.isEmpty()
                            ? "a path needs a bucket, as in s3://bucket/folder: "
                            : "a local path has no host: ")
                    + text);
        }
        return new ObjectLocation(scheme, bucket, parts.group(3));
    }

    /** Scheme, bucket and the whole text of the key, pattern or not. */
    public ObjectLocation location() {
        return location;
    }

    /** Whether it may name several objects or folders. */
    public boolean isPattern() {
        return glob.isPresent();
    }

    Optional<Glob> glob() {
        return glob;
    }

    /** The folder below which folder names are values: empty, or with a slash at its end. */
    String root() {
        return glob.map(Glob::literalFolder).orElseGet(() -> folder(location.key()));
    }

    /** What to list. */
    ObjectLocation prefix() {
        return at(glob.map(Glob::literalPrefix).orElseGet(this::root));
    }

    private ObjectLocation at(String key) {
        return new ObjectLocation(location.scheme(), location.bucket(), key);
    }

    private static String folder(String key) {
        return key.isEmpty() || key.endsWith("/") ? key : key + "/";
    }

    @Override
    public String toString() {
        return location.toString();
    }
}
