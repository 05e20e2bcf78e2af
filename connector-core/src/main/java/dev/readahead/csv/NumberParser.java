package dev.readahead.csv;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Numbers from bytes, without a text in between where they are of the usual size. Takes what {@link Long#parseLong},
 * {@link Double#parseDouble} and {@link BigDecimal} take, except blanks and hexadecimal digits, and gives the same
 * values. Not thread-safe: a number is read in two steps, whether there is one and which.
 */
final class NumberParser {
    /** A long of so many digits cannot overflow. */
    private static final int SAFE_DIGITS = 18;

    /** Every integer below this is a double. */
    private static final long EXACT_MANTISSA = 1L << 53;

    /** Powers of ten that are doubles. */
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };

    private long longValue;
    private double doubleValue;

    /** Digits of the number at hand, as an integer, and how many of them stand behind the point. */
    private long mantissa;

    private int scale;

    long longValue() {
        return longValue;
    }

    double doubleValue() {
        return doubleValue;
    }

    /** Whether the bytes are an integer that fits into 64 bits: then {@link #longValue} is it. */
    boolean parseLong(byte[] bytes, int from, int to) {
        int at = from;
        boolean negative = at < to && bytes[at] == '-';
        if (negative || at < to && bytes[at] == '+') {
            at++;
        }
        if (at == to) {
            return false;
        }
        // Negative, since there is one more of them.
        long value = 0;
        int safe = Math.min(to, at + SAFE_DIGITS);
        for (; at < safe; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            value = value * 10 - digit;
        }
        for (; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9 || value < Long.MIN_VALUE / 10) {
                return false;
            }
            value *= 10;
            if (value < Long.MIN_VALUE + digit) {
                return false;
            }
            value -= digit;
        }
        if (!negative && value == Long.MIN_VALUE) {
            return false;
        }
        longValue = negative ? value : -value;
        return true;
    }

    /**
     * Whether the bytes are a decimal number of at most 18 digits in plain notation: then {@link #longValue} is it,
     * times ten to the given scale.
     *
     * @param wantedScale how many digits stand behind the point; of the number none but zeros may stand further behind
     * @return false too if it is a number that this cannot tell exactly: {@link #bigDecimal} may
     */
    boolean parseDecimal(byte[] bytes, int from, int to, int wantedScale) {
        if (!readPlain(bytes, from, to)) {
            return false;
        }
        long value = mantissa;
        int shift = wantedScale - scale;
        while (shift < 0 && value % 10 == 0) {
            value /= 10;
            shift++;
        }
        if (shift < 0 || shift > SAFE_DIGITS) {
            return false;
        }
        for (; shift > 0; shift--) {
            value *= 10;
            if (Math.abs(value) >= 1_000_000_000_000_000_000L) {
                return false;
            }
        }
        longValue = value;
        return true;
    }

    /** The number, or null if it is none. */
    static BigDecimal bigDecimal(byte[] bytes, int from, int to) {
        try {
            return new BigDecimal(text(bytes, from, to));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Whether the bytes are a number: then {@link #doubleValue} is the double next to it. */
    boolean parseDouble(byte[] bytes, int from, int to) {
        // Clinger 1990: both numbers are doubles, so one division rounds as it should.
        if (readPlain(bytes, from, to)
                && Math.abs(mantissa) < EXACT_MANTISSA
                && scale < POWERS.length
                && mantissa != 0) {
            doubleValue = mantissa / POWERS[scale];
            return true;
        }
        return parseAnyDouble(bytes, from, to);
    }

    private boolean parseAnyDouble(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            int character = bytes[i];
            // Blanks, which the JDK trims, and its suffixes and hexadecimal digits: none of that is a number in CSV.
            if (character <= ' ' || character == 'x' || character == 'X' || character == 'p' || character == 'P') {
                return false;
            }
        }
        int last = from < to ? bytes[to - 1] | 0x20 : 'd';
        if (last == 'd' || last == 'f') {
            return false;
        }
        try {
            doubleValue = Double.parseDouble(text(bytes, from, to));
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** A sign, at most 18 digits, a point among them or not. */
    private boolean readPlain(byte[] bytes, int from, int to) {
        int at = from;
        boolean negative = at < to && bytes[at] == '-';
        if (negative || at < to && bytes[at] == '+') {
            at++;
        }
        long value = 0;
        int digits = 0;
        int point = -1;
        for (; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit >= 0 && digit <= 9) {
                value = value * 10 + digit;
                digits++;
            } else if (bytes[at] == '.' && point < 0) {
                point = at;
            } else {
                return false;
            }
        }
        if (digits == 0 || digits > SAFE_DIGITS) {
            return false;
        }
        mantissa = negative ? -value : value;
        scale = point < 0 ? 0 : to - point - 1;
        return true;
    }

    private static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
