package dev.readahead.trino;

import dev.readahead.table.TableFile;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.function.table.AbstractConnectorTableFunction;
import io.trino.spi.function.table.Argument;
import io.trino.spi.function.table.ArgumentSpecification;
import io.trino.spi.function.table.ReturnTypeSpecification.GenericTable;
import io.trino.spi.function.table.TableFunctionAnalysis;
import io.trino.spi.type.BooleanType;

import java.util.ArrayList;
import java.util.List;
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
    private static final String UNION_BY_NAME = "UNION_BY_NAME";

    private final Transactions transactions;
    private final SchemaInference schemas;

    ReadParquetFunction(Transactions transactions, SchemaInference schemas) {
        super(
                SCHEMA,
                NAME,
                specifications(),
                GenericTable.GENERIC_TABLE,
                "Reads Parquet files: one, those of a folder, or those that match a pattern");
        this.transactions = transactions;
        this.schemas = schemas;
    }

    private static List<ArgumentSpecification> specifications() {
        List<ArgumentSpecification> specifications = new ArrayList<>(FileArguments.specifications());
        specifications.add(FileArguments.optional(UNION_BY_NAME, BooleanType.BOOLEAN, false));
        return specifications;
    }

    @Override
    public TableFunctionAnalysis analyze(
            ConnectorSession session,
            ConnectorTransactionHandle transaction,
            Map<String, Argument> given,
            ConnectorAccessControl accessControl) {
        FileArguments arguments = new FileArguments(given);
        ReadaheadTableHandle table = ReadaheadTableHandle.of(TABLE, arguments.paths());
        List<TableFile> files = FileTable.files(transactions.get(transaction), table);
        SchemaInference.Wish wish =
                new SchemaInference.Wish(arguments.flag(UNION_BY_NAME), arguments.typedPartitions());
        return FileTable.analysis(table.withColumns(schemas.columns(files, wish)), files);
    }
}
