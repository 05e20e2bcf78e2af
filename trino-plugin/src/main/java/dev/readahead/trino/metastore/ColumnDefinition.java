package dev.readahead.trino.metastore;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A column of a table.
 *
 * @param name in lower case
 * @param type as SQL has it
 * @param comment null if there is none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ColumnDefinition(String name, String type, String comment) {
    public ColumnDefinition {
        Definitions.require(name, "the name of a column");
        Definitions.require(type, "the type of a column");
    }
}
