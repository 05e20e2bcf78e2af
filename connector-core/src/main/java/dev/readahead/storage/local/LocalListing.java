package dev.readahead.storage.local;

import dev.readahead.storage.FolderContent;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StoredObject;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Walks a directory tree, one directory at a time, in the order that the whole keys have as bytes: {@code a-b} before
 * {@code a/b} before {@code a0}. Not thread-safe.
 */
final class LocalListing implements Iterator<StoredObject> {
    /** A file, or a directory whose key ends with a slash. */
    private record Entry(String key, byte[] keyBytes, Path path, BasicFileAttributes attributes) {}

    /** A directory that is being walked; its identity tells a symbolic link that leads back into it. */
    private record Level(Object identity, Iterator<Entry> entries) {}

    private final ObjectLocation prefix;
    private final Deque<Level> levels = new ArrayDeque<>();
    private StoredObject next;

    LocalListing(ObjectLocation prefix) throws IOException {
        this.prefix = prefix;
        String parentKey = prefix.key().substring(0, prefix.key().lastIndexOf('/') + 1);
        enter(parentKey, LocalFiles.path(new ObjectLocation(prefix.scheme(), prefix.bucket(), parentKey)));
    }

    /** What lies directly in a directory; one that is not there holds nothing. */
    static FolderContent folder(ObjectLocation folder) throws IOException {
        List<StoredObject> objects = new ArrayList<>();
        List<String> folders = new ArrayList<>();
        Level level = new LocalListing(folder).levels.peek();
        while (level != null && level.entries().hasNext()) {
            Entry entry = level.entries().next();
            if (entry.attributes().isDirectory()) {
                folders.add(entry.key());
            } else {
                ObjectLocation location = new ObjectLocation(folder.scheme(), folder.bucket(), entry.key());
                objects.add(LocalFiles.describe(location, entry.attributes()));
            }
        }
        return new FolderContent(objects, folders);
    }

    private void enter(String directoryKey, Path directory) throws StorageException {
        try {
            Object identity =
                    Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
            boolean circle = identity != null && levels.stream().anyMatch(level -> identity.equals(level.identity()));
            if (!circle) {
                levels.push(new Level(identity, entries(directoryKey, directory).iterator()));
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            // No such directory holds no files; one that vanishes during the listing need not be in it.
            return;
        } catch (IOException e) {
            throw LocalFiles.failure(e, "listing " + prefix + ", directory " + directory);
        }
    }

    private List<Entry> entries(String directoryKey, Path directory) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
            for (Path child : children) {
                addIfListed(directoryKey + child.getFileName(), child, entries);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        entries.sort((left, right) -> Arrays.compareUnsigned(left.keyBytes(), right.keyBytes()));
        return entries;
    }

    private void addIfListed(String name, Path child, List<Entry> entries) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(child, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            // Deleted since the directory was read, or a link that leads nowhere.
            return;
        }
        if (!attributes.isDirectory() && !attributes.isRegularFile()) {
            return;
        }
        String key = attributes.isDirectory() ? name + "/" : name;
        boolean listed = key.startsWith(prefix.key())
                || attributes.isDirectory() && prefix.key().startsWith(key);
        if (listed) {
            entries.add(new Entry(key, key.getBytes(StandardCharsets.UTF_8), child, attributes));
        }
    }

    @Override
    public boolean hasNext() {
        try {
            while (next == null && !levels.isEmpty()) {
                advance();
            }
        } catch (StorageException e) {
            throw new UncheckedIOException(e);
        }
        return next != null;
    }

    private void advance() throws StorageException {
        Iterator<Entry> entries = levels.peek().entries();
        if (!entries.hasNext()) {
            levels.pop();
            return;
        }
        Entry entry = entries.next();
        if (entry.attributes().isDirectory()) {
            enter(entry.key(), entry.path());
        } else {
            ObjectLocation location = new ObjectLocation(prefix.scheme(), prefix.bucket(), entry.key());
            next = LocalFiles.describe(location, entry.attributes());
        }
    }

    @Override
    public StoredObject next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more files in " + prefix);
        }
        StoredObject found = next;
        next = null;
        return found;
    }
}
