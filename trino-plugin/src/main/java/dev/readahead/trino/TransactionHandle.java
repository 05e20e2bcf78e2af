package dev.readahead.trino;

import io.trino.spi.connector.ConnectorTransactionHandle;

import java.util.UUID;

/** One transaction, in which a path is listed once. */
public record TransactionHandle(UUID id) implements ConnectorTransactionHandle {}
