package dev.readahead.csv;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

import static java.nio.charset.StandardCharsets.UTF_8;

/** The core's own rules of how fields are read as values. Nothing is rounded or cut silently. */
public final class FieldParsers {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

    private FieldParsers() {}

    /** A parser of its own for each scan. */
    public static FieldParser of(CsvType type, CsvOptions options) {
        return switch (type.kind()) {
            case BOOLEAN -> FieldParsers::parseBoolean;
            case TINYINT -> integer(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> integer(Short.MIN_VALUE, Short.MAX_VALUE);
            case INTEGER -> integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> integer(Long.MIN_VALUE, Long.MAX_VALUE);
            case REAL -> real();
            case DOUBLE -> doubles();
            case DECIMAL -> decimal(type.precision(), type.scale());
            case DATE -> options.dateFormat().map(FieldParsers::date).orElseGet(FieldParsers::isoDate);
            case TIMESTAMP ->
                options.timestampFormat().map(FieldParsers::timestamp).orElseGet(FieldParsers::isoTimestamp);
            case TIMESTAMP_WITH_TIME_ZONE ->
                options.timestampFormat()
                        .map(pattern -> zonedTimestamp(pattern, options.zone()))
                        .orElseGet(() -> isoZonedTimestamp(options.zone()));
            case VARCHAR -> FieldParsers::parseText;
            case VARBINARY ->
                (bytes, from, to, writer, row) -> {
                    writer.setBytes(row, bytes, from, to - from);
                    return true;
                };
        };
    }

    private static boolean parseBoolean(byte[] bytes, int from, int to, ColumnWriter writer, int row) {
        if (equalsIgnoringCase("true", bytes, from, to)) {
            writer.setLong(row, 1);
            return true;
        }
        if (equalsIgnoringCase("false", bytes, from, to)) {
            writer.setLong(row, 0);
            return true;
        }
        return false;
    }

    /** @param text of small letters */
    private static boolean equalsIgnoringCase(String text, byte[] bytes, int from, int to) {
        if (to - from != text.length()) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if ((bytes[i] | 0x20) != text.charAt(i - from)) {
                return false;
            }
        }
        return true;
    }

    private static FieldParser integer(long least, long most) {
        NumberParser numbers = new NumberParser();
        return (bytes, from, to, writer, row) -> {
            if (!numbers.parseLong(bytes, from, to) || numbers.longValue() < least || numbers.longValue() > most) {
                return false;
            }
            writer.setLong(row, numbers.longValue());
            return true;
        };
    }

    private static FieldParser doubles() {
        NumberParser numbers = new NumberParser();
        return (bytes, from, to, writer, row) -> {
            if (!numbers.parseDouble(bytes, from, to)) {
                return false;
            }
            writer.setDouble(row, numbers.doubleValue());
            return true;
        };
    }

    private static FieldParser real() {
        NumberParser numbers = new NumberParser();
        return (bytes, from, to, writer, row) -> {
            if (!numbers.parseDouble(bytes, from, to)) {
                return false;
            }
            writer.setDouble(row, nearestFloat(numbers.doubleValue(), bytes, from, to));
            return true;
        };
    }

    /**
     * The float next to a number, of which the double next to it is known. Rounding twice is the same as rounding once,
     * unless the double lies in the middle between two floats.
     */
    public static float nearestFloat(double value, byte[] bytes, int from, int to) {
        long belowFloat = Double.doubleToRawLongBits(value) & 0x1fff_ffffL;
        boolean inTheMiddle = belowFloat == 0x1000_0000L;
        boolean subnormal = value != 0 && Math.abs(value) < Float.MIN_NORMAL;
        return inTheMiddle || subnormal ? Float.parseFloat(new String(bytes, from, to - from, UTF_8)) : (float) value;
    }

    private static FieldParser decimal(int precision, int scale) {
        NumberParser numbers = new NumberParser();
        BigInteger bound = BigInteger.TEN.pow(precision);
        boolean isShort = precision <= CsvType.MOST_SHORT_PRECISION;
        long shortBound = isShort ? bound.longValueExact() : 0;
        return (bytes, from, to, writer, row) -> {
            if (isShort && numbers.parseDecimal(bytes, from, to, scale)) {
                if (Math.abs(numbers.longValue()) >= shortBound) {
                    return false;
                }
                writer.setLong(row, numbers.longValue());
                return true;
            }
            BigDecimal value = NumberParser.bigDecimal(bytes, from, to);
            // A number with a large exponent would be written out digit by digit.
            if (value == null || Math.abs((long) value.precision() - value.scale()) > 2L * CsvType.MOST_PRECISION) {
                return value != null && value.signum() == 0 && writeUnscaled(BigInteger.ZERO, isShort, writer, row);
            }
            BigInteger unscaled;
            try {
                unscaled = value.setScale(scale, RoundingMode.UNNECESSARY).unscaledValue();
            } catch (ArithmeticException tooManyDigits) {
                return false;
            }
            return unscaled.abs().compareTo(bound) < 0 && writeUnscaled(unscaled, isShort, writer, row);
        };
    }

    private static boolean writeUnscaled(BigInteger unscaled, boolean isShort, ColumnWriter writer, int row) {
        if (isShort) {
            writer.setLong(row, unscaled.longValueExact());
        } else {
            byte[] value = unscaled.toByteArray();
            writer.setBytes(row, value, 0, value.length);
        }
        return true;
    }

    private static FieldParser isoDate() {
        TimeParser times = new TimeParser();
        return (bytes, from, to, writer, row) -> {
            if (!times.parseDate(bytes, from, to)) {
                return false;
            }
            writer.setLong(row, times.epochDay());
            return true;
        };
    }

    private static FieldParser isoTimestamp() {
        TimeParser times = new TimeParser();
        return (bytes, from, to, writer, row) -> {
            if (!times.parseTimestamp(bytes, from, to) || times.offsetSeconds().isPresent()) {
                return false;
            }
            writer.setLong(row, times.localMicros());
            return true;
        };
    }

    private static FieldParser isoZonedTimestamp(ZoneId zone) {
        TimeParser times = new TimeParser();
        return (bytes, from, to, writer, row) -> {
            if (!times.parseTimestamp(bytes, from, to)) {
                return false;
            }
            long local = times.localMicros();
            long offset =
                    times.offsetSeconds().isPresent() ? times.offsetSeconds().getAsInt() : offsetSeconds(local, zone);
            writer.setLong(row, local - offset * MICROS_PER_SECOND);
            return true;
        };
    }

    /** What to take away for UTC. A time that clocks leave out in spring is as late as by the clock before. */
    private static long offsetSeconds(long localMicros, ZoneId zone) {
        if (zone instanceof ZoneOffset fixed) {
            return fixed.getTotalSeconds();
        }
        LocalDateTime local = LocalDateTime.ofEpochSecond(
                Math.floorDiv(localMicros, MICROS_PER_SECOND),
                (int) Math.floorMod(localMicros, MICROS_PER_SECOND) * 1_000,
                ZoneOffset.UTC);
        return local.toEpochSecond(ZoneOffset.UTC) - local.atZone(zone).toEpochSecond();
    }

    private static FieldParser date(String pattern) {
        DateTimeFormatter format = formatter(pattern);
        return byText(text -> LocalDate.parse(text, format).toEpochDay());
    }

    private static FieldParser timestamp(String pattern) {
        DateTimeFormatter format = formatter(pattern);
        return byText(text -> micros(LocalDateTime.parse(text, format)));
    }

    private static FieldParser zonedTimestamp(String pattern, ZoneId zone) {
        DateTimeFormatter format = formatter(pattern);
        return byText(text -> {
            TemporalAccessor parsed = format.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
            OffsetDateTime time = parsed instanceof OffsetDateTime withOffset
                    ? withOffset
                    : ((LocalDateTime) parsed).atZone(zone).toOffsetDateTime();
            return micros(time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime());
        });
    }

    private static DateTimeFormatter formatter(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
    }

    private static long micros(LocalDateTime time) {
        return ChronoUnit.MICROS.between(EPOCH, time);
    }

    private interface TextParser {
        long parse(String text);
    }

    private static FieldParser byText(TextParser parser) {
        return (bytes, from, to, writer, row) -> {
            try {
                writer.setLong(row, parser.parse(new String(bytes, from, to - from, UTF_8)));
                return true;
            } catch (DateTimeException | ArithmeticException e) {
                return false;
            }
        };
    }

    private static boolean parseText(byte[] bytes, int from, int to, ColumnWriter writer, int row) {
        if (!Utf8.isValid(bytes, from, to)) {
            return false;
        }
        writer.setBytes(row, bytes, from, to - from);
        return true;
    }
}
