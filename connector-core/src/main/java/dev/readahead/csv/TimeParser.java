package dev.readahead.csv;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.OptionalInt;

/**
 * Dates and times in the form of ISO 8601, from bytes: {@code 2026-12-01}, {@code 2026-12-01 10:00:00.5},
 * {@code 2026-12-01T10:00Z}, {@code 2026-12-01T10:00:00+01:00}. Not thread-safe: a value is read in two steps, whether
 * there is one and which.
 */
final class TimeParser {
    private static final int DATE_LENGTH = "2026-12-01".length();
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final int MOST_OFFSET_HOURS = 18;

    /** The dates of a file lie close together, and most months come again at once. */
    private int knownYear;

    private int knownMonth;
    private int knownMonthLength;
    private long knownMonthStart;

    private long epochDay;
    private long micros;
    private OptionalInt offsetSeconds = OptionalInt.empty();

    long epochDay() {
        return epochDay;
    }

    /** Microseconds from the epoch to the time as it is written, in whatever zone. */
    long localMicros() {
        return micros;
    }

    /** Seconds east of UTC, if the time says where it holds. */
    OptionalInt offsetSeconds() {
        return offsetSeconds;
    }

    /** Whether the bytes are a date of four digits of year: then {@link #epochDay} is it. */
    boolean parseDate(byte[] bytes, int from, int to) {
        return to - from == DATE_LENGTH && readDate(bytes, from);
    }

    /** Whether the bytes are a date or a date and a time: then {@link #localMicros} is it. */
    boolean parseTimestamp(byte[] bytes, int from, int to) {
        offsetSeconds = OptionalInt.empty();
        if (to - from < DATE_LENGTH || !readDate(bytes, from)) {
            return false;
        }
        long seconds = epochDay * SECONDS_PER_DAY;
        int at = from + DATE_LENGTH;
        if (at == to) {
            micros = seconds * MICROS_PER_SECOND;
            return true;
        }
        if (bytes[at] != ' ' && bytes[at] != 'T' && bytes[at] != 't') {
            return false;
        }
        int hour = two(bytes, at + 1, to);
        int minute = separated(bytes, at + 3, to, ':');
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59) {
            return false;
        }
        seconds += hour * 3_600L + minute * 60L;
        at += 6;
        long fraction = 0;
        if (at < to && bytes[at] == ':') {
            int second = two(bytes, at + 1, to);
            if (second < 0 || second > 59) {
                return false;
            }
            seconds += second;
            at += 3;
            if (at < to && bytes[at] == '.') {
                int digits = 0;
                for (at++; at < to && isDigit(bytes[at]); at++) {
                    // Further digits are cut off, as engines with microseconds do.
                    fraction = digits++ < 6 ? fraction * 10 + bytes[at] - '0' : fraction;
                }
                if (digits == 0) {
                    return false;
                }
                for (; digits < 6; digits++) {
                    fraction *= 10;
                }
            }
        }
        micros = seconds * MICROS_PER_SECOND + fraction;
        return at == to || readOffset(bytes, at, to);
    }

    private boolean readOffset(byte[] bytes, int from, int to) {
        if (bytes[from] == 'Z' || bytes[from] == 'z') {
            offsetSeconds = OptionalInt.of(0);
            return from + 1 == to;
        }
        if (bytes[from] != '+' && bytes[from] != '-') {
            return false;
        }
        int hours = two(bytes, from + 1, to);
        int at = from + 3;
        int minutes = 0;
        if (at < to) {
            at += bytes[at] == ':' ? 1 : 0;
            minutes = two(bytes, at, to);
            at += 2;
        }
        if (hours < 0 || minutes < 0 || minutes > 59 || at != to || hours * 60 + minutes > MOST_OFFSET_HOURS * 60) {
            return false;
        }
        int seconds = hours * 3_600 + minutes * 60;
        offsetSeconds = OptionalInt.of(bytes[from] == '-' ? -seconds : seconds);
        return true;
    }

    private boolean readDate(byte[] bytes, int from) {
        int end = from + DATE_LENGTH;
        int century = two(bytes, from, end);
        int yearOfCentury = two(bytes, from + 2, end);
        int month = separated(bytes, from + 4, end, '-');
        int day = separated(bytes, from + 7, end, '-');
        if (century < 0 || yearOfCentury < 0 || month < 1 || month > 12 || day < 1) {
            return false;
        }
        int year = century * 100 + yearOfCentury;
        if (year != knownYear || month != knownMonth || knownMonthLength == 0) {
            knownMonthStart = LocalDate.of(year, month, 1).toEpochDay();
            knownMonthLength = YearMonth.of(year, month).lengthOfMonth();
            knownYear = year;
            knownMonth = month;
        }
        epochDay = knownMonthStart + day - 1;
        return day <= knownMonthLength;
    }

    private static int separated(byte[] bytes, int at, int to, char separator) {
        return at < to && bytes[at] == separator ? two(bytes, at + 1, to) : -1;
    }

    /** A number of two digits, or -1. */
    private static int two(byte[] bytes, int at, int to) {
        if (at + 2 > to || !isDigit(bytes[at]) || !isDigit(bytes[at + 1])) {
            return -1;
        }
        return (bytes[at] - '0') * 10 + bytes[at + 1] - '0';
    }

    private static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }
}
