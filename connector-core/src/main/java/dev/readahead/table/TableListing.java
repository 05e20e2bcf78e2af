package dev.readahead.table;

import dev.readahead.fetch.Fetch;
import dev.readahead.fetch.FetchScheduler;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Finds the files of a table: one listing, however deep the folders. Files and folders whose names begin with a dot or
 * an underscore are not data, unless they are a value such as {@code _p=1}; nor are the markers that stand for folders.
 * Thread-safe.
 */
public final class TableListing {
    private final FetchScheduler scheduler;
    private final ScanMetrics metrics;

    public TableListing(FetchScheduler scheduler, ScanMetrics metrics) {
        this.scheduler = scheduler;
        this.metrics = metrics;
    }

    /**
     * The files at a place, in the order of the store. A fetch thread completes the future; it fails with
     * {@link StorageException.Reason#NOT_FOUND} if there are none, and with {@link IllegalArgumentException} if their
     * folders do not name the same columns.
     */
    public CompletableFuture<List<TableFile>> files(TableLocation location) {
        return find(location).thenApply(files -> {
            if (files.isEmpty()) {
                throw new CompletionException(
                        new StorageException(Reason.NOT_FOUND, location + ": there are no files"));
            }
            return files;
        });
    }

    /** As {@link #files}, but that there are none is no failure. */
    public CompletableFuture<List<TableFile>> find(TableLocation location) {
        CompletableFuture<List<StoredObject>> listed =
                scheduler.list(location.prefix(), metrics).result();
        return single(location)
                .thenCombine(listed, (object, objects) -> object.map(List::of).orElse(objects))
                .thenApply(objects -> tableFiles(location, objects));
    }

    /** The object of exactly that name, if there is one: asked for while the folder of that name is listed. */
    private CompletableFuture<Optional<StoredObject>> single(TableLocation location) {
        String key = location.location().key();
        if (location.glob().isPresent() || key.isEmpty() || key.endsWith("/")) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        Fetch<StoredObject> head = scheduler.head(location.location(), metrics);
        return head.result().handle((object, error) -> {
            if (error == null) {
                return Optional.of(object);
            }
            Throwable cause = error instanceof CompletionException ? error.getCause() : error;
            if (cause instanceof StorageException refusal && refusal.reason() == Reason.NOT_FOUND) {
                return Optional.empty();
            }
            throw new CompletionException(cause);
        });
    }

    private static List<TableFile> tableFiles(TableLocation location, List<StoredObject> objects) {
        String root = location.root();
        List<TableFile> files = new ArrayList<>();
        for (StoredObject object : objects) {
            String key = object.location().key();
            if (!key.startsWith(root)) {
                // The object of exactly that name: it lies in no folder of the table.
                files.add(new TableFile(object, PartitionValues.NONE));
            } else if (isData(key, root.length())
                    && location.glob().map(glob -> glob.matches(key)).orElse(true)) {
                files.add(new TableFile(object, PartitionValues.of(key.substring(root.length()))));
            }
        }
        if (!files.isEmpty()) {
            requireSameColumns(files);
        }
        return List.copyOf(files);
    }

    private static boolean isData(String key, int from) {
        if (key.endsWith("/")) {
            return false;
        }
        for (String name : key.substring(from).split("/")) {
            boolean hidden = name.startsWith(".") || name.startsWith("_");
            if (hidden && name.indexOf('=') < 0) {
                return false;
            }
        }
        return true;
    }

    private static void requireSameColumns(List<TableFile> files) {
        TableFile first = files.get(0);
        List<String> columns = columns(first);
        for (TableFile file : files) {
            if (!columns(file).equals(columns)) {
                throw new IllegalArgumentException("the folders of a table must name the same columns: "
                        + describe(first) + ", but " + describe(file));
            }
        }
    }

    private static List<String> columns(TableFile file) {
        return List.copyOf(file.partition().values().keySet());
    }

    private static String describe(TableFile file) {
        ObjectLocation location = file.object().location();
        return location + " has " + (columns(file).isEmpty() ? "none" : String.join(", ", columns(file)));
    }
}
