package dev.readahead.trino.metastore;

import com.fasterxml.jackson.annotation.JsonInclude;

import java.util.List;
import java.util.Map;

/**
 * A table: where its files are and what they hold.
 *
 * @param version of this form of definition: {@value Definitions#VERSION}
 * @param id different for each definition that is written
 * @param location of the files: a file, a folder or a pattern
 * @param format of the files
 * @param csv how CSV files are read, by the names of its settings; null for other formats
 * @param columns all of them, in their order
 * @param partitionedBy those whose values stand in the names of folders
 * @param comment null if there is none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TableDefinition(
        int version,
        String id,
        String location,
        String format,
        Map<String, String> csv,
        List<ColumnDefinition> columns,
        List<String> partitionedBy,
        String comment) {
    public TableDefinition {
        Definitions.requireVersion(version);
        Definitions.require(id, "its id");
        Definitions.require(location, "its location");
        Definitions.require(format, "its format");
        csv = csv == null ? null : Map.copyOf(csv);
        columns = Definitions.copy(columns, "its columns");
        partitionedBy = Definitions.copy(partitionedBy, "partitionedBy");
    }
}
