package dev.readahead.trino;

import dev.readahead.storage.StoredObject;
import dev.readahead.table.PartitionValues;
import dev.readahead.trino.ReadaheadColumnHandle.Kind;
import io.airlift.slice.Slices;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.DateTimeEncoding;
import io.trino.spi.type.TimeZoneKey;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Columns that every table has without showing them: what is known of the file that a row stands in. */
enum HiddenColumn {
    PATH("$path", VarcharType.VARCHAR) {
        @Override
        Object value(StoredObject object, Map<String, Optional<String>> partition) {
            return Slices.utf8Slice(object.location().toString());
        }
    },
    FILE_SIZE("$file_size", BigintType.BIGINT) {
        @Override
        Object value(StoredObject object, Map<String, Optional<String>> partition) {
            return object.length();
        }
    },
    FILE_MODIFIED_TIME("$file_modified_time", TimestampWithTimeZoneType.TIMESTAMP_TZ_MILLIS) {
        @Override
        Object value(StoredObject object, Map<String, Optional<String>> partition) {
            return object.lastModified()
                    .map(Instant::toEpochMilli)
                    .map(millis -> DateTimeEncoding.packDateTimeWithZone(millis, TimeZoneKey.UTC_KEY))
                    .orElse(null);
        }
    },
    /** Only of tables that have partitions. */
    PARTITION("$partition", VarcharType.VARCHAR) {
        @Override
        Object value(StoredObject object, Map<String, Optional<String>> partition) {
            return partition.isEmpty() ? null : Slices.utf8Slice(new PartitionValues(partition).path());
        }
    };

    private final ReadaheadColumnHandle handle;

    HiddenColumn(String name, Type type) {
        this.handle = new ReadaheadColumnHandle(name, type, Kind.HIDDEN);
    }

    /** As the engine has it; null where it is not known. */
    abstract Object value(StoredObject object, Map<String, Optional<String>> partition);

    ReadaheadColumnHandle handle() {
        return handle;
    }

    /** Those of a table. */
    static List<ReadaheadColumnHandle> of(ReadaheadTableHandle table) {
        boolean partitioned = table.columns().stream().anyMatch(column -> column.kind() == Kind.PARTITION);
        return Arrays.stream(values())
                .filter(column -> partitioned || column != PARTITION)
                .map(HiddenColumn::handle)
                .toList();
    }

    static HiddenColumn of(ReadaheadColumnHandle handle) {
        return Arrays.stream(values())
                .filter(column -> column.handle().name().equals(handle.name()))
                .findFirst()
                .orElseThrow();
    }
}
