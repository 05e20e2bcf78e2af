package dev.readahead.storage.local;

import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Locations as paths, and files as stored objects. */
final class LocalFiles {
    private LocalFiles() {}

    static Path path(ObjectLocation location) throws StorageException {
        if (!location.scheme().equals(LocalObjectStore.SCHEME)
                || !location.bucket().isEmpty()) {
            throw new StorageException(Reason.REFUSED, "not a local file: " + location);
        }
        try {
            return Path.of("/" + location.key());
        } catch (InvalidPathException e) {
            throw new StorageException(Reason.REFUSED, "not a path of this file system: " + location, e);
        }
    }

    static StoredObject describe(ObjectLocation location, Path file, String operation) throws StorageException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(file, BasicFileAttributes.class);
        } catch (IOException e) {
            throw failure(e, operation);
        }
        if (attributes.isDirectory()) {
            throw new StorageException(Reason.NOT_FOUND, operation + ": it is a directory");
        }
        return describe(location, attributes);
    }

    static StoredObject describe(ObjectLocation location, BasicFileAttributes attributes) {
        return new StoredObject(
                location,
                attributes.size(),
                Optional.of(versionTag(attributes)),
                Optional.of(attributes.lastModifiedTime().toInstant()));
    }

    /** The file key is device and inode: a file that was moved over another one differs even within one clock tick. */
    private static String versionTag(BasicFileAttributes attributes) {
        String written = attributes.size() + "-" + attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
        return attributes.fileKey() == null ? written : written + "-" + attributes.fileKey();
    }

    static StorageException failure(IOException failure, String operation) {
        if (failure instanceof NoSuchFileException || failure instanceof NotDirectoryException) {
            return new StorageException(Reason.NOT_FOUND, operation + ": there is no such file", failure);
        }
        if (failure instanceof AccessDeniedException) {
            return new StorageException(
                    Reason.ACCESS_DENIED,
                    operation
                            + ": this process may not access it; check the permissions of the file and its directories",
                    failure);
        }
        return new StorageException(Reason.REFUSED, operation + ": " + failure.getMessage(), failure);
    }
}
