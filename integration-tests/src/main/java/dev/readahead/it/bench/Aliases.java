package dev.readahead.it.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders of symbolic links. */
final class Aliases {
    private Aliases() {}

    /** Deletes the links and their folders, never what they point to. */
    static void delete(Path folder) throws IOException {
        List<Path> entries;
        try (Stream<Path> found = Files.walk(folder)) {
            entries = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path entry : entries) {
            Files.delete(entry);
        }
    }
}
