package dev.readahead.trino;

import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorContext;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorPageSourceProvider;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplitManager;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.function.table.ConnectorTableFunction;
import io.trino.spi.transaction.IsolationLevel;

import java.util.Set;

/** One catalog. Thread-safe. */
final class ReadaheadConnector implements Connector {
    private final Transactions transactions;
    private final ReadaheadSplitManager splits;
    private final ReadaheadPageSourceProvider pageSources;
    private final ReadParquetFunction readParquet;

    ReadaheadConnector(Storage storage, CatalogConfig config, ConnectorContext context) {
        this.transactions = new Transactions(storage);
        this.splits = new ReadaheadSplitManager(transactions, config, context.getNodeManager());
        this.pageSources = new ReadaheadPageSourceProvider(storage, config);
        this.readParquet = new ReadParquetFunction(
                transactions,
                new SchemaInference(
                        storage, new ColumnTypes(context.getTypeManager().getTypeOperators())));
    }

    @Override
    public ConnectorTransactionHandle beginTransaction(
            IsolationLevel isolationLevel, boolean readOnly, boolean autoCommit) {
        IsolationLevel.checkConnectorSupports(IsolationLevel.READ_UNCOMMITTED, isolationLevel);
        return transactions.begin();
    }

    @Override
    public ConnectorMetadata getMetadata(ConnectorSession session, ConnectorTransactionHandle transaction) {
        return new ReadaheadMetadata();
    }

    @Override
    public ConnectorSplitManager getSplitManager() {
        return splits;
    }

    @Override
    public ConnectorPageSourceProvider getPageSourceProvider() {
        return pageSources;
    }

    @Override
    public Set<ConnectorTableFunction> getTableFunctions() {
        return Set.of(readParquet);
    }

    @Override
    public void commit(ConnectorTransactionHandle transaction) {
        transactions.end(transaction);
    }

    @Override
    public void rollback(ConnectorTransactionHandle transaction) {
        transactions.end(transaction);
    }

    /** The stores are shared with other catalogs and live as long as the JVM. */
    @Override
    public void shutdown() {}
}
