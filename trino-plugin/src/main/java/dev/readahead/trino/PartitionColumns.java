package dev.readahead.trino;

import dev.readahead.storage.StoredObject;
import dev.readahead.table.TableFile;
import dev.readahead.trino.ReadaheadColumnHandle.Kind;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The columns that the names of folders tell. */
final class PartitionColumns {
    private PartitionColumns() {}

    /**
     * By their names, in the order of the folders of the first file.
     *
     * @param typed whether they are numbers, dates or texts as all values can be read; else they are texts
     */
    static Map<String, ReadaheadColumnHandle> infer(List<TableFile> files, boolean typed) {
        Map<String, ReadaheadColumnHandle> partitions = new LinkedHashMap<>();
        TableFile first = files.getFirst();
        for (String folder : first.partition().values().keySet()) {
            String name = folder.toLowerCase(Locale.ENGLISH);
            Type type = typed
                    ? PartitionTypes.infer(files.stream()
                            .flatMap(file -> Optional.ofNullable(
                                    file.partition().values().get(folder))
                                    .stream())
                            .flatMap(Optional::stream)
                            .distinct()
                            .toList())
                    : VarcharType.VARCHAR;
            if (partitions.put(name, new ReadaheadColumnHandle(name, type, Kind.PARTITION)) != null) {
                throw ambiguous(first.object(), name);
            }
        }
        return partitions;
    }

    static TrinoException ambiguous(StoredObject object, String name) {
        return new TrinoException(
                StandardErrorCode.AMBIGUOUS_NAME,
                object.location() + ": there are several columns whose names differ from " + name
                        + " only in upper and lower case");
    }
}
