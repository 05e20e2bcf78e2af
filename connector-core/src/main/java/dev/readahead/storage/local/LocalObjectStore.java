package dev.readahead.storage.local;

import dev.readahead.storage.ByteRange;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;

/** The file system of this machine. The version of a file is its inode, length and time of writing. */
public final class LocalObjectStore implements ObjectStore {
    public static final String SCHEME = "file";

    /** Where a file is, as a location. */
    public static ObjectLocation location(Path file) {
        return new ObjectLocation(
                SCHEME, "", file.toAbsolutePath().normalize().toString().substring(1));
    }

    @Override
    public ObjectStream open(StoredObject object, ByteRange range) throws IOException {
        return read(
                object.location(),
                object.versionTag(),
                found -> {
                    if (found.length() < range.end()) {
                        throw new StorageException(
                                Reason.CHANGED,
                                object.location() + ", " + range + ": the file has " + found.length() + " bytes now");
                    }
                    return range.offset();
                },
                range.length());
    }

    @Override
    public ObjectStream openTail(ObjectLocation location, Optional<String> expected, long length) throws IOException {
        return read(location, expected, found -> Math.max(0, found.length() - length), length);
    }

    @Override
    public StoredObject head(ObjectLocation location) throws IOException {
        try {
            return describe(location, path(location));
        } catch (IOException e) {
            throw explain(location, e);
        }
    }

    /** Lists the files below a directory, or whose names begin as the last part of the prefix does. */
    @Override
    public Iterator<StoredObject> list(ObjectLocation prefix) throws IOException {
        Path start = path(prefix);
        Path directory = prefix.key().endsWith("/") || prefix.key().isEmpty() ? start : start.getParent();
        String begin = start.toString();
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().startsWith(begin) && Files.isRegularFile(file))
                    .sorted()
                    .map(file -> {
                        try {
                            return describe(location(file), file);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .toList()
                    .iterator();
        } catch (UncheckedIOException e) {
            throw explain(prefix, e.getCause());
        } catch (IOException e) {
            throw explain(prefix, e);
        }
    }

    @Override
    public void close() {}

    private static ObjectStream read(ObjectLocation location, Optional<String> expected, Start start, long mostBytes)
            throws IOException {
        FileChannel channel = null;
        try {
            channel = FileChannel.open(path(location), StandardOpenOption.READ);
            StoredObject found = describe(location, path(location));
            if (expected.isPresent() && !expected.equals(found.versionTag())) {
                throw new StorageException(
                        Reason.CHANGED, location + ": the file was written after the query was planned: run it again");
            }
            long offset = start.of(found);
            return new LocalObjectStream(found, offset, Math.min(mostBytes, found.length() - offset), channel);
        } catch (IOException e) {
            if (channel != null) {
                channel.close();
            }
            throw explain(location, e);
        }
    }

    private static StoredObject describe(ObjectLocation location, Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        if (!attributes.isRegularFile()) {
            throw new NoSuchFileException(file.toString(), null, "not a file");
        }
        String tag = attributes.fileKey() + "-" + attributes.size() + "-"
                + attributes.lastModifiedTime().toInstant();
        return new StoredObject(
                location,
                attributes.size(),
                Optional.of(tag),
                Optional.of(attributes.lastModifiedTime().toInstant()));
    }

    private static Path path(ObjectLocation location) {
        return Path.of("/" + location.key());
    }

    private static IOException explain(ObjectLocation location, IOException error) {
        if (error instanceof StorageException) {
            return error;
        } else if (error instanceof NoSuchFileException) {
            return new StorageException(Reason.NOT_FOUND, location + ": no such file", error);
        } else if (error instanceof AccessDeniedException) {
            return new StorageException(Reason.ACCESS_DENIED, location + ": may not be read", error);
        }
        return new StorageException(Reason.REFUSED, location + ": " + error.getMessage(), error);
    }

    /** Finds the first byte, or refuses. */
    private interface Start {
        long of(StoredObject found) throws StorageException;
    }
}
