package dev.readahead.trino;

import io.trino.spi.connector.ConnectorTransactionHandle;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The open transactions of a catalog. Thread-safe. */
final class Transactions {
    private final Storage storage;
    private final Map<ConnectorTransactionHandle, Transaction> open = new ConcurrentHashMap<>();

    Transactions(Storage storage) {
        this.storage = storage;
    }

    TransactionHandle begin() {
        TransactionHandle handle = new TransactionHandle(UUID.randomUUID());
        open.put(handle, new Transaction(storage));
        return handle;
    }

    void end(ConnectorTransactionHandle handle) {
        open.remove(handle);
    }

    /** One that is not open has seen nothing. */
    Transaction get(ConnectorTransactionHandle handle) {
        Transaction transaction = open.get(handle);
        return transaction == null ? new Transaction(storage) : transaction;
    }
}
