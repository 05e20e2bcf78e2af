package dev.readahead.trino;

import dev.readahead.table.TableLocation;
import dev.readahead.trino.csv.CsvColumns;
import dev.readahead.trino.csv.CsvSettings;
import dev.readahead.trino.metastore.ColumnDefinition;
import dev.readahead.trino.metastore.Definitions;
import dev.readahead.trino.metastore.Metastore;
import dev.readahead.trino.metastore.SchemaDefinition;
import dev.readahead.trino.metastore.SchemaDefinition.Tables;
import dev.readahead.trino.metastore.TableDefinition;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.ConnectorTableMetadata;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Defines schemas and tables, and drops them. No data is ever written or deleted. Thread-safe; waits for the store. */
final class Definer {
    private static final Set<String> RESERVED = Set.of(ReadParquetFunction.SCHEMA, "information_schema");

    private final Optional<Metastore> metastore;
    private final Namespace namespace;
    private final Storage storage;

    Definer(Optional<Metastore> metastore, Namespace namespace, Storage storage) {
        this.metastore = metastore;
        this.namespace = namespace;
        this.storage = storage;
    }

    private Metastore metastore() {
        return metastore.orElseThrow(() -> new TrinoException(
                StandardErrorCode.NOT_SUPPORTED,
                "this catalog has no place for definitions: set " + CatalogConfig.METASTORE
                        + " to a folder, for instance s3://bucket/definitions"));
    }

    void createSchema(String name, Map<String, Object> properties) {
        Metastore definitions = metastore();
        if (RESERVED.contains(name)) {
            throw new TrinoException(
                    StandardErrorCode.SCHEMA_ALREADY_EXISTS, "the schema " + name + " is the catalog's");
        }
        Optional<String> location = SchemaProperties.location(properties);
        Tables tables = SchemaProperties.tables(properties);
        if (tables == Tables.FOLDERS && location.isEmpty()) {
            throw new TrinoException(
                    StandardErrorCode.INVALID_SCHEMA_PROPERTY, "a schema of folders needs the property location");
        }
        location.ifPresent(text -> {
            TableLocation place = parse(text, StandardErrorCode.INVALID_SCHEMA_PROPERTY);
            if (place.isPattern()) {
                throw new TrinoException(
                        StandardErrorCode.INVALID_SCHEMA_PROPERTY,
                        "the location of a schema is a folder, not a pattern: " + text);
            }
        });
        SchemaDefinition definition =
                new SchemaDefinition(Definitions.VERSION, Definitions.newId(), location.orElse(null), tables);
        if (!write("the schema " + name, () -> definitions.create(name, definition))) {
            throw new TrinoException(StandardErrorCode.SCHEMA_ALREADY_EXISTS, "there is a schema " + name);
        }
    }

    void dropSchema(String name, boolean cascade) {
        SchemaDefinition schema = namespace.requireSchema(name);
        if (schema.tables() == Tables.DEFINED) {
            List<String> tables = namespace.tableNames(name, schema);
            if (!tables.isEmpty() && !cascade) {
                throw new TrinoException(
                        StandardErrorCode.SCHEMA_NOT_EMPTY,
                        "the schema " + name + " has " + tables.size() + " tables: drop them first, or use CASCADE");
            }
            for (String table : tables) {
                dropTable(new SchemaTableName(name, table));
            }
        }
        write("the schema " + name, () -> {
            metastore().dropSchema(name);
            return true;
        });
    }

    void createTable(ConnectorTableMetadata table, boolean ifNotExists) {
        SchemaTableName name = table.getTable();
        SchemaDefinition schema = definedSchema(name);
        Map<String, Object> properties = table.getProperties();
        String location = TableProperties.location(properties)
                .or(() -> Optional.ofNullable(schema.location())
                        .map(folder -> folder + (folder.endsWith("/") ? "" : "/") + name.getTableName()))
                .orElseThrow(() -> new TrinoException(
                        StandardErrorCode.INVALID_TABLE_PROPERTY,
                        "a table needs the property location, since the schema " + name.getSchemaName() + " has none"));
        parse(location, StandardErrorCode.INVALID_TABLE_PROPERTY);
        List<String> partitionedBy = TableProperties.partitionedBy(properties);
        FileFormat format = TableProperties.format(properties);
        Map<String, String> csv = TableProperties.csv(properties);
        checkColumns(table.getColumns(), partitionedBy, format);
        if (csv != null) {
            checkMalformedRecordColumn(table.getColumns(), new CsvSettings(csv));
        }
        create(
                name,
                new TableDefinition(
                        Definitions.VERSION,
                        Definitions.newId(),
                        location,
                        format.name(),
                        csv,
                        table.getColumns().stream().map(Definer::column).toList(),
                        partitionedBy,
                        table.getComment().orElse(null)),
                ifNotExists);
    }

    /** Writes a definition that is known to be right. */
    void create(SchemaTableName name, TableDefinition definition, boolean ifNotExists) {
        definedSchema(name);
        boolean created = write(
                "the table " + name, () -> metastore().create(name.getSchemaName(), name.getTableName(), definition));
        if (!created && !ifNotExists) {
            throw new TrinoException(StandardErrorCode.TABLE_ALREADY_EXISTS, "there is a table " + name);
        }
    }

    void dropTable(SchemaTableName name) {
        SchemaDefinition schema = namespace.requireSchema(name.getSchemaName());
        if (schema.tables() == Tables.FOLDERS) {
            throw new TrinoException(
                    StandardErrorCode.NOT_SUPPORTED,
                    "the table " + name + " is a folder, and no data is ever deleted: delete the folder itself");
        }
        write("the table " + name, () -> {
            metastore().dropTable(name.getSchemaName(), name.getTableName());
            return true;
        });
    }

    private SchemaDefinition definedSchema(SchemaTableName name) {
        metastore();
        SchemaDefinition schema = namespace.requireSchema(name.getSchemaName());
        if (schema.tables() == Tables.FOLDERS) {
            throw new TrinoException(
                    StandardErrorCode.NOT_SUPPORTED,
                    "the tables of the schema " + name.getSchemaName() + " are the folders in " + schema.location()
                            + ": none can be created");
        }
        return schema;
    }

    private static void checkColumns(List<ColumnMetadata> columns, List<String> partitionedBy, FileFormat format) {
        Set<String> partitions = new HashSet<>(partitionedBy);
        if (partitions.size() < partitionedBy.size()) {
            throw new TrinoException(
                    StandardErrorCode.INVALID_TABLE_PROPERTY, "partitioned_by names a column twice: " + partitionedBy);
        }
        for (ColumnMetadata column : columns) {
            Type type = column.getType();
            boolean partition = partitions.remove(column.getName());
            if (partition ? !PartitionTypes.isSupported(type) : !isReadable(type, format)) {
                throw new TrinoException(
                        StandardErrorCode.NOT_SUPPORTED,
                        "the column " + column.getName() + " cannot be " + type.getDisplayName()
                                + (partition
                                        ? ", since it stands in the names of folders"
                                        : ": no file of the format " + format + " holds that"));
            }
            if (column.getName().startsWith("$")) {
                throw new TrinoException(
                        StandardErrorCode.NOT_SUPPORTED,
                        "the name of a column cannot begin with $: " + column.getName());
            }
        }
        if (!partitions.isEmpty()) {
            throw new TrinoException(
                    StandardErrorCode.INVALID_TABLE_PROPERTY,
                    "partitioned_by names columns that the table does not have: " + partitions);
        }
        if (partitionedBy.size() == columns.size()) {
            throw new TrinoException(
                    StandardErrorCode.INVALID_TABLE_PROPERTY,
                    "a table needs a column besides those that it is partitioned by");
        }
    }

    private static boolean isReadable(Type type, FileFormat format) {
        return format == FileFormat.CSV ? CsvColumns.isReadable(type) : ReadableTypes.isReadable(type);
    }

    private static void checkMalformedRecordColumn(List<ColumnMetadata> columns, CsvSettings csv) {
        csv.malformedRecordColumn().ifPresent(name -> {
            boolean known = columns.stream()
                    .anyMatch(column -> column.getName().equals(name) && column.getType() == VarcharType.VARCHAR);
            if (!known) {
                throw new TrinoException(
                        StandardErrorCode.INVALID_TABLE_PROPERTY,
                        "csv_malformed_record_column is " + name + ", which is no column of type varchar");
            }
        });
    }

    private static ColumnDefinition column(ColumnMetadata column) {
        return new ColumnDefinition(
                column.getName(),
                column.getType().getDisplayName(),
                column.getComment().orElse(null));
    }

    /** Reads a place that this catalog may use. */
    private TableLocation parse(String location, StandardErrorCode code) {
        TableLocation place;
        try {
            place = TableLocation.parse(location);
        } catch (IllegalArgumentException e) {
            throw new TrinoException(code, e.getMessage(), e);
        }
        storage.scheduler(place.location());
        return place;
    }

    @FunctionalInterface
    private interface Write {
        boolean run() throws IOException;
    }

    private static boolean write(String what, Write write) {
        try {
            return write.run();
        } catch (IOException e) {
            throw Failures.of(what, e);
        }
    }
}
