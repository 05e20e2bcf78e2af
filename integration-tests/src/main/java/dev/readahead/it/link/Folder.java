package dev.readahead.it.link;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A folder whose sub-folders are buckets and whose files are objects. Symbolic links are followed. */
final class Folder {
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /**
     * An object and its file.
     *
     * @param length in bytes
     * @param etag with its quotes; changes when the file is written again
     */
    record Item(Path file, long length, String etag, Instant modified) {
        String httpDate() {
            return HTTP_DATE.format(modified);
        }
    }

    private final Path root;

    Folder(Path root) throws IOException {
        this.root = root.toRealPath();
    }

    boolean hasBucket(String bucket) {
        return inside(root, bucket).filter(Files::isDirectory).isPresent();
    }

    Optional<Item> find(String bucket, String key) throws IOException {
        Optional<Path> file =
                inside(root, bucket).flatMap(folder -> inside(folder, key)).filter(Files::isRegularFile);
        if (file.isEmpty() || key.endsWith("/")) {
            return Optional.empty();
        }
        try {
            return Optional.of(item(file.get(), Files.readAttributes(file.get(), BasicFileAttributes.class)));
        } catch (NoSuchFileException deleted) {
            return Optional.empty();
        }
    }

    /** The objects whose keys begin with a prefix, in the order of S3. */
    List<Listing.Entry> list(String bucket, String prefix) throws IOException {
        Path bucketFolder = root.resolve(bucket);
        int slash = prefix.lastIndexOf('/');
        Optional<Path> start = slash < 0 ? Optional.of(bucketFolder) : inside(bucketFolder, prefix.substring(0, slash));
        List<Listing.Entry> found = new ArrayList<>();
        if (start.isEmpty() || !Files.isDirectory(start.get())) {
            return found;
        }
        EnumSet<FileVisitOption> options = EnumSet.of(FileVisitOption.FOLLOW_LINKS);
        Files.walkFileTree(start.get(), options, Integer.MAX_VALUE, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String key = bucketFolder.relativize(file).toString();
                if (attributes.isRegularFile() && key.startsWith(prefix)) {
                    Item item = item(file, attributes);
                    String modified =
                            item.modified().truncatedTo(ChronoUnit.MILLIS).toString();
                    found.add(new Listing.Entry(key, item.length(), item.etag(), modified));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        found.sort((left, right) -> Listing.KEY_ORDER.compare(left.key(), right.key()));
        return found;
    }

    List<String> buckets() {
        try (var folders = Files.list(root)) {
            return folders.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    private static Item item(Path file, BasicFileAttributes attributes) {
        long nanos = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
        String etag = "\"" + Long.toHexString(attributes.size()) + "-" + Long.toHexString(nanos) + "\"";
        return new Item(
                file, attributes.size(), etag, attributes.lastModifiedTime().toInstant());
    }

    /** Keys such as {@code ../secret} name nothing. */
    private static Optional<Path> inside(Path folder, String name) {
        try {
            Path path = folder.resolve(name).normalize();
            return path.startsWith(folder) && !path.equals(folder) ? Optional.of(path) : Optional.empty();
        } catch (InvalidPathException impossible) {
            return Optional.empty();
        }
    }
}
