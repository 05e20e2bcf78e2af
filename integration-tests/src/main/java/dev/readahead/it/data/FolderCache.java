package dev.readahead.it.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders that are written once. A folder is there as a whole or not at all, however its writer ends. */
final class FolderCache {

    /** Fills a new and empty folder. */
    interface Writer {
        void write(Path folder) throws IOException;
    }

    private FolderCache() {}

    /**
     * Returns the folder, writing it if it is not there.
     *
     * @param folder its parent is created if missing
     */
    static Path folder(Path folder, Writer writer) throws IOException {
        if (Files.isDirectory(folder)) {
            return folder;
        }
        Files.createDirectories(folder.getParent());
        Path draft = Files.createTempDirectory(folder.getParent(), "." + folder.getFileName() + "-");
        try {
            writer.write(draft);
            Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException another) {
            // Another process has written the same meanwhile.
            delete(draft);
        } catch (IOException | RuntimeException | Error failure) {
            delete(draft);
            throw failure;
        }
        return folder;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(FolderCache::deleteOne);
        }
    }

    private static void deleteOne(Path file) {
        try {
            Files.delete(file);
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }
}
