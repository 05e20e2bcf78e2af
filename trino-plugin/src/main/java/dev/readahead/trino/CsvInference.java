package dev.readahead.trino;

import dev.readahead.csv.CsvDetection;
import dev.readahead.csv.CsvDetector;
import dev.readahead.csv.CsvException;
import dev.readahead.csv.CsvProperty;
import dev.readahead.csv.CsvType;
import dev.readahead.fetch.Urgency;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.StoredObject;
import dev.readahead.table.TableFile;
import dev.readahead.trino.ReadaheadColumnHandle.Kind;
import dev.readahead.trino.csv.CsvSetting;
import dev.readahead.trino.csv.CsvSettings;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarbinaryType;
import io.trino.spi.type.VarcharType;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Finds out how CSV files are read and which columns they have, by the first bytes of the first file. Thread-safe. */
final class CsvInference {
    /** What is looked for unless it is said. */
    private static final Map<CsvSetting, CsvProperty> DETECTED = new EnumMap<>(Map.of(
            CsvSetting.SEPARATOR, CsvProperty.DELIMITER,
            CsvSetting.QUOTE, CsvProperty.QUOTE,
            CsvSetting.ESCAPE, CsvProperty.ESCAPE,
            CsvSetting.COMMENT, CsvProperty.COMMENT,
            CsvSetting.LINE_SEPARATOR, CsvProperty.LINE_SEPARATOR,
            CsvSetting.HEADER, CsvProperty.HEADER,
            CsvSetting.NULL_VALUE, CsvProperty.NULL_VALUE,
            CsvSetting.ENCODING, CsvProperty.ENCODING));

    private final Storage storage;

    CsvInference(Storage storage) {
        this.storage = storage;
    }

    /** What the first bytes of a file tell. Waits for them. */
    CsvDetection detect(StoredObject file, CsvSettings given) {
        int length = (int) Math.min(file.length(), CsvDetector.SAMPLE_BYTES);
        byte[] start = new byte[length];
        if (length > 0) {
            Failures.await(
                    file.location().toString(),
                    storage.scheduler(file.location())
                            .fetch(
                                    file,
                                    new ByteRange(0, length),
                                    start,
                                    0,
                                    Urgency.AWAITED,
                                    new ScanMetrics(storage.runtime().metrics()))
                            .result());
        }
        Set<CsvProperty> fixed = EnumSet.noneOf(CsvProperty.class);
        given.bySetting().keySet().forEach(setting -> {
            CsvProperty property = DETECTED.get(setting);
            if (property != null) {
                fixed.add(property);
            }
        });
        try {
            return CsvDetector.detect(file.location(), start, length == file.length(), given.options(), fixed);
        } catch (IllegalArgumentException e) {
            throw new TrinoException(StandardErrorCode.NOT_SUPPORTED, e.getMessage(), e);
        } catch (CsvException e) {
            throw new TrinoException(Failures.Code.READAHEAD_BAD_DATA, e.getMessage(), e);
        }
    }

    /** A table of CSV files whose columns nobody has named. Waits for the first bytes of the first file. */
    ReadaheadTableHandle infer(
            ReadaheadTableHandle table, List<TableFile> files, CsvSettings given, boolean typedPartitions) {
        StoredObject first = files.getFirst().object();
        CsvDetection detection = detect(first, given);
        List<ReadaheadColumnHandle> columns = new ArrayList<>();
        detection
                .columns()
                .forEach(column -> columns.add(new ReadaheadColumnHandle(
                        column.name().toLowerCase(Locale.ENGLISH), type(column.type()), Kind.DATA)));
        given.malformedRecordColumn()
                .ifPresent(name -> columns.add(new ReadaheadColumnHandle(name, VarcharType.VARCHAR, Kind.DATA)));
        CsvSettings resolved = given.resolved(detection.options());
        CsvSettings settings = detection.options().header() ? resolved.checkingHeaders() : resolved;
        return withPartitions(table.withCsv(settings), columns, files, typedPartitions);
    }

    /** A table of CSV files with the columns that are given and those of the folders. */
    static ReadaheadTableHandle withPartitions(
            ReadaheadTableHandle table,
            List<ReadaheadColumnHandle> fields,
            List<TableFile> files,
            boolean typedPartitions) {
        List<ReadaheadColumnHandle> columns = new ArrayList<>(fields);
        columns.addAll(PartitionColumns.infer(files, typedPartitions).values());
        if (columns.stream().map(ReadaheadColumnHandle::name).distinct().count() < columns.size()) {
            throw new TrinoException(
                    StandardErrorCode.AMBIGUOUS_NAME,
                    table.description() + ": a column has the name of a folder, or of another column: "
                            + columns.stream().map(ReadaheadColumnHandle::name).toList()
                            + "; name the columns by columns => DESCRIPTOR(...)");
        }
        return table.withColumns(columns);
    }

    private static Type type(CsvType type) {
        return switch (type.kind()) {
            case BOOLEAN -> BooleanType.BOOLEAN;
            case TINYINT -> TinyintType.TINYINT;
            case SMALLINT -> SmallintType.SMALLINT;
            case INTEGER -> IntegerType.INTEGER;
            case BIGINT -> BigintType.BIGINT;
            case REAL -> RealType.REAL;
            case DOUBLE -> DoubleType.DOUBLE;
            case DECIMAL -> DecimalType.createDecimalType(type.precision(), type.scale());
            case DATE -> DateType.DATE;
            case TIMESTAMP -> TimestampType.TIMESTAMP_MICROS;
            case TIMESTAMP_WITH_TIME_ZONE -> TimestampWithTimeZoneType.TIMESTAMP_TZ_MICROS;
            case VARCHAR -> VarcharType.VARCHAR;
            case VARBINARY -> VarbinaryType.VARBINARY;
        };
    }
}
