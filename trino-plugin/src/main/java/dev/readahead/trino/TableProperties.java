package dev.readahead.trino;

import dev.readahead.trino.csv.CsvSetting;
import dev.readahead.trino.csv.CsvSettings;
import dev.readahead.trino.metastore.TableDefinition;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.session.PropertyMetadata;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.VarcharType;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What {@code CREATE TABLE ... WITH (...)} takes. */
final class TableProperties {
    private static final String LOCATION = "location";
    private static final String FORMAT = "format";
    private static final String PARTITIONED_BY = "partitioned_by";

    private TableProperties() {}

    static List<PropertyMetadata<?>> all() {
        List<PropertyMetadata<?>> properties = new ArrayList<>(List.of(
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
                        value -> value)));
        for (CsvSetting setting : CsvSetting.values()) {
            properties.add(csv(setting));
        }
        return properties;
    }

    private static PropertyMetadata<?> csv(CsvSetting setting) {
        String description = "CSV: " + setting.description();
        if (setting.type() == BooleanType.BOOLEAN) {
            return PropertyMetadata.booleanProperty(setting.property(), description, null, false);
        }
        return setting.type() == BigintType.BIGINT
                ? PropertyMetadata.longProperty(setting.property(), description, null, false)
                : PropertyMetadata.stringProperty(setting.property(), description, null, false);
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

    /** How CSV files are read; null for other formats. */
    static Map<String, String> csv(Map<String, Object> properties) {
        Map<String, String> values = new TreeMap<>();
        for (CsvSetting setting : CsvSetting.values()) {
            Object value = properties.get(setting.property());
            if (value != null) {
                values.put(setting.argument(), value.toString());
            }
        }
        if (format(properties) != FileFormat.CSV) {
            if (!values.isEmpty()) {
                throw new TrinoException(
                        StandardErrorCode.INVALID_TABLE_PROPERTY,
                        "the format is " + format(properties) + ", and only CSV has " + values.keySet());
            }
            return null;
        }
        try {
            new CsvSettings(values).options();
        } catch (IllegalArgumentException e) {
            throw new TrinoException(StandardErrorCode.INVALID_TABLE_PROPERTY, e.getMessage(), e);
        }
        return values;
    }

    /** As {@code SHOW CREATE TABLE} shows them. */
    static Map<String, Object> of(TableDefinition definition) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(FORMAT, FileFormat.valueOf(definition.format()));
        properties.put(LOCATION, definition.location());
        if (!definition.partitionedBy().isEmpty()) {
            properties.put(PARTITIONED_BY, definition.partitionedBy());
        }
        if (definition.csv() != null) {
            new CsvSettings(definition.csv())
                    .bySetting()
                    .forEach((setting, value) -> properties.put(setting.property(), value(setting, value)));
        }
        return properties;
    }

    private static Object value(CsvSetting setting, String text) {
        if (setting.type() == BooleanType.BOOLEAN) {
            return Boolean.valueOf(text);
        }
        return setting.type() == BigintType.BIGINT ? Long.valueOf(text) : text;
    }
}
