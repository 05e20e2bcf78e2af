package dev.readahead.trino;

import dev.readahead.trino.metastore.ColumnDefinition;
import dev.readahead.trino.metastore.TableDefinition;
import io.airlift.log.Logger;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTableMetadata;
import io.trino.spi.connector.ConnectorTableVersion;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.ConstraintApplicationResult;
import io.trino.spi.connector.LimitApplicationResult;
import io.trino.spi.connector.RelationColumnsMetadata;
import io.trino.spi.connector.SaveMode;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.TableFunctionApplicationResult;
import io.trino.spi.connector.TableNotFoundException;
import io.trino.spi.function.table.ConnectorTableFunctionHandle;
import io.trino.spi.security.TrinoPrincipal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What the engine asks of the catalog and its tables within one transaction, and what it hands down to them. */
final class ReadaheadMetadata implements ConnectorMetadata {
    private static final Logger LOG = Logger.get(ReadaheadMetadata.class);

    private final Transaction transaction;
    private final Namespace namespace;
    private final Definer definer;

    ReadaheadMetadata(Transaction transaction, Namespace namespace, Definer definer) {
        this.transaction = transaction;
        this.namespace = namespace;
        this.definer = definer;
    }

    @Override
    public List<String> listSchemaNames(ConnectorSession session) {
        return namespace.schemaNames();
    }

    @Override
    public boolean schemaExists(ConnectorSession session, String schema) {
        return namespace.schema(schema).isPresent();
    }

    @Override
    public Map<String, Object> getSchemaProperties(ConnectorSession session, String schema) {
        return SchemaProperties.of(namespace.requireSchema(schema));
    }

    @Override
    public void createSchema(
            ConnectorSession session, String schema, Map<String, Object> properties, TrinoPrincipal owner) {
        definer.createSchema(schema, properties);
    }

    @Override
    public void dropSchema(ConnectorSession session, String schema, boolean cascade) {
        definer.dropSchema(schema, cascade);
    }

    @Override
    public List<SchemaTableName> listTables(ConnectorSession session, Optional<String> schema) {
        return namespace.tableNames(schema);
    }

    @Override
    public Iterator<RelationColumnsMetadata> streamRelationColumns(
            ConnectorSession session, Optional<String> schema, UnaryOperator<Set<SchemaTableName>> relationFilter) {
        List<RelationColumnsMetadata> relations = new ArrayList<>();
        for (SchemaTableName name : relationFilter.apply(new HashSet<>(namespace.tableNames(schema)))) {
            try {
                namespace
                        .table(transaction, name)
                        .ifPresent(table -> relations.add(RelationColumnsMetadata.forTable(name, columns(table))));
            } catch (TrinoException e) {
                // One broken table must not hide the others; whoever asks for it by name is told.
                LOG.warn(e, "The columns of %s cannot be listed", name);
            }
        }
        return relations.iterator();
    }

    @Override
    public ConnectorTableHandle getTableHandle(
            ConnectorSession session,
            SchemaTableName name,
            Optional<ConnectorTableVersion> startVersion,
            Optional<ConnectorTableVersion> endVersion) {
        if (startVersion.isPresent() || endVersion.isPresent()) {
            throw new TrinoException(
                    StandardErrorCode.NOT_SUPPORTED, "there are no versions of " + name + ": it has only its files");
        }
        return namespace.table(transaction, name).map(NamedTable::handle).orElse(null);
    }

    @Override
    public void createTable(ConnectorSession session, ConnectorTableMetadata table, SaveMode saveMode) {
        if (saveMode == SaveMode.REPLACE) {
            throw new TrinoException(
                    StandardErrorCode.NOT_SUPPORTED, "This connector does not support replacing tables");
        }
        definer.createTable(table, saveMode == SaveMode.IGNORE);
        transaction.forget(table.getTable());
    }

    @Override
    public void dropTable(ConnectorSession session, ConnectorTableHandle handle) {
        SchemaTableName name = ((ReadaheadTableHandle) handle).name();
        definer.dropTable(name);
        transaction.forget(name);
    }

    @Override
    public Optional<TableFunctionApplicationResult<ConnectorTableHandle>> applyTableFunction(
            ConnectorSession session, ConnectorTableFunctionHandle function) {
        return function instanceof FileTable call
                ? Optional.of(new TableFunctionApplicationResult<>(call.table(), call.columns()))
                : Optional.empty();
    }

    @Override
    public ConnectorTableMetadata getTableMetadata(ConnectorSession session, ConnectorTableHandle handle) {
        ReadaheadTableHandle table = (ReadaheadTableHandle) handle;
        if (!table.isNamed()) {
            return new ConnectorTableMetadata(
                    table.name(),
                    table.columns().stream()
                            .map(column -> metadata(column, null))
                            .toList());
        }
        NamedTable named =
                namespace.table(transaction, table.name()).orElseThrow(() -> new TableNotFoundException(table.name()));
        TableDefinition definition = named.definition();
        return new ConnectorTableMetadata(
                table.name(),
                columns(named),
                TableProperties.of(definition),
                Optional.ofNullable(definition.comment()));
    }

    private static List<ColumnMetadata> columns(NamedTable table) {
        Map<String, String> comments = new HashMap<>();
        for (ColumnDefinition column : table.definition().columns()) {
            comments.put(column.name(), column.comment());
        }
        List<ColumnMetadata> columns = new ArrayList<>();
        table.handle().columns().forEach(column -> columns.add(metadata(column, comments.get(column.name()))));
        HiddenColumn.of(table.handle()).forEach(column -> columns.add(metadata(column, null)));
        return columns;
    }

    @Override
    public Map<String, ColumnHandle> getColumnHandles(ConnectorSession session, ConnectorTableHandle handle) {
        ReadaheadTableHandle table = (ReadaheadTableHandle) handle;
        Map<String, ColumnHandle> columns = new LinkedHashMap<>();
        table.columns().forEach(column -> columns.put(column.name(), column));
        if (table.isNamed()) {
            HiddenColumn.of(table).forEach(column -> columns.put(column.name(), column));
        }
        return columns;
    }

    @Override
    public ColumnMetadata getColumnMetadata(
            ConnectorSession session, ConnectorTableHandle handle, ColumnHandle column) {
        return metadata((ReadaheadColumnHandle) column, null);
    }

    private static ColumnMetadata metadata(ReadaheadColumnHandle column, String comment) {
        return ColumnMetadata.builder()
                .setName(column.name())
                .setType(column.type())
                .setComment(Optional.ofNullable(comment))
                .setHidden(column.kind() == ReadaheadColumnHandle.Kind.HIDDEN)
                .build();
    }

    @Override
    public Optional<ConstraintApplicationResult<ConnectorTableHandle>> applyFilter(
            ConnectorSession session, ConnectorTableHandle handle, Constraint constraint) {
        return Pushdown.filter((ReadaheadTableHandle) handle, constraint);
    }

    @Override
    public Optional<LimitApplicationResult<ConnectorTableHandle>> applyLimit(
            ConnectorSession session, ConnectorTableHandle handle, long limit) {
        return Pushdown.limit((ReadaheadTableHandle) handle, limit);
    }
}
