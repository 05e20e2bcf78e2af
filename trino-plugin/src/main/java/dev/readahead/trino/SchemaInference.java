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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Finds the columns of a table in the footers of its files and in the names of its folders. Thread-safe. */
final class SchemaInference {
    private final Storage storage;
    private final ColumnTypes types;
    private final Coercions coercions;

    /**
     * What to find.
     *
     * @param unionByName the columns of all files instead of those of the first
     * @param typedPartitions numbers and dates in the names of folders instead of texts
     */
    record Wish(boolean unionByName, boolean typedPartitions) {
        static final Wish DEFAULT = new Wish(false, true);
    }

    /** A column, and the file whose type it has. */
    private record Found(Type type, StoredObject file) {}

    SchemaInference(Storage storage, ColumnTypes types, Coercions coercions) {
        this.storage = storage;
        this.types = types;
        this.coercions = coercions;
    }

    /** The columns of the files, then those of their folders. Waits for footers. */
    List<ReadaheadColumnHandle> columns(List<TableFile> files, Wish wish) {
        Map<String, ReadaheadColumnHandle> partitions = PartitionColumns.infer(files, wish.typedPartitions());
        Map<String, Found> columns = new LinkedHashMap<>();
        List<TableFile> asked = wish.unionByName() ? files : files.subList(0, 1);
        List<CompletableFuture<Footer>> footers =
                asked.stream().map(file -> footer(file.object())).toList();
        for (int i = 0; i < asked.size(); i++) {
            StoredObject object = asked.get(i).object();
            Footer footer = Failures.await(object.location().toString(), footers.get(i));
            MessageType schema = footer.metadata().getFileMetaData().getSchema();
            columns(object, schema, partitions.keySet()).forEach((name, type) -> merge(columns, name, type, object));
        }
        List<ReadaheadColumnHandle> handles = new ArrayList<>();
        columns.forEach((name, found) -> handles.add(new ReadaheadColumnHandle(name, found.type(), Kind.DATA)));
        handles.addAll(partitions.values());
        return handles;
    }

    private CompletableFuture<Footer> footer(StoredObject object) {
        ScanMetrics metrics = new ScanMetrics(storage.runtime().metrics());
        return storage.footers()
                .get(storage.scheduler(object.location()), object, Urgency.AWAITED, metrics)
                .footer();
    }

    private void merge(Map<String, Found> columns, String name, Type type, StoredObject file) {
        Found known = columns.get(name);
        if (known == null) {
            columns.put(name, new Found(type, file));
            return;
        }
        Type common = coercions
                .common(known.type(), type)
                .orElseThrow(() -> new TrinoException(
                        StandardErrorCode.NOT_SUPPORTED,
                        "the column " + name + " is " + known.type().getDisplayName() + " in "
                                + known.file().location() + " and " + type.getDisplayName() + " in " + file.location()
                                + ": no type holds both"));
        columns.put(name, new Found(common, common.equals(known.type()) ? known.file() : file));
    }

    /** What the name of a folder says holds for every row, whatever the file says. */
    private Map<String, Type> columns(StoredObject object, MessageType schema, Set<String> partitions) {
        Map<String, Type> columns = new LinkedHashMap<>();
        Set<String> names = new HashSet<>(partitions);
        for (org.apache.parquet.schema.Type field : schema.getFields()) {
            String name = field.getName().toLowerCase(Locale.ENGLISH);
            if (partitions.contains(name)) {
                continue;
            }
            if (!names.add(name)) {
                throw PartitionColumns.ambiguous(object, name);
            }
            columns.put(
                    name,
                    types.of(field)
                            .orElseThrow(() -> new TrinoException(
                                    StandardErrorCode.NOT_SUPPORTED,
                                    object.location() + ": the column " + field.getName()
                                            + " has a type that Trino does not read: " + field)));
        }
        return columns;
    }
}
