package dev.readahead.csv;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/** Against the JDK. */
class NumberParserTest {
    private static final String[] PIECES = {
        "0", "1", "9", "99", "123456789", "4", "00", ".", "-", "+", "e", "E5", "9223372036854775807", "5e-324", "x"
    };

    private final NumberParser numbers = new NumberParser();

    @Test
    void longsAreThoseOfTheJdk() {
        int parsed = 0;
        for (String text : texts()) {
            Long expected = null;
            try {
                expected = Long.parseLong(text);
            } catch (NumberFormatException e) {
                // Then neither is it one for us.
            }
            byte[] bytes = padded(text);
            assertThat(numbers.parseLong(bytes, 1, bytes.length - 1)).as(text).isEqualTo(expected != null);
            if (expected != null) {
                parsed++;
                assertThat(numbers.longValue()).as(text).isEqualTo(expected);
            }
        }
        assertThat(parsed).isGreaterThan(1_000);
    }

    @Test
    void doublesAreThoseOfTheJdkToTheLastBit() {
        int parsed = 0;
        for (String text : texts()) {
            Double expected = null;
            try {
                expected = text.contains("x") ? null : Double.valueOf(text);
            } catch (NumberFormatException e) {
                // Then neither is it one for us.
            }
            byte[] bytes = padded(text);
            assertThat(numbers.parseDouble(bytes, 1, bytes.length - 1)).as(text).isEqualTo(expected != null);
            if (expected != null) {
                parsed++;
                assertThat(Double.doubleToRawLongBits(numbers.doubleValue()))
                        .as(text)
                        .isEqualTo(Double.doubleToRawLongBits(expected));
            }
        }
        assertThat(parsed).isGreaterThan(1_000);
    }

    @Test
    void decimalsAreExactOrLeftToOthers() {
        int parsed = 0;
        for (String text : texts()) {
            for (int scale : new int[] {0, 2, 7}) {
                byte[] bytes = padded(text);
                BigDecimal expected = NumberParser.bigDecimal(bytes, 1, bytes.length - 1);
                if (numbers.parseDecimal(bytes, 1, bytes.length - 1, scale)) {
                    parsed++;
                    assertThat(BigDecimal.valueOf(numbers.longValue(), scale))
                            .as(text)
                            .isEqualByComparingTo(expected);
                } else if (expected != null
                        && !text.toLowerCase().contains("e")
                        && expected.precision() <= 10
                        && text.length() <= 12) {
                    assertThat(expected.stripTrailingZeros().scale()).as(text).isGreaterThan(scale);
                }
            }
        }
        assertThat(parsed).isGreaterThan(1_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NaN",
                "Infinity",
                "-Infinity",
                "1e400",
                "-0",
                "-0.0",
                "0.1",
                "1.7976931348623157e308",
                "9007199254740993"
            })
    void doublesAtTheEdges(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        assertThat(numbers.parseDouble(bytes, 0, bytes.length)).isTrue();
        assertThat(Double.doubleToRawLongBits(numbers.doubleValue()))
                .isEqualTo(Double.doubleToRawLongBits(Double.parseDouble(text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " 1", "1 ", "1d", "1f", "0x1p3", "1_000", "1,5", "--1", "+-1", ".", "e5", "1.2.3"})
    void whatTheJdkTakesBesideNumbersIsNone(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        assertThat(numbers.parseDouble(bytes, 0, bytes.length)).isFalse();
        assertThat(numbers.parseLong(bytes, 0, bytes.length)).isFalse();
    }

    private static Iterable<String> texts() {
        Random random = new Random(3);
        return () -> java.util.stream.Stream.generate(() -> {
                    StringBuilder text = new StringBuilder();
                    for (int length = 1 + random.nextInt(5); length > 0; length--) {
                        text.append(PIECES[random.nextInt(PIECES.length)]);
                    }
                    return text.toString();
                })
                .limit(40_000)
                .iterator();
    }

    /** Bytes around it must not matter. */
    private static byte[] padded(String text) {
        return ("7" + text + "7").getBytes(StandardCharsets.US_ASCII);
    }
}
