package dev.readahead.trino;

import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.session.PropertyMetadata;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.VarcharType;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What {@code CREATE TABLE ... WITH (...)} takes. */
final class TableProperties {
    private static final String LOCATION = "location";
    private static final String FORMAT = "format";
    private static final String PARTITIONED_BY = "partitioned_by";

    private TableProperties() {}

    static List<PropertyMetadata<?>> all() {
        return List.of(
                PropertyMetadata.stringProperty(
                        LOCATION, "Where the files are: a file, a folder or a pattern", null, false),
                PropertyMetadata.enumProperty(
                        FORMAT, "What the files are", FileFormat.class, FileFormat.PARQUET, false),
                new PropertyMetadata<>(
                        PARTITIONED_BY,
                        "Columns whose values stand in the names of folders",
                        new ArrayType(VarcharType.VARCHAR),
                        List.class,
                        List.of(),
                        false,
                        TableProperties::names,
                        value -> value));
    }

    private static List<String> names(Object value) {
        return ((List<?>) value)
                .stream()
                        .map(name -> {
                            if (name == null) {
                                throw new TrinoException(
                                        StandardErrorCode.INVALID_TABLE_PROPERTY, "a name in partitioned_by is null");
                            }
                            return name.toString().toLowerCase(Locale.ENGLISH);
                        })
                        .toList();
    }

    static Optional<String> location(Map<String, Object> properties) {
        return Optional.ofNullable((String) properties.get(LOCATION));
    }

    static FileFormat format(Map<String, Object> properties) {
        return (FileFormat) properties.get(FORMAT);
    }

    static List<String> partitionedBy(Map<String, Object> properties) {
        return ((List<?>) properties.get(PARTITIONED_BY))
                .stream().map(String.class::cast).toList();
    }

    /** As {@code SHOW CREATE TABLE} shows them. */
    static Map<String, Object> of(String location, String format, List<String> partitionedBy) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(FORMAT, FileFormat.valueOf(format));
        properties.put(LOCATION, location);
        if (!partitionedBy.isEmpty()) {
            properties.put(PARTITIONED_BY, partitionedBy);
        }
        return properties;
    }
}
