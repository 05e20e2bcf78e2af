package dev.readahead.storage.local;

import dev.readahead.storage.ByteRange;
import dev.readahead.storage.FolderContent;
import dev.readahead.storage.Interruption;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.Optional;

/**
 * The local file system under the scheme {@code file}. A file's version is its length, its modification time and, where
 * the file system has one, its inode; it is compared when a range is opened. Thread-safe; closing it does nothing.
 */
public final class LocalObjectStore implements ObjectStore {
    public static final String SCHEME = "file";

    /** Where a file is, as a location. */
    public static ObjectLocation location(Path file) {
        return new ObjectLocation(
                SCHEME, "", file.toAbsolutePath().normalize().toString().substring(1));
    }

    /** Nothing to interrupt: opening a file does not wait. */
    @Override
    public ObjectStream open(StoredObject object, ByteRange range, Interruption interruption) throws IOException {
        if (range.end() > object.length()) {
            throw new IllegalArgumentException(
                    range + " is not within the " + object.length() + " bytes of " + object.location());
        }
        String operation = "reading " + range + " of " + object.location();
        Path file = LocalFiles.path(object.location());
        FileChannel channel = openChannel(file, operation);
        try {
            StoredObject found = LocalFiles.describe(object.location(), file, operation);
            requireVersion(object.versionTag(), found, operation);
            if (found.length() != object.length()) {
                throw changed(operation, "its length is " + found.length() + " instead of " + object.length());
            }
            return new LocalObjectStream(found, range.offset(), range.length(), channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public ObjectStream openTail(
            ObjectLocation location, Optional<String> expected, long length, Interruption interruption)
            throws IOException {
        if (length < 1) {
            throw new IllegalArgumentException("length must be at least 1: " + length);
        }
        String operation = "reading the last " + length + " bytes of " + location;
        Path file = LocalFiles.path(location);
        FileChannel channel = openChannel(file, operation);
        try {
            StoredObject found = LocalFiles.describe(location, file, operation);
            requireVersion(expected, found, operation);
            long offset = Math.max(0, found.length() - length);
            return new LocalObjectStream(found, offset, found.length() - offset, channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public StoredObject head(ObjectLocation location, Interruption interruption) throws IOException {
        return LocalFiles.describe(location, LocalFiles.path(location), "asking for the length of " + location);
    }

    /** Follows symbolic links. In the order of the keys' bytes, as S3 lists; a directory that is not there is empty. */
    @Override
    public Iterator<StoredObject> list(ObjectLocation prefix, Interruption interruption) throws IOException {
        return new LocalListing(prefix);
    }

    @Override
    public FolderContent listFolder(ObjectLocation folder, Interruption interruption) throws IOException {
        return LocalListing.folder(folder);
    }

    private static FileChannel openChannel(Path file, String operation) throws StorageException {
        if (Files.isDirectory(file)) {
            throw new StorageException(Reason.NOT_FOUND, operation + ": it is a directory");
        }
        try {
            return FileChannel.open(file, StandardOpenOption.READ);
        } catch (IOException e) {
            throw LocalFiles.failure(e, operation);
        }
    }

    private static void requireVersion(Optional<String> expected, StoredObject found, String operation)
            throws StorageException {
        if (expected.isPresent() && !expected.equals(found.versionTag())) {
            throw changed(
                    operation,
                    "its version is " + found.versionTag().orElse("unknown") + " instead of " + expected.get());
        }
    }

    private static StorageException changed(String operation, String found) {
        return new StorageException(
                Reason.CHANGED,
                operation + ": the file was replaced after it was planned: " + found + ". Run the query again");
    }

    @Override
    public void close() {}
}
