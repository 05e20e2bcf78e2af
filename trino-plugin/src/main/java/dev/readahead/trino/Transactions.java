package dev.readahead.trino;

import dev.readahead.table.TableFile;
import dev.readahead.table.TableLocation;
import io.trino.spi.connector.ConnectorTransactionHandle;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** What the transactions of a catalog have listed: a query sees the same files when it is planned and when it runs. */
final class Transactions {
    private final Storage storage;
    private final Map<ConnectorTransactionHandle, Map<String, CompletableFuture<List<TableFile>>>> open =
            new ConcurrentHashMap<>();

    Transactions(Storage storage) {
        this.storage = storage;
    }

    TransactionHandle begin() {
        TransactionHandle handle = new TransactionHandle(UUID.randomUUID());
        open.put(handle, new ConcurrentHashMap<>());
        return handle;
    }

    void end(ConnectorTransactionHandle handle) {
        open.remove(handle);
    }

    /** The files of a path. Cancelling the future does not stop the listing, which others may share. */
    CompletableFuture<List<TableFile>> files(ConnectorTransactionHandle handle, String path) {
        TableLocation place = TableLocation.parse(path);
        return open.getOrDefault(handle, new ConcurrentHashMap<>())
                .computeIfAbsent(path, any -> storage.list(place))
                .copy();
    }
}
