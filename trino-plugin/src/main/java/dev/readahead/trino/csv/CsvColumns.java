package dev.readahead.trino.csv;

import dev.readahead.csv.ColumnWriter;
import dev.readahead.csv.CsvColumn;
import dev.readahead.csv.CsvOptions;
import dev.readahead.csv.CsvType;
import dev.readahead.csv.FieldParser;
import io.airlift.slice.SliceUtf8;
import io.airlift.slice.Slices;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.CharType;
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

import java.util.Optional;

/** Trino's types in CSV files. */
public final class CsvColumns {
    /** The core reads microseconds. */
    private static final int MOST_DIGITS_OF_SECONDS = 6;

    private CsvColumns() {}

    public static boolean isReadable(Type type) {
        return kind(type).isPresent();
    }

    /** A column of a scan. */
    public static CsvColumn column(String name, int index, Type type, CsvOptions options) {
        CsvType kind = kind(type).orElseThrow(() -> new IllegalArgumentException("no field is " + type));
        CsvColumn column = CsvColumn.of(name, index, kind, options);
        if (type instanceof VarcharType varchar && !varchar.isUnbounded()) {
            return withLength(column, type, varchar.getBoundedLength(), false);
        }
        if (type instanceof CharType character) {
            return withLength(column, type, character.getLength(), true);
        }
        return column;
    }

    private static CsvColumn withLength(CsvColumn column, Type type, int length, boolean padded) {
        return new CsvColumn(
                column.name(), column.index(), type.getDisplayName(), new BoundedText(column.parser(), length, padded));
    }

    /** Takes the values of a column. */
    public static BlockWriter writer(Type type) {
        if (type instanceof TimestampType timestamp) {
            return new BlockWriters.Longs(unit(timestamp.getPrecision()));
        }
        if (type instanceof TimestampWithTimeZoneType instant) {
            long unit = unit(instant.getPrecision());
            return instant.isShort() ? new BlockWriters.Instants(unit) : new BlockWriters.LongInstants(unit);
        }
        if (type instanceof DecimalType decimal) {
            return decimal.isShort() ? new BlockWriters.Longs(1) : new BlockWriters.LongDecimals();
        }
        return switch (kind(type).orElseThrow().kind()) {
            case BOOLEAN, TINYINT -> new BlockWriters.Bytes();
            case SMALLINT -> new BlockWriters.Shorts();
            case INTEGER, DATE, REAL -> new BlockWriters.Ints();
            case BIGINT, DOUBLE -> new BlockWriters.Longs(1);
            default -> new BlockWriters.Texts();
        };
    }

    /** Microseconds in the last digit. */
    private static long unit(int precision) {
        long unit = 1;
        for (int digit = precision; digit < MOST_DIGITS_OF_SECONDS; digit++) {
            unit *= 10;
        }
        return unit;
    }

    private static Optional<CsvType> kind(Type type) {
        if (type instanceof DecimalType decimal) {
            return Optional.of(CsvType.decimal(decimal.getPrecision(), decimal.getScale()));
        }
        return Optional.ofNullable(plainKind(type)).map(CsvType::of);
    }

    private static CsvType.Kind plainKind(Type type) {
        if (type == BooleanType.BOOLEAN) {
            return CsvType.Kind.BOOLEAN;
        }
        if (type == TinyintType.TINYINT) {
            return CsvType.Kind.TINYINT;
        }
        if (type == SmallintType.SMALLINT) {
            return CsvType.Kind.SMALLINT;
        }
        if (type == IntegerType.INTEGER) {
            return CsvType.Kind.INTEGER;
        }
        if (type == BigintType.BIGINT) {
            return CsvType.Kind.BIGINT;
        }
        if (type == RealType.REAL) {
            return CsvType.Kind.REAL;
        }
        if (type == DoubleType.DOUBLE) {
            return CsvType.Kind.DOUBLE;
        }
        if (type == DateType.DATE) {
            return CsvType.Kind.DATE;
        }
        if (type instanceof TimestampType timestamp && timestamp.getPrecision() <= MOST_DIGITS_OF_SECONDS) {
            return CsvType.Kind.TIMESTAMP;
        }
        if (type instanceof TimestampWithTimeZoneType instant && instant.getPrecision() <= MOST_DIGITS_OF_SECONDS) {
            return CsvType.Kind.TIMESTAMP_WITH_TIME_ZONE;
        }
        if (type instanceof VarcharType || type instanceof CharType) {
            return CsvType.Kind.VARCHAR;
        }
        return type == VarbinaryType.VARBINARY ? CsvType.Kind.VARBINARY : null;
    }

    /** Refuses texts that are too long, and leaves out the blanks that fill up a char. */
    private record BoundedText(FieldParser text, int length, boolean padded) implements FieldParser {
        @Override
        public boolean parse(byte[] bytes, int from, int to, ColumnWriter writer, int row) {
            int end = to;
            while (padded && end > from && bytes[end - 1] == ' ') {
                end--;
            }
            boolean fits = end - from <= length
                    || SliceUtf8.countCodePoints(Slices.wrappedBuffer(bytes, from, end - from)) <= length;
            return fits && text.parse(bytes, from, end, writer, row);
        }
    }
}
