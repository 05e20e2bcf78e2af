package dev.readahead.trino;

import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTableMetadata;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.ConstraintApplicationResult;
import io.trino.spi.connector.LimitApplicationResult;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.TableFunctionApplicationResult;
import io.trino.spi.function.table.ConnectorTableFunctionHandle;
import io.trino.spi.predicate.TupleDomain;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the engine asks of a table, and what it hands down to it. */
final class ReadaheadMetadata implements ConnectorMetadata {
    private static final SchemaTableName NAME =
            new SchemaTableName(ReadParquetFunction.SCHEMA, ReadParquetFunction.NAME);

    @Override
    public List<String> listSchemaNames(ConnectorSession session) {
        return List.of();
    }

    @Override
    public Optional<TableFunctionApplicationResult<ConnectorTableHandle>> applyTableFunction(
            ConnectorSession session, ConnectorTableFunctionHandle function) {
        if (!(function instanceof ReadParquetFunction.Handle handle)) {
            return Optional.empty();
        }
        ReadaheadTableHandle table = handle.table();
        return Optional.of(new TableFunctionApplicationResult<>(table, List.copyOf(table.columns())));
    }

    @Override
    public ConnectorTableMetadata getTableMetadata(ConnectorSession session, ConnectorTableHandle handle) {
        List<ColumnMetadata> columns = ((ReadaheadTableHandle) handle)
                .columns().stream().map(ReadaheadMetadata::metadata).toList();
        return new ConnectorTableMetadata(NAME, columns);
    }

    @Override
    public Map<String, ColumnHandle> getColumnHandles(ConnectorSession session, ConnectorTableHandle handle) {
        Map<String, ColumnHandle> columns = new LinkedHashMap<>();
        ((ReadaheadTableHandle) handle).columns().forEach(column -> columns.put(column.name(), column));
        return columns;
    }

    @Override
    public ColumnMetadata getColumnMetadata(
            ConnectorSession session, ConnectorTableHandle handle, ColumnHandle column) {
        return metadata((ReadaheadColumnHandle) column);
    }

    private static ColumnMetadata metadata(ReadaheadColumnHandle column) {
        return new ColumnMetadata(column.name(), column.type());
    }

    @Override
    public Optional<ConstraintApplicationResult<ConnectorTableHandle>> applyFilter(
            ConnectorSession session, ConnectorTableHandle handle, Constraint constraint) {
        ReadaheadTableHandle table = (ReadaheadTableHandle) handle;
        if (table.limit().isPresent()) {
            // The limit counts the rows before this filter.
            return Optional.empty();
        }
        TupleDomain<ReadaheadColumnHandle> asked =
                constraint.getSummary().transformKeys(ReadaheadColumnHandle.class::cast);
        TupleDomain<ReadaheadColumnHandle> narrowed = table.predicate().intersect(asked);
        if (narrowed.equals(table.predicate())) {
            return Optional.empty();
        }
        // All of it remains: what is left out here are only files, row groups and pages without any such row.
        return Optional.of(new ConstraintApplicationResult<>(
                table.withPredicate(narrowed), constraint.getSummary(), constraint.getExpression(), false));
    }

    @Override
    public Optional<LimitApplicationResult<ConnectorTableHandle>> applyLimit(
            ConnectorSession session, ConnectorTableHandle handle, long limit) {
        ReadaheadTableHandle table = (ReadaheadTableHandle) handle;
        boolean known = table.limit().isPresent() && table.limit().getAsLong() <= limit;
        if (known || !table.predicate().isAll()) {
            return Optional.empty();
        }
        return Optional.of(new LimitApplicationResult<>(table.withLimit(limit), false, false));
    }
}
