package dev.readahead.csv;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.OptionalInt;

import static org.assertj.core.api.Assertions.assertThat;

/** Against the JDK. */
class TimeParserTest {
    private final TimeParser times = new TimeParser();

    @Test
    void everyDayOfTenThousandYearsIsThatOfTheJdk() {
        for (LocalDate day = LocalDate.of(0, 1, 1); day.getYear() < 10_000; day = day.plusDays(1)) {
            assertThat(date(day.toString())).isTrue();
            if (times.epochDay() != day.toEpochDay()) {
                assertThat(times.epochDay()).as("%s", day).isEqualTo(day.toEpochDay());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-02-29",
                "1900-02-29",
                "2026-13-01",
                "2026-00-01",
                "2026-04-31",
                "2026-01-00",
                "2026-1-1",
                "2026-12-01x",
                "2026/12/01",
                "",
                "20261201",
                "+2026-12-01",
                "2026-12-0a"
            })
    void whatIsNoDateIsNone(String text) {
        assertThat(date(text)).isFalse();
        assertThat(timestamp(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-12-01T10:20:30",
                "2026-12-01T10:20",
                "1969-12-31T23:59:59.999999",
                "0001-01-01T00:00:00.1",
                "9999-12-31T23:59:59.123456789",
                "2024-02-29T00:00:00.000001"
            })
    void timesAreThoseOfTheJdk(String text) {
        LocalDateTime expected = LocalDateTime.parse(text).truncatedTo(ChronoUnit.MICROS);
        for (String written : new String[] {text, text.replace('T', ' ')}) {
            assertThat(timestamp(written)).isTrue();
            assertThat(times.localMicros())
                    .isEqualTo(expected.toEpochSecond(ZoneOffset.UTC) * 1_000_000 + expected.getNano() / 1_000);
            assertThat(times.offsetSeconds()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"Z, 0", "z, 0", "+01:00, 3600", "-0530, -19800", "+02, 7200", "-00:30, -1800", "+18:00, 64800"})
    void anOffsetIsTold(String offset, int seconds) {
        assertThat(timestamp("2026-12-01 10:20:30.25" + offset)).isTrue();
        assertThat(times.offsetSeconds()).isEqualTo(OptionalInt.of(seconds));
        assertThat(times.localMicros() % 1_000_000).isEqualTo(250_000);
        assertThat(timestamp("2026-12-01")).isTrue();
        assertThat(times.offsetSeconds()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-12-01 24:00:00",
                "2026-12-01 10",
                "2026-12-01 10:60",
                "2026-12-01 10:20:60",
                "2026-12-01 10:20:30.",
                "2026-12-01 10:20:30.5+",
                "2026-12-01 10:20:30+19:00",
                "2026-12-01 10:20:30Zx",
                "2026-12-01_10:20:30",
                "2026-12-01 ",
                "2026-12-01 10:20:3"
            })
    void whatIsNoTimeIsNone(String text) {
        assertThat(timestamp(text)).isFalse();
    }

    private boolean date(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return times.parseDate(bytes, 0, bytes.length);
    }

    private boolean timestamp(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return times.parseTimestamp(bytes, 0, bytes.length);
    }
}
