package dev.readahead.trino;

import dev.readahead.storage.FolderContent;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.table.TableFile;
import dev.readahead.table.TableLocation;
import dev.readahead.trino.ReadaheadColumnHandle.Kind;
import dev.readahead.trino.csv.CsvSettings;
import dev.readahead.trino.metastore.ColumnDefinition;
import dev.readahead.trino.metastore.Definitions;
import dev.readahead.trino.metastore.Metastore;
import dev.readahead.trino.metastore.SchemaDefinition;
import dev.readahead.trino.metastore.SchemaDefinition.Tables;
import dev.readahead.trino.metastore.TableDefinition;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.SchemaNotFoundException;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeManager;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The schemas and tables of a catalog. Thread-safe; its methods wait for the store. */
final class Namespace {
    private final Optional<Metastore> metastore;
    private final Storage storage;
    private final SchemaInference schemas;
    private final CsvInference csvFiles;
    private final TypeManager types;

    /** @param metastore empty if the catalog has only functions */
    Namespace(
            Optional<Metastore> metastore,
            Storage storage,
            SchemaInference schemas,
            CsvInference csvFiles,
            TypeManager types) {
        this.metastore = metastore;
        this.storage = storage;
        this.schemas = schemas;
        this.csvFiles = csvFiles;
        this.types = types;
    }

    List<String> schemaNames() {
        return metastore
                .map(definitions -> Failures.await("the list of schemas", definitions.schemaNames()))
                .orElse(List.of());
    }

    Optional<SchemaDefinition> schema(String name) {
        return metastore.flatMap(definitions -> Failures.await("the schema " + name, definitions.schema(name)));
    }

    SchemaDefinition requireSchema(String name) {
        return schema(name).orElseThrow(() -> new SchemaNotFoundException(name));
    }

    /** Those of one schema, which need not exist, or of all. */
    List<SchemaTableName> tableNames(Optional<String> schema) {
        List<SchemaTableName> names = new ArrayList<>();
        for (String name : schema.map(List::of).orElseGet(this::schemaNames)) {
            schema(name)
                    .ifPresent(definition ->
                            tableNames(name, definition).forEach(table -> names.add(new SchemaTableName(name, table))));
        }
        return names;
    }

    List<String> tableNames(String name, SchemaDefinition schema) {
        return schema.tables() == Tables.DEFINED
                ? Failures.await(
                        "the tables of " + name, metastore.orElseThrow().tableNames(name))
                : folders(schema).stream().map(Namespace::tableName).distinct().toList();
    }

    /** Empty if there is no such table. Waits for its definition, or for its files and the footer of one. */
    Optional<NamedTable> table(Transaction transaction, SchemaTableName name) {
        return transaction.table(
                name,
                () -> schema(name.getSchemaName())
                        .flatMap(schema ->
                                schema.tables() == Tables.DEFINED ? defined(name) : folder(transaction, name, schema)));
    }

    private Optional<NamedTable> defined(SchemaTableName name) {
        return Failures.await(
                        "the definition of " + name,
                        metastore.orElseThrow().table(name.getSchemaName(), name.getTableName()))
                .map(definition -> named(name, definition));
    }

    private NamedTable named(SchemaTableName name, TableDefinition definition) {
        Set<String> partitions = new HashSet<>(definition.partitionedBy());
        List<ReadaheadColumnHandle> columns = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (ColumnDefinition column : definition.columns()) {
            if (!known.add(column.name())) {
                throw broken(name, "it has the column " + column.name() + " twice", null);
            }
            Kind kind = partitions.remove(column.name()) ? Kind.PARTITION : Kind.DATA;
            columns.add(new ReadaheadColumnHandle(column.name(), type(name, column), kind));
        }
        if (!partitions.isEmpty()) {
            throw broken(name, "it is partitioned by " + partitions + ", which are no columns of it", null);
        }
        ReadaheadTableHandle handle =
                ReadaheadTableHandle.named(name, definition.location()).withColumns(columns);
        return new NamedTable(
                definition,
                format(name, definition) == FileFormat.CSV ? handle.withCsv(csv(name, definition)) : handle);
    }

    private static FileFormat format(SchemaTableName name, TableDefinition definition) {
        try {
            return FileFormat.valueOf(definition.format());
        } catch (IllegalArgumentException e) {
            throw broken(name, "its format is " + definition.format() + ", which is not known", e);
        }
    }

    private static CsvSettings csv(SchemaTableName name, TableDefinition definition) {
        try {
            CsvSettings settings = new CsvSettings(definition.csv() == null ? Map.of() : definition.csv());
            settings.options();
            return settings;
        } catch (IllegalArgumentException e) {
            throw broken(name, e.getMessage(), e);
        }
    }

    private Type type(SchemaTableName name, ColumnDefinition column) {
        try {
            return types.fromSqlType(column.type());
        } catch (RuntimeException e) {
            throw broken(name, "the column " + column.name() + " has the unknown type " + column.type(), e);
        }
    }

    private static TrinoException broken(SchemaTableName name, String what, Throwable cause) {
        return new TrinoException(
                Failures.Code.READAHEAD_BAD_DEFINITION, "the definition of " + name + " is broken: " + what, cause);
    }

    private Optional<NamedTable> folder(Transaction transaction, SchemaTableName name, SchemaDefinition schema) {
        List<String> found = folders(schema).stream()
                .filter(folder -> tableName(folder).equals(name.getTableName()))
                .toList();
        if (found.size() > 1) {
            throw new TrinoException(
                    Failures.Code.READAHEAD_BAD_DEFINITION,
                    name + " may be any of the folders " + found + ", whose names differ only in upper and lower case");
        }
        return found.stream().findFirst().flatMap(key -> infer(transaction, name, schema, key));
    }

    private Optional<NamedTable> infer(
            Transaction transaction, SchemaTableName name, SchemaDefinition schema, String key) {
        ObjectLocation parent = location(schema);
        String location = new ObjectLocation(parent.scheme(), parent.bucket(), escaped(key)).toString();
        ReadaheadTableHandle unknown = ReadaheadTableHandle.named(name, location);
        List<TableFile> files = Failures.await(location, transaction.listed(unknown));
        if (files.isEmpty()) {
            return Optional.empty();
        }
        FileFormat format =
                FileFormat.ofName(files.getFirst().object().location().key());
        return Optional.of(inferred(name, location, files, format, SchemaInference.Wish.DEFAULT));
    }

    /** A table over files that are there. Waits for footers, or for the first bytes of a file. */
    NamedTable inferred(
            SchemaTableName name,
            String location,
            List<TableFile> files,
            FileFormat format,
            SchemaInference.Wish wish) {
        ReadaheadTableHandle unknown = ReadaheadTableHandle.named(name, location);
        ReadaheadTableHandle handle = format == FileFormat.CSV
                ? csvFiles.infer(unknown, files, CsvSettings.none(), wish.typedPartitions())
                : unknown.withColumns(schemas.columns(files, wish));
        List<ReadaheadColumnHandle> columns = handle.columns();
        TableDefinition definition = new TableDefinition(
                Definitions.VERSION,
                Definitions.newId(),
                location,
                format.name(),
                handle.csv().map(CsvSettings::values).orElse(null),
                columns.stream()
                        .map(column -> new ColumnDefinition(
                                column.name(), column.type().getDisplayName(), null))
                        .toList(),
                columns.stream()
                        .filter(column -> column.kind() == Kind.PARTITION)
                        .map(ReadaheadColumnHandle::name)
                        .toList(),
                null);
        return new NamedTable(definition, handle);
    }

    /** The keys of the folders that are tables. */
    private List<String> folders(SchemaDefinition schema) {
        ObjectLocation parent = location(schema);
        FolderContent content = Failures.await(parent.toString(), storage.listFolder(parent));
        return content.folders().stream()
                .filter(key -> {
                    String name = key.substring(parent.key().length());
                    return !name.startsWith(".") && !name.startsWith("_") && name.indexOf('=') < 0;
                })
                .toList();
    }

    private static ObjectLocation location(SchemaDefinition schema) {
        ObjectLocation location = TableLocation.parse(schema.location()).location();
        String key = location.key();
        return new ObjectLocation(
                location.scheme(), location.bucket(), key.isEmpty() || key.endsWith("/") ? key : key + "/");
    }

    private static String tableName(String key) {
        String folder = key.substring(0, key.length() - 1);
        return folder.substring(folder.lastIndexOf('/') + 1).toLowerCase(Locale.ENGLISH);
    }

    /** A key as a place in which no character has a special meaning. */
    private static String escaped(String key) {
        return key.replaceAll("[*?\\[{\\\\]", "\\\\$0");
    }
}
