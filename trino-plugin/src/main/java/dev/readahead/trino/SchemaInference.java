package dev.readahead.trino;

import dev.readahead.fetch.Urgency;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.StoredObject;
import dev.readahead.table.TableFile;
import dev.readahead.trino.ReadaheadColumnHandle.Kind;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.type.Type;
import org.apache.parquet.schema.MessageType;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Finds the columns of a table in the footer of a file and in the names of its folders. Thread-safe. */
final class SchemaInference {
    private final Storage storage;
    private final ColumnTypes types;

    SchemaInference(Storage storage, ColumnTypes types) {
        this.storage = storage;
        this.types = types;
    }

    /** The columns of a file's table: those of the file, then those of the folders. Waits for the footer. */
    List<ReadaheadColumnHandle> columns(TableFile file) {
        StoredObject object = file.object();
        ScanMetrics metrics = new ScanMetrics(storage.runtime().metrics());
        FooterCache.Load load =
                storage.footers().get(storage.scheduler(object.location()), object, Urgency.AWAITED, metrics);
        Footer footer = Failures.await(object.location().toString(), load.footer());
        return columns(
                object,
                footer.metadata().getFileMetaData().getSchema(),
                file.partition().values().keySet());
    }

    private List<ReadaheadColumnHandle> columns(StoredObject object, MessageType schema, Set<String> folders) {
        List<ReadaheadColumnHandle> partitions =
                folders.stream().map(PartitionColumns::column).toList();
        Set<String> names = new HashSet<>();
        for (ReadaheadColumnHandle partition : partitions) {
            requireNew(object, names, partition.name());
        }
        List<ReadaheadColumnHandle> columns = new ArrayList<>();
        for (org.apache.parquet.schema.Type field : schema.getFields()) {
            String name = field.getName().toLowerCase(Locale.ENGLISH);
            if (partitions.stream().anyMatch(partition -> partition.name().equals(name))) {
                // What the folder says holds for every row.
                continue;
            }
            requireNew(object, names, name);
            Type type = types.of(field)
                    .orElseThrow(() -> new TrinoException(
                            StandardErrorCode.NOT_SUPPORTED,
                            object.location() + ": the column " + field.getName()
                                    + " has a type that Trino does not read: " + field));
            columns.add(new ReadaheadColumnHandle(name, type, Kind.DATA));
        }
        columns.addAll(partitions);
        return columns;
    }

    private static void requireNew(StoredObject object, Set<String> names, String name) {
        if (!names.add(name)) {
            throw new TrinoException(
                    StandardErrorCode.AMBIGUOUS_NAME,
                    object.location() + ": there are several columns whose names differ from " + name
                            + " only in upper and lower case");
        }
    }
}
