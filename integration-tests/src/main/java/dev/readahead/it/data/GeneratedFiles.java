package dev.readahead.it.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Small Parquet files that together hold what the format can hold, written on first use and kept. Those of types,
 * encodings, nesting and shapes are one table each; the tables of several files are folders. Whatever another reader
 * says about a file is the expected answer: its rows, or an error.
 */
public final class GeneratedFiles {
    /** The bucket of a store that serves the root. */
    public static final String BUCKET = "generated";

    private final Path root;

    /** @param root folder whose sub-folder {@link #BUCKET} will hold the files, so that it can be served as buckets */
    public GeneratedFiles(Path root) {
        this.root = root;
    }

    /** The folder of all files, written if it is not there. */
    public Path folder() throws IOException {
        return FolderCache.folder(root.resolve(BUCKET), folder -> {
            TypeFiles.write(folder.resolve("types"));
            EncodingFiles.write(folder.resolve("encodings"));
            NestingFiles.write(folder.resolve("nesting"));
            ShapeFiles.write(folder.resolve("shapes"));
            TableFolders.write(folder.resolve("tables"));
            HostileFiles.write(Files.createDirectories(folder.resolve("hostile")));
        });
    }

    /** Keys of what a reader can read: files, and folders without a slash at the end. Sorted. */
    public List<String> tables() throws IOException {
        List<String> tables = new ArrayList<>();
        for (String kind : List.of("types", "encodings", "nesting", "shapes", "tables")) {
            tables.addAll(keys(kind));
        }
        return tables;
    }

    /** Keys of the files that are damaged or lie. Sorted. */
    public List<String> hostileFiles() throws IOException {
        return keys("hostile");
    }

    private List<String> keys(String kind) throws IOException {
        try (Stream<Path> entries = Files.list(folder().resolve(kind))) {
            return entries.map(entry -> kind + "/" + entry.getFileName())
                    .sorted()
                    .toList();
        }
    }
}
