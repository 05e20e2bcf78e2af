package dev.readahead.trino;

import dev.readahead.trino.metastore.Metastore;
import io.trino.spi.connector.Connector;
import io.trino.spi.connector.ConnectorContext;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorPageSourceProvider;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplitManager;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SystemTable;
import io.trino.spi.function.table.ConnectorTableFunction;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.session.PropertyMetadata;
import io.trino.spi.transaction.IsolationLevel;
import io.trino.spi.type.TypeOperators;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One catalog. Thread-safe. */
final class ReadaheadConnector implements Connector {
    private final Storage storage;
    private final Transactions transactions;
    private final Namespace namespace;
    private final Definer definer;
    private final RegisterTable registerTable;
    private final ReadaheadSplitManager splits;
    private final ReadaheadPageSourceProvider pageSources;
    private final Set<ConnectorTableFunction> functions;
    private final ScanProperties properties;
    private final ScansTable scansTable;

    ReadaheadConnector(Storage storage, CatalogConfig config, ConnectorContext context) {
        this.storage = storage;
        this.transactions = new Transactions(storage);
        this.properties = new ScanProperties(config.scan());
        RunningScans scans =
                new RunningScans(storage.runtime().governor(), storage.runtime().metrics());
        this.scansTable = new ScansTable(context.getCurrentNode().getNodeIdentifier(), scans);
        this.splits = new ReadaheadSplitManager(transactions, properties, context.getNodeManager());
        TypeOperators operators = context.getTypeManager().getTypeOperators();
        ColumnTypes types = new ColumnTypes(operators);
        this.pageSources = new ReadaheadPageSourceProvider(storage, config.timeZone(), properties, scans, types);
        SchemaInference schemas = new SchemaInference(storage, types, new Coercions(operators));
        CsvInference csvFiles = new CsvInference(storage);
        Optional<Metastore> metastore = config.metastore().map(storage::metastore);
        this.namespace = new Namespace(metastore, storage, schemas, csvFiles, context.getTypeManager());
        this.definer = new Definer(metastore, namespace, storage);
        this.functions =
                Set.of(new ReadParquetFunction(transactions, schemas), new ReadCsvFunction(transactions, csvFiles));
        this.registerTable = new RegisterTable(namespace, definer, storage);
    }

    @Override
    public ConnectorTransactionHandle beginTransaction(
            IsolationLevel isolationLevel, boolean readOnly, boolean autoCommit) {
        IsolationLevel.checkConnectorSupports(IsolationLevel.READ_UNCOMMITTED, isolationLevel);
        return transactions.begin();
    }

    @Override
    public ConnectorMetadata getMetadata(ConnectorSession session, ConnectorTransactionHandle transaction) {
        return new ReadaheadMetadata(transactions.get(transaction), namespace, definer);
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
        return functions;
    }

    @Override
    public Set<Procedure> getProcedures() {
        return Set.of(registerTable.procedure());
    }

    @Override
    public Set<SystemTable> getSystemTables() {
        return Set.of(scansTable);
    }

    @Override
    public List<PropertyMetadata<?>> getSessionProperties() {
        return properties.all();
    }

    @Override
    public List<PropertyMetadata<?>> getSchemaProperties() {
        return SchemaProperties.all();
    }

    @Override
    public List<PropertyMetadata<?>> getTableProperties() {
        return TableProperties.all();
    }

    @Override
    public void commit(ConnectorTransactionHandle transaction) {
        transactions.end(transaction);
    }

    @Override
    public void rollback(ConnectorTransactionHandle transaction) {
        transactions.end(transaction);
    }

    /**
     * The stores are shared with other catalogs and live as long as the JVM; what writes definitions is the catalog's.
     */
    @Override
    public void shutdown() {
        storage.close();
    }
}
