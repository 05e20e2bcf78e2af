package dev.readahead.trino;

import dev.readahead.trino.metastore.TableDefinition;

import static java.util.Objects.requireNonNull;

/**
 * A table with a name.
 *
 * @param definition as it was written, or found out
 * @param handle all of it
 */
record NamedTable(TableDefinition definition, ReadaheadTableHandle handle) {
    NamedTable {
        requireNonNull(definition, "definition");
        requireNonNull(handle, "handle");
    }
}
