package dev.readahead.trino;

import dev.readahead.table.TableFile;
import io.airlift.slice.Slice;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.block.Block;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.function.table.AbstractConnectorTableFunction;
import io.trino.spi.function.table.Argument;
import io.trino.spi.function.table.ArgumentSpecification;
import io.trino.spi.function.table.ConnectorTableFunctionHandle;
import io.trino.spi.function.table.Descriptor;
import io.trino.spi.function.table.ReturnTypeSpecification.GenericTable;
import io.trino.spi.function.table.ScalarArgument;
import io.trino.spi.function.table.ScalarArgumentSpecification;
import io.trino.spi.function.table.TableFunctionAnalysis;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code TABLE(catalog.system.read_parquet(path => 's3://bucket/folder'))}: a file, a folder or a pattern as a table,
 * or several by {@code paths => ARRAY['...', '...']}. Its columns are those of the first file, or of all by
 * {@code union_by_name => true}, and those of the folders' names.
 */
final class ReadParquetFunction extends AbstractConnectorTableFunction {
    static final String SCHEMA = "system";
    static final String NAME = "read_parquet";

    private static final SchemaTableName TABLE = new SchemaTableName(SCHEMA, NAME);
    private static final String PATH = "PATH";
    private static final String PATHS = "PATHS";
    private static final String UNION_BY_NAME = "UNION_BY_NAME";
    private static final String TYPED_PARTITIONS = "TYPED_PARTITIONS";

    private final Transactions transactions;
    private final SchemaInference schemas;

    ReadParquetFunction(Transactions transactions, SchemaInference schemas) {
        super(
                SCHEMA,
                NAME,
                List.<ArgumentSpecification>of(
                        optional(PATH, VarcharType.VARCHAR, null),
                        optional(PATHS, new ArrayType(VarcharType.VARCHAR), null),
                        optional(UNION_BY_NAME, BooleanType.BOOLEAN, false),
                        optional(TYPED_PARTITIONS, BooleanType.BOOLEAN, true)),
                GenericTable.GENERIC_TABLE,
                "Reads Parquet files: one, those of a folder, or those that match a pattern");
        this.transactions = transactions;
        this.schemas = schemas;
    }

    private static ScalarArgumentSpecification optional(String name, Type type, Object value) {
        return ScalarArgumentSpecification.builder()
                .name(name)
                .type(type)
                .defaultValue(value)
                .build();
    }

    @Override
    public TableFunctionAnalysis analyze(
            ConnectorSession session,
            ConnectorTransactionHandle transaction,
            Map<String, Argument> arguments,
            ConnectorAccessControl accessControl) {
        ReadaheadTableHandle table = ReadaheadTableHandle.of(TABLE, paths(arguments), List.of());
        List<TableFile> files;
        try {
            files = Failures.await(
                    table.description(), transactions.get(transaction).listed(table));
        } catch (IllegalArgumentException e) {
            throw new TrinoException(StandardErrorCode.INVALID_FUNCTION_ARGUMENT, e.getMessage(), e);
        }
        SchemaInference.Wish wish =
                new SchemaInference.Wish(flag(arguments, UNION_BY_NAME), flag(arguments, TYPED_PARTITIONS));
        List<ReadaheadColumnHandle> columns = schemas.columns(files, wish);
        FileConstants.check(table.withColumns(columns), files);
        return TableFunctionAnalysis.builder()
                .returnedType(Descriptor.descriptor(
                        columns.stream().map(ReadaheadColumnHandle::name).toList(),
                        columns.stream().map(ReadaheadColumnHandle::type).toList()))
                .handle(new Handle(table.withColumns(columns)))
                .build();
    }

    private static List<String> paths(Map<String, Argument> arguments) {
        Slice path = (Slice) value(arguments, PATH);
        Block several = (Block) value(arguments, PATHS);
        if ((path == null) == (several == null)) {
            throw invalid("either path => '...' or paths => ARRAY['...', '...'] must be given");
        }
        if (path != null) {
            return List.of(path.toStringUtf8());
        }
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < several.getPositionCount(); i++) {
            if (several.isNull(i)) {
                throw invalid("one of the paths is null");
            }
            paths.add(VarcharType.VARCHAR.getSlice(several, i).toStringUtf8());
        }
        if (paths.isEmpty()) {
            throw invalid("there is no path in paths");
        }
        return paths;
    }

    private static boolean flag(Map<String, Argument> arguments, String name) {
        Boolean value = (Boolean) value(arguments, name);
        if (value == null) {
            throw invalid(name.toLowerCase(Locale.ENGLISH) + " is null");
        }
        return value;
    }

    private static Object value(Map<String, Argument> arguments, String name) {
        return ((ScalarArgument) arguments.get(name)).getValue();
    }

    private static TrinoException invalid(String what) {
        return new TrinoException(StandardErrorCode.INVALID_FUNCTION_ARGUMENT, what);
    }

    /** The analysed call. */
    public record Handle(ReadaheadTableHandle table) implements ConnectorTableFunctionHandle {}
}
