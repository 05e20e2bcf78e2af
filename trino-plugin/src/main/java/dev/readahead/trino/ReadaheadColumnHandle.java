package dev.readahead.trino;

import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.type.Type;

import static java.util.Objects.requireNonNull;

/**
 * A column of a table.
 *
 * @param name in lower case
 * @param type as Trino sees it
 * @param kind where its values come from
 */
public record ReadaheadColumnHandle(String name, Type type, Kind kind) implements ColumnHandle {
    /** Where the values of a column come from. */
    public enum Kind {
        /** The files. */
        DATA,
        /** The names of the folders. */
        PARTITION,
        /** What is known of the file. */
        HIDDEN,
    }

    public ReadaheadColumnHandle {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
        requireNonNull(kind, "kind");
    }
}
