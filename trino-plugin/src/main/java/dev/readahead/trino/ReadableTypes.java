package dev.readahead.trino;

import io.trino.spi.type.ArrayType;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.CharType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimeType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.UuidType;
import io.trino.spi.type.VarbinaryType;
import io.trino.spi.type.VarcharType;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** The types that a column may be declared with: those that some file holds. */
final class ReadableTypes {
    private static final Set<Type> SCALARS = Set.of(
            BooleanType.BOOLEAN,
            TinyintType.TINYINT,
            SmallintType.SMALLINT,
            IntegerType.INTEGER,
            BigintType.BIGINT,
            RealType.REAL,
            DoubleType.DOUBLE,
            DateType.DATE,
            VarbinaryType.VARBINARY,
            UuidType.UUID,
            TimeType.TIME_MILLIS,
            TimeType.TIME_MICROS,
            TimestampType.TIMESTAMP_MILLIS,
            TimestampType.TIMESTAMP_MICROS,
            TimestampType.TIMESTAMP_NANOS,
            TimestampWithTimeZoneType.TIMESTAMP_TZ_MILLIS,
            TimestampWithTimeZoneType.TIMESTAMP_TZ_MICROS,
            TimestampWithTimeZoneType.TIMESTAMP_TZ_NANOS);

    private ReadableTypes() {}

    static boolean isReadable(Type type) {
        if (type instanceof ArrayType array) {
            return isReadable(array.getElementType());
        }
        if (type instanceof MapType map) {
            return isReadable(map.getKeyType()) && isReadable(map.getValueType());
        }
        if (type instanceof RowType row) {
            // Fields are found by their names.
            Set<String> names = new HashSet<>();
            return row.getFields().stream()
                    .allMatch(field -> field.getName()
                                    .map(name -> names.add(name.toLowerCase(Locale.ENGLISH)))
                                    .orElse(false)
                            && isReadable(field.getType()));
        }
        return SCALARS.contains(type)
                || type instanceof DecimalType
                || type instanceof VarcharType
                || type instanceof CharType;
    }
}
