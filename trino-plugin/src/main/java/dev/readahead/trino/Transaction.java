package dev.readahead.trino;

import dev.readahead.table.TableFile;
import dev.readahead.table.TableLocation;
import io.trino.spi.connector.SchemaTableName;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * What a transaction has seen: its queries see the same tables and files when they are planned and when they run.
 * Thread-safe.
 */
final class Transaction {
    private final Storage storage;
    private final Map<String, CompletableFuture<List<TableFile>>> listings = new ConcurrentHashMap<>();
    private final Map<SchemaTableName, Optional<NamedTable>> tables = new ConcurrentHashMap<>();

    Transaction(Storage storage) {
        this.storage = storage;
    }

    /**
     * The files of a table, in the order of its paths. Cancelling the future does not stop the listing, which others
     * may share. It fails if a path that a query names has no files; a table with a name may have none.
     *
     * @throws IllegalArgumentException if a path cannot be read
     */
    CompletableFuture<List<TableFile>> files(ReadaheadTableHandle table) {
        return listed(table).thenApply(files -> {
            FileConstants.check(table, files);
            return files;
        });
    }

    /** The files of a table whose columns are not known yet. */
    CompletableFuture<List<TableFile>> listed(ReadaheadTableHandle table) {
        CompletableFuture<List<TableFile>> all = CompletableFuture.completedFuture(List.of());
        for (CompletableFuture<List<TableFile>> listing : table.paths().stream()
                .map(path -> listing(path, table.isNamed()))
                .toList()) {
            all = all.thenCombine(listing, (before, more) -> {
                List<TableFile> joined = new ArrayList<>(before);
                joined.addAll(more);
                return joined;
            });
        }
        return all;
    }

    private CompletableFuture<List<TableFile>> listing(String path, boolean mayBeEmpty) {
        TableLocation place = TableLocation.parse(path);
        return listings.computeIfAbsent(path + (mayBeEmpty ? "?" : ""), any -> storage.list(place, mayBeEmpty))
                .copy();
    }

    /** A table, looked up once. */
    Optional<NamedTable> table(SchemaTableName name, Supplier<Optional<NamedTable>> lookUp) {
        Optional<NamedTable> known = tables.get(name);
        if (known != null) {
            return known;
        }
        // Not in computeIfAbsent: this waits for the store.
        Optional<NamedTable> found = lookUp.get();
        Optional<NamedTable> before = tables.putIfAbsent(name, found);
        return before == null ? found : before;
    }

    /** A table was defined or dropped. */
    void forget(SchemaTableName name) {
        tables.remove(name);
    }
}
