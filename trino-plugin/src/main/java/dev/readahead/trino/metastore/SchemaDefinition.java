package dev.readahead.trino.metastore;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A schema.
 *
 * @param version of this form of definition: {@value Definitions#VERSION}
 * @param id different for each definition that is written
 * @param location where its tables are unless they say otherwise; null if each must say
 * @param tables how its tables come about
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SchemaDefinition(int version, String id, String location, Tables tables) {
    /** How the tables of a schema come about. */
    public enum Tables {
        /** By definitions. */
        DEFINED,
        /** The folders below the location are the tables. */
        FOLDERS,
    }

    public SchemaDefinition {
        Definitions.requireVersion(version);
        Definitions.require(id, "its id");
        Definitions.require(tables, "tables");
        if (tables == Tables.FOLDERS) {
            Definitions.require(location, "the location of its folders");
        }
    }
}
