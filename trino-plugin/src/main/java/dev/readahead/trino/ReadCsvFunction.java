package dev.readahead.trino;

import dev.readahead.table.TableFile;
import dev.readahead.trino.ReadaheadColumnHandle.Kind;
import dev.readahead.trino.csv.CsvColumns;
import dev.readahead.trino.csv.CsvSetting;
import dev.readahead.trino.csv.CsvSettings;
import io.airlift.slice.Slice;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.function.table.AbstractConnectorTableFunction;
import io.trino.spi.function.table.Argument;
import io.trino.spi.function.table.ArgumentSpecification;
import io.trino.spi.function.table.Descriptor;
import io.trino.spi.function.table.DescriptorArgument;
import io.trino.spi.function.table.DescriptorArgumentSpecification;
import io.trino.spi.function.table.ReturnTypeSpecification.GenericTable;
import io.trino.spi.function.table.TableFunctionAnalysis;
import io.trino.spi.type.Type;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * {@code TABLE(catalog.system.read_csv(path => 's3://bucket/folder'))}: CSV files as a table. How they are read and
 * which columns they have is found in the first file, as far as it is not said.
 */
final class ReadCsvFunction extends AbstractConnectorTableFunction {
    static final String NAME = "read_csv";

    private static final SchemaTableName TABLE = new SchemaTableName(ReadParquetFunction.SCHEMA, NAME);
    private static final String COLUMNS = "COLUMNS";

    private final Transactions transactions;
    private final CsvInference inference;

    ReadCsvFunction(Transactions transactions, CsvInference inference) {
        super(
                ReadParquetFunction.SCHEMA,
                NAME,
                specifications(),
                GenericTable.GENERIC_TABLE,
                "Reads CSV files: one, those of a folder, or those that match a pattern");
        this.transactions = transactions;
        this.inference = inference;
    }

    private static List<ArgumentSpecification> specifications() {
        List<ArgumentSpecification> specifications = new ArrayList<>(FileArguments.specifications());
        specifications.add(DescriptorArgumentSpecification.builder()
                .name(COLUMNS)
                .defaultValue(null)
                .build());
        for (CsvSetting setting : CsvSetting.values()) {
            specifications.add(FileArguments.optional(setting.name(), setting.type(), null));
        }
        return specifications;
    }

    @Override
    public TableFunctionAnalysis analyze(
            ConnectorSession session,
            ConnectorTransactionHandle transaction,
            Map<String, Argument> given,
            ConnectorAccessControl accessControl) {
        FileArguments arguments = new FileArguments(given);
        CsvSettings settings = settings(arguments);
        Optional<Descriptor> columns = ((DescriptorArgument) given.get(COLUMNS)).getDescriptor();
        ReadaheadTableHandle table = ReadaheadTableHandle.of(TABLE, arguments.paths());
        List<TableFile> files = FileTable.files(transactions.get(transaction), table);
        ReadaheadTableHandle found = columns.isPresent()
                ? CsvInference.withPartitions(
                        table.withCsv(settings), columns(columns.get(), settings), files, arguments.typedPartitions())
                : inference.infer(table, files, settings, arguments.typedPartitions());
        return FileTable.analysis(found, files);
    }

    private static CsvSettings settings(FileArguments arguments) {
        Map<String, String> values = new TreeMap<>();
        for (CsvSetting setting : CsvSetting.values()) {
            Object value = arguments.value(setting.name());
            if (value != null) {
                values.put(setting.argument(), value instanceof Slice text ? text.toStringUtf8() : value.toString());
            }
        }
        CsvSettings settings = new CsvSettings(values);
        try {
            settings.options();
        } catch (IllegalArgumentException e) {
            throw FileArguments.invalid(e.getMessage());
        }
        return settings;
    }

    private static List<ReadaheadColumnHandle> columns(Descriptor descriptor, CsvSettings settings) {
        List<ReadaheadColumnHandle> columns = new ArrayList<>();
        for (Descriptor.Field field : descriptor.getFields()) {
            String name = field.getName()
                    .orElseThrow(() -> FileArguments.invalid("a column has no name"))
                    .toLowerCase(Locale.ENGLISH);
            Type type = field.getType()
                    .orElseThrow(() -> FileArguments.invalid("the column " + name + " has no type: "
                            + "write columns => DESCRIPTOR(" + name + " varchar, ...)"));
            if (!CsvColumns.isReadable(type)) {
                throw FileArguments.invalid(
                        "the column " + name + " cannot be " + type.getDisplayName() + " in CSV files");
            }
            columns.add(new ReadaheadColumnHandle(name, type, Kind.DATA));
        }
        requireMalformedRecordColumn(columns, settings);
        return columns;
    }

    private static void requireMalformedRecordColumn(List<ReadaheadColumnHandle> columns, CsvSettings settings) {
        settings.malformedRecordColumn().ifPresent(name -> {
            if (columns.stream().noneMatch(column -> column.name().equals(name))) {
                throw FileArguments.invalid("malformed_record_column is " + name + ", which is none of the columns");
            }
        });
    }
}
