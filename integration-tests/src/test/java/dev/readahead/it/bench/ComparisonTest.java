package dev.readahead.it.bench;

import dev.readahead.it.data.LineItemLayout;
import dev.readahead.it.link.LinkCounters;
import dev.readahead.it.link.LinkProfile;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

import static org.assertj.core.api.Assertions.assertThat;

class ComparisonTest {
    private final Comparison comparison = new Comparison(
            ScanQuery.Q6,
            LineItemLayout.ROW_GROUPS,
            Map.of(
                    TableReader.SPARK, runs(8, 4, 6),
                    TableReader.READAHEAD, runs(1, 2, 0.5),
                    TableReader.LOCAL, runs(0.4, 0.4, 0.4)),
            0.5);

    @Test
    void takesTheRunInTheMiddle() {
        assertThat(comparison.median(TableReader.SPARK).seconds()).isEqualTo(6);
        assertThat(comparison.median(TableReader.READAHEAD).seconds()).isEqualTo(1);
    }

    @Test
    void comparesRunsOfTheSameRound() {
        // 8, 2 and 12 times as fast, while the ratio of the medians would be 6.
        assertThat(comparison.speedup(TableReader.READAHEAD, TableReader.SPARK)).isEqualTo(8);
    }

    @Test
    void dividesByTheLeastPossibleTime() {
        assertThat(comparison.waitFactor(TableReader.READAHEAD)).isEqualTo(2);
        assertThat(comparison.megabytesPerSecond(TableReader.READAHEAD)).isEqualTo(50);
    }

    @Test
    void drawsBothReadersIntoAPageThatStandsAlone() {
        String page = DemoPage.html(List.of(comparison), LinkProfile.objectStorage());

        assertThat(page)
                .contains("<svg", "TPC-H Q6: 8.0 times as fast", "Spark, S3A as it comes, 6.00 s", "Readahead, 1.00 s")
                .doesNotContain("http:", "https:", "<script", "<link", "NaN");
    }

    private static List<Measurement> runs(double... seconds) {
        LinkCounters link = new LinkCounters(10, 1, 0, 1, 0, 0, 50_000_000, 4, 3, 0);
        return DoubleStream.of(seconds)
                .mapToObj(time -> new Measurement(time, link, new long[] {0, 5_000_000, 3_000_000}, "[answer]"))
                .toList();
    }
}
