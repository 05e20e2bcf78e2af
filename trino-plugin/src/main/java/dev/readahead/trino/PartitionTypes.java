package dev.readahead.trino;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.CharType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.Int128;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Locale;
import java.util.regex.Pattern;

/** The values in folders' names as values of the engine. */
final class PartitionTypes {
    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
    private static final int MICROS_A_SECOND = 1_000_000;
    private static final int NANOS_A_MICRO = 1_000;

    private PartitionTypes() {}

    static boolean isSupported(Type type) {
        return type == BooleanType.BOOLEAN
                || type == TinyintType.TINYINT
                || type == SmallintType.SMALLINT
                || type == IntegerType.INTEGER
                || type == BigintType.BIGINT
                || type == RealType.REAL
                || type == DoubleType.DOUBLE
                || type == DateType.DATE
                || type instanceof DecimalType
                || type instanceof VarcharType
                || type instanceof CharType
                || type instanceof TimestampType timestamp && timestamp.isShort();
    }

    /** The narrowest of bigint, date and varchar that holds all values. */
    static Type infer(Collection<String> values) {
        if (values.isEmpty()) {
            return VarcharType.VARCHAR;
        }
        if (values.stream().allMatch(value -> WHOLE_NUMBER.matcher(value).matches())) {
            return BigintType.BIGINT;
        }
        return values.stream().allMatch(PartitionTypes::isDate) ? DateType.DATE : VarcharType.VARCHAR;
    }

    private static boolean isDate(String text) {
        if (!DATE.matcher(text).matches()) {
            return false;
        }
        try {
            LocalDate.parse(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    /**
     * The value as the engine has it.
     *
     * @throws IllegalArgumentException or {@link ArithmeticException} if the text is no value of the type
     */
    static Object parse(Type type, String text) {
        if (type instanceof VarcharType varchar) {
            return limited(text, varchar.isUnbounded() ? Integer.MAX_VALUE : varchar.getBoundedLength());
        }
        if (type instanceof CharType character) {
            return limited(text.stripTrailing(), character.getLength());
        }
        if (type == BooleanType.BOOLEAN) {
            return bool(text);
        }
        if (type == TinyintType.TINYINT) {
            return (long) Byte.parseByte(text);
        }
        if (type == SmallintType.SMALLINT) {
            return (long) Short.parseShort(text);
        }
        if (type == IntegerType.INTEGER) {
            return (long) Integer.parseInt(text);
        }
        if (type == BigintType.BIGINT) {
            return Long.parseLong(text);
        }
        if (type == RealType.REAL) {
            return (long) Float.floatToIntBits(Float.parseFloat(text));
        }
        if (type == DoubleType.DOUBLE) {
            return Double.parseDouble(text);
        }
        if (type instanceof DecimalType decimal) {
            return decimal(decimal, text);
        }
        try {
            return type == DateType.DATE
                    ? (Object) LocalDate.parse(text).toEpochDay()
                    : (Object) micros((TimestampType) type, text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static Slice limited(String text, int characters) {
        if (text.codePointCount(0, text.length()) > characters) {
            throw new IllegalArgumentException("longer than " + characters + " characters");
        }
        return Slices.utf8Slice(text);
    }

    private static boolean bool(String text) {
        return switch (text.toLowerCase(Locale.ENGLISH)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    private static Object decimal(DecimalType type, String text) {
        BigDecimal value = new BigDecimal(text).setScale(type.getScale(), RoundingMode.UNNECESSARY);
        if (value.precision() > type.getPrecision()) {
            throw new IllegalArgumentException("more than " + type.getPrecision() + " digits");
        }
        return type.isShort()
                ? (Object) value.unscaledValue().longValueExact()
                : (Object) Int128.valueOf(value.unscaledValue());
    }

    private static long micros(TimestampType type, String text) {
        LocalDateTime time = LocalDateTime.parse(text.strip().replace(' ', 'T'));
        long micros = Math.addExact(
                Math.multiplyExact(time.toEpochSecond(ZoneOffset.UTC), (long) MICROS_A_SECOND),
                time.getNano() / NANOS_A_MICRO);
        long unit = (long) Math.pow(10, TimestampType.MAX_SHORT_PRECISION - type.getPrecision());
        if (time.getNano() % NANOS_A_MICRO != 0 || micros % unit != 0) {
            throw new IllegalArgumentException("finer than " + type.getDisplayName());
        }
        return micros;
    }
}
