package dev.readahead.trino;

import dev.readahead.trino.metastore.SchemaDefinition;
import dev.readahead.trino.metastore.SchemaDefinition.Tables;
import io.trino.spi.session.PropertyMetadata;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What {@code CREATE SCHEMA ... WITH (...)} takes. */
final class SchemaProperties {
    private static final String LOCATION = "location";
    private static final String TABLES = "tables";

    private SchemaProperties() {}

    static List<PropertyMetadata<?>> all() {
        return List.of(
                PropertyMetadata.stringProperty(
                        LOCATION, "The folder in which the folders of the tables are", null, false),
                PropertyMetadata.enumProperty(
                        TABLES,
                        "DEFINED: tables are created; FOLDERS: the folders below the location are the tables",
                        Tables.class,
                        Tables.DEFINED,
                        false));
    }

    static Optional<String> location(Map<String, Object> properties) {
        return Optional.ofNullable((String) properties.get(LOCATION));
    }

    static Tables tables(Map<String, Object> properties) {
        return (Tables) properties.get(TABLES);
    }

    /** As {@code SHOW CREATE SCHEMA} shows them. */
    static Map<String, Object> of(SchemaDefinition schema) {
        Map<String, Object> properties = new LinkedHashMap<>();
        if (schema.location() != null) {
            properties.put(LOCATION, schema.location());
        }
        if (schema.tables() != Tables.DEFINED) {
            properties.put(TABLES, schema.tables());
        }
        return properties;
    }
}
