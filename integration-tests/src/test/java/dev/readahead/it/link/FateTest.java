package dev.readahead.it.link;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FateTest {
    private static final long MILLI = 1_000_000;

    @Test
    void isTheSameForTheSameSeedAndNumber() {
        LinkProfile profile = LinkProfile.objectStorage();

        assertThat(Fate.of(profile, 17)).isEqualTo(Fate.of(profile, 17));
        assertThat(Fate.of(profile, 17)).isNotEqualTo(Fate.of(profile, 18));
        assertThat(Fate.of(profile, 17)).isNotEqualTo(Fate.of(profile.withSeed(2), 17));
    }

    @Test
    void spreadsTheFirstByteAndGivesItALongTail() {
        List<Long> times = LongStream.range(0, 10_000)
                .mapToObj(number -> Fate.of(LinkProfile.objectStorage(), number).firstByteNanos() / MILLI)
                .toList();

        assertThat(times).allMatch(millis -> millis >= 40 && millis <= 60 || millis >= 160 && millis <= 240);
        assertThat(times.stream().filter(millis -> millis >= 160).count()).isBetween(140L, 260L);
        assertThat(times.stream().mapToLong(Long::longValue).average().orElseThrow())
                .isBetween(51.0, 55.0);
    }

    @Test
    void meetsEachFaultAsOftenAsAskedFor() {
        LinkProfile profile =
                LinkProfile.unlimited().withFaults(new LinkProfile.Faults(0.1, 0.2, 0.3, 0.05, Duration.ofSeconds(1)));
        List<Fate.Fault> faults = LongStream.range(0, 10_000)
                .mapToObj(number -> Fate.of(profile, number).fault())
                .toList();

        assertThat(faults.stream().filter(Fate.Fault.SLOW_DOWN::equals).count()).isBetween(900L, 1_100L);
        assertThat(faults.stream().filter(Fate.Fault.RESET::equals).count()).isBetween(1_850L, 2_150L);
        assertThat(faults.stream().filter(Fate.Fault.TRUNCATED::equals).count()).isBetween(2_850L, 3_150L);
        assertThat(faults.stream().filter(Fate.Fault.STALLED::equals).count()).isBetween(420L, 580L);
    }

    @Test
    void refusesSharesThatAreNone() {
        assertThatThrownBy(() -> new LinkProfile.Faults(0.6, 0.6, 0, 0, Duration.ZERO))
                .hasMessageContaining("sum of all faults");
        assertThatThrownBy(() -> new LinkProfile.Faults(Double.NaN, 0, 0, 0, Duration.ZERO))
                .hasMessageContaining("slowDown");
    }

    @Test
    void survivesTheWayThroughACommandLine() {
        LinkProfile profile = LinkProfile.objectStorage()
                .withSeed(42)
                .withRates(1, 2)
                .withFaults(new LinkProfile.Faults(0.1, 0.2, 0.3, 0.05, Duration.ofMillis(1_500)));
        var options = profile.toOptions().stream()
                .map(option -> option.substring(2).split("="))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));

        assertThat(LinkProfile.fromOptions(options)).isEqualTo(profile);
    }
}
