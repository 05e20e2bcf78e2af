package dev.readahead.trino;

import dev.readahead.table.TableFile;
import io.trino.spi.NodeManager;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplitManager;
import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.Constraint;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Cuts tables into splits. */
final class ReadaheadSplitManager implements ConnectorSplitManager {
    /** What Trino runs by default: task threads for each processor. */
    private static final int THREADS_A_PROCESSOR = 2;

    private final Transactions transactions;
    private final ScanProperties properties;
    private final NodeManager nodes;

    ReadaheadSplitManager(Transactions transactions, ScanProperties properties, NodeManager nodes) {
        this.transactions = transactions;
        this.properties = properties;
        this.nodes = nodes;
    }

    @Override
    public ConnectorSplitSource getSplits(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorTableHandle handle,
            Set<ColumnHandle> dynamicFilterColumns,
            Constraint constraint) {
        ReadaheadTableHandle table = (ReadaheadTableHandle) handle;
        CompletableFuture<List<TableFile>> files = files(transaction, table);
        ScanSettings settings = properties.settings(session);
        long wait = dynamicFilterColumns.isEmpty()
                ? 0
                : settings.dynamicFilterWait().toMillis();
        return new ReadaheadSplitSource(files, table, settings.splitBytes(), threads(), wait);
    }

    private CompletableFuture<List<TableFile>> files(
            ConnectorTransactionHandle transaction, ReadaheadTableHandle table) {
        try {
            return transactions.get(transaction).files(table);
        } catch (IllegalArgumentException e) {
            throw new TrinoException(StandardErrorCode.INVALID_ARGUMENTS, e.getMessage(), e);
        }
    }

    private int threads() {
        int workers = Math.max(1, nodes.getWorkerNodes().size());
        return workers * Runtime.getRuntime().availableProcessors() * THREADS_A_PROCESSOR;
    }
}
