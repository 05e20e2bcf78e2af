package dev.readahead.trino;

import dev.readahead.storage.StoredObject;
import dev.readahead.table.TableFile;
import dev.readahead.trino.ReadaheadColumnHandle.Kind;
import io.trino.spi.TrinoException;
import io.trino.spi.block.Block;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.TypeUtils;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Columns whose value is the same in all rows of a file: it stands in the names of its folders, or is known of it. */
final class FileConstants {
    private FileConstants() {}

    static boolean isConstant(ReadaheadColumnHandle column) {
        return column.kind() != Kind.DATA;
    }

    /** Whether a file may hold a row that satisfies the predicate. */
    static boolean mayMatch(
            TupleDomain<ReadaheadColumnHandle> predicate,
            StoredObject object,
            Map<String, Optional<String>> partition) {
        if (predicate.isNone()) {
            return false;
        }
        for (Map.Entry<ReadaheadColumnHandle, Domain> condition :
                predicate.getDomains().orElseThrow().entrySet()) {
            ReadaheadColumnHandle column = condition.getKey();
            if (isConstant(column) && !condition.getValue().includesNullableValue(value(column, object, partition))) {
                return false;
            }
        }
        return true;
    }

    /** The value as a block of one position. */
    static Block block(ReadaheadColumnHandle column, StoredObject object, Map<String, Optional<String>> partition) {
        return TypeUtils.writeNativeValue(column.type(), value(column, object, partition));
    }

    /** As the engine has it. */
    private static Object value(
            ReadaheadColumnHandle column, StoredObject object, Map<String, Optional<String>> partition) {
        if (column.kind() == Kind.HIDDEN) {
            return HiddenColumn.of(column).value(object, partition);
        }
        Optional<String> text = partition.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(column.name()))
                .findFirst()
                .flatMap(Map.Entry::getValue);
        if (text.isEmpty()) {
            return null;
        }
        try {
            return PartitionTypes.parse(column.type(), text.get());
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new TrinoException(
                    Failures.Code.READAHEAD_BAD_DATA,
                    object.location() + ": the folder " + column.name() + "=" + text.get() + " is no "
                            + column.type().getDisplayName() + ", which the column is in the table",
                    e);
        }
    }

    /** Holds the folders of a table's files against its columns. */
    static void check(ReadaheadTableHandle table, List<TableFile> files) {
        Map<String, ReadaheadColumnHandle> columns = table.columnsByName();
        for (TableFile file : files) {
            long found = 0;
            for (String folder : file.partition().values().keySet()) {
                ReadaheadColumnHandle column = columns.get(folder.toLowerCase(Locale.ENGLISH));
                if (column != null && column.kind() == Kind.DATA) {
                    throw mismatch(
                            file,
                            "has a folder that names the column " + column.name()
                                    + ", by which the table is not partitioned");
                }
                found += column == null ? 0 : 1;
            }
            long wanted = columns.values().stream()
                    .filter(column -> column.kind() == Kind.PARTITION)
                    .count();
            if (found != wanted) {
                throw mismatch(
                        file,
                        "has folders for " + found + " of the " + wanted
                                + " columns by which the table is partitioned");
            }
        }
    }

    private static TrinoException mismatch(TableFile file, String what) {
        return new TrinoException(
                Failures.Code.READAHEAD_BAD_DATA,
                file.object().location() + " " + what + ": define the table with partitioned_by as its folders are");
    }
}
