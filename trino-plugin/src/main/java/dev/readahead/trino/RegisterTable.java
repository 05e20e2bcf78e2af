package dev.readahead.trino;

import dev.readahead.table.TableFile;
import io.airlift.slice.Slices;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.procedure.Procedure.Argument;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.VarcharType;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/**
 * {@code CALL catalog.system.register_table(schema_name => 's', table_name => 't', location => 's3://bucket/t')}: a
 * table whose columns are found in its files.
 */
final class RegisterTable {
    private static final String NAME = "register_table";

    private final Namespace namespace;
    private final Definer definer;
    private final Storage storage;

    RegisterTable(Namespace namespace, Definer definer, Storage storage) {
        this.namespace = namespace;
        this.definer = definer;
        this.storage = storage;
    }

    Procedure procedure() {
        MethodType type = MethodType.methodType(
                void.class,
                ConnectorSession.class,
                String.class,
                String.class,
                String.class,
                boolean.class,
                String.class);
        try {
            return new Procedure(
                    ReadParquetFunction.SCHEMA,
                    NAME,
                    List.of(
                            new Argument("SCHEMA_NAME", VarcharType.VARCHAR),
                            new Argument("TABLE_NAME", VarcharType.VARCHAR),
                            new Argument("LOCATION", VarcharType.VARCHAR),
                            new Argument("UNION_BY_NAME", BooleanType.BOOLEAN, false, false),
                            new Argument(
                                    "FORMAT", VarcharType.VARCHAR, false, Slices.utf8Slice(FileFormat.PARQUET.name()))),
                    MethodHandles.lookup()
                            .findVirtual(RegisterTable.class, "register", type)
                            .bindTo(this));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Called by the engine, whose own class loader is the thread's. */
    void register(
            ConnectorSession session,
            String schema,
            String table,
            String location,
            boolean unionByName,
            String format) {
        if (schema == null || table == null || location == null) {
            throw new TrinoException(
                    StandardErrorCode.INVALID_PROCEDURE_ARGUMENT,
                    "schema_name, table_name and location must not be null");
        }
        SchemaTableName name = new SchemaTableName(schema, table);
        ReadaheadTableHandle unknown = ReadaheadTableHandle.of(name, List.of(location));
        List<TableFile> files;
        try {
            files = Failures.await(location, new Transaction(storage).listed(unknown));
        } catch (IllegalArgumentException e) {
            throw new TrinoException(StandardErrorCode.INVALID_PROCEDURE_ARGUMENT, e.getMessage(), e);
        }
        SchemaInference.Wish wish = new SchemaInference.Wish(unionByName, true);
        NamedTable found = namespace.inferred(name, location, files, format(format), wish);
        FileConstants.check(found.handle(), files);
        definer.create(name, found.definition(), false);
    }

    private static FileFormat format(String name) {
        for (FileFormat format : FileFormat.values()) {
            if (format.name().equalsIgnoreCase(name)) {
                return format;
            }
        }
        throw new TrinoException(
                StandardErrorCode.INVALID_PROCEDURE_ARGUMENT,
                "format must be one of " + List.of(FileFormat.values()) + ", not " + name);
    }
}
