package dev.readahead.trino;

import dev.readahead.table.TableFile;
import io.airlift.slice.Slice;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.function.table.AbstractConnectorTableFunction;
import io.trino.spi.function.table.Argument;
import io.trino.spi.function.table.ConnectorTableFunctionHandle;
import io.trino.spi.function.table.Descriptor;
import io.trino.spi.function.table.ReturnTypeSpecification.GenericTable;
import io.trino.spi.function.table.ScalarArgument;
import io.trino.spi.function.table.ScalarArgumentSpecification;
import io.trino.spi.function.table.TableFunctionAnalysis;
import io.trino.spi.type.VarcharType;

import java.util.List;
import java.util.Map;

/**
 * {@code TABLE(catalog.system.read_parquet(path => 's3://bucket/folder'))}: a file, a folder or a pattern as a table.
 * Its columns are those of the first file and of the folders' names.
 */
final class ReadParquetFunction extends AbstractConnectorTableFunction {
    static final String SCHEMA = "system";
    static final String NAME = "read_parquet";

    private static final String PATH = "PATH";

    private final Transactions transactions;
    private final SchemaInference schemas;

    ReadParquetFunction(Transactions transactions, SchemaInference schemas) {
        super(
                SCHEMA,
                NAME,
                List.of(ScalarArgumentSpecification.builder()
                        .name(PATH)
                        .type(VarcharType.VARCHAR)
                        .build()),
                GenericTable.GENERIC_TABLE,
                "Reads Parquet files: one, those of a folder, or those that match a pattern");
        this.transactions = transactions;
        this.schemas = schemas;
    }

    @Override
    public TableFunctionAnalysis analyze(
            ConnectorSession session,
            ConnectorTransactionHandle transaction,
            Map<String, Argument> arguments,
            ConnectorAccessControl accessControl) {
        Slice text = (Slice) ((ScalarArgument) arguments.get(PATH)).getValue();
        if (text == null) {
            throw new TrinoException(StandardErrorCode.INVALID_FUNCTION_ARGUMENT, "the path is null");
        }
        String path = text.toStringUtf8();
        List<TableFile> files;
        try {
            files = Failures.await(path, transactions.files(transaction, path));
        } catch (IllegalArgumentException e) {
            throw new TrinoException(StandardErrorCode.INVALID_FUNCTION_ARGUMENT, e.getMessage(), e);
        }
        List<ReadaheadColumnHandle> columns = schemas.columns(files.getFirst());
        return TableFunctionAnalysis.builder()
                .returnedType(Descriptor.descriptor(
                        columns.stream().map(ReadaheadColumnHandle::name).toList(),
                        columns.stream().map(ReadaheadColumnHandle::type).toList()))
                .handle(new Handle(ReadaheadTableHandle.of(path, columns)))
                .build();
    }

    /** The analysed call. */
    public record Handle(ReadaheadTableHandle table) implements ConnectorTableFunctionHandle {}
}
