package dev.readahead.storage.local;

import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectWriter;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Writes local files: under another name first, which is then given the right one. Thread-safe; closing it does
 * nothing.
 */
public final class LocalObjectWriter implements ObjectWriter {
    @Override
    public boolean create(ObjectLocation location, byte[] content) throws IOException {
        Path file = LocalFiles.path(location);
        String operation = "writing " + location;
        try {
            Files.createDirectories(file.getParent());
            Path unfinished = file.resolveSibling("." + UUID.randomUUID() + ".tmp");
            try {
                write(unfinished, content);
                return rename(unfinished, file);
            } finally {
                Files.deleteIfExists(unfinished);
            }
        } catch (IOException e) {
            throw LocalFiles.failure(e, operation);
        }
    }

    private static void write(Path file, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        }
    }

    /** A second name does not replace a file; a move does, so it is left to file systems without second names. */
    private static boolean rename(Path from, Path to) throws IOException {
        try {
            Files.createLink(to, from);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (UnsupportedOperationException e) {
            if (Files.exists(to)) {
                return false;
            }
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
            return true;
        }
    }

    @Override
    public void delete(ObjectLocation location) throws IOException {
        try {
            Files.deleteIfExists(LocalFiles.path(location));
        } catch (IOException e) {
            throw LocalFiles.failure(e, "deleting " + location);
        }
    }

    @Override
    public void close() {}
}
