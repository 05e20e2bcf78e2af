package dev.readahead.trino;

import dev.readahead.trino.ReadaheadColumnHandle.Kind;
import io.airlift.slice.Slices;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.type.TypeUtils;
import io.trino.spi.type.VarcharType;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Columns whose values stand in the names of folders. They are texts. */
final class PartitionColumns {
    private PartitionColumns() {}

    static ReadaheadColumnHandle column(String folderName) {
        return new ReadaheadColumnHandle(folderName.toLowerCase(Locale.ENGLISH), VarcharType.VARCHAR, Kind.PARTITION);
    }

    /** Whether a file with these values may hold a row that satisfies the predicate. */
    static boolean mayMatch(TupleDomain<ReadaheadColumnHandle> predicate, Map<String, Optional<String>> partition) {
        if (predicate.isNone()) {
            return false;
        }
        for (Map.Entry<ReadaheadColumnHandle, Domain> condition :
                predicate.getDomains().orElseThrow().entrySet()) {
            ReadaheadColumnHandle column = condition.getKey();
            if (column.kind() == Kind.PARTITION
                    && !condition
                            .getValue()
                            .includesNullableValue(value(column, partition)
                                    .<Object>map(Slices::utf8Slice)
                                    .orElse(null))) {
                return false;
            }
        }
        return true;
    }

    /** The value as a block of one position. */
    static Block block(ReadaheadColumnHandle column, Map<String, Optional<String>> partition) {
        BlockBuilder builder = column.type().createBlockBuilder(null, 1);
        TypeUtils.writeNativeValue(
                column.type(),
                builder,
                value(column, partition).map(Slices::utf8Slice).orElse(null));
        return builder.build();
    }

    private static Optional<String> value(ReadaheadColumnHandle column, Map<String, Optional<String>> partition) {
        return partition.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(column.name()))
                .findFirst()
                .flatMap(Map.Entry::getValue);
    }
}
