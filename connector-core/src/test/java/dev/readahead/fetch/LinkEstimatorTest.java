package dev.readahead.fetch;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class LinkEstimatorTest {
    private final LinkEstimator estimator = new LinkEstimator();

    @Test
    void assumesSomethingUntilItHasMeasured() {
        assertThat(estimator.estimate().measured()).isFalse();
        assertThat(estimator.estimate().bytesPerFirstByte()).isEqualTo(0.030 * 85e6, within(1.0));
    }

    @Test
    void theFirstMeasurementReplacesTheAssumptionAndLaterOnesMoveIt() {
        estimator.firstByte(50_000_000);
        assertThat(estimator.estimate().firstByteNanos()).isEqualTo(50e6);
        estimator.firstByte(100_000_000);
        assertThat(estimator.estimate().firstByteNanos()).isEqualTo(60e6, within(1.0));
    }

    @Test
    void theRateOfAConnectionIsMeasuredOnBodiesLongEnoughToTell() {
        estimator.body(1_000, 1);
        assertThat(estimator.estimate().connectionBytesPerSecond()).isEqualTo(85e6);
        estimator.body(8_000_000, 100_000_000);
        assertThat(estimator.estimate().connectionBytesPerSecond()).isEqualTo(80e6, within(1.0));
    }

    @Test
    void theRateOfTheLinkIsTheMostThatAWindowCarried() {
        long now = 0;
        for (int i = 0; i <= 10; i++) {
            estimator.arrived(1_000_000, now);
            now += 10_000_000;
        }
        assertThat(estimator.estimate().linkBytesPerSecond()).isEqualTo(110e6, within(1e6));
    }

    @Test
    void anIdleTimeIsNotTakenForASlowLink() {
        for (int i = 0; i <= 10; i++) {
            estimator.arrived(1_000_000, i * 10_000_000L);
        }
        double busy = estimator.estimate().linkBytesPerSecond();
        estimator.arrived(1, 3_600_000_000_000L);
        estimator.arrived(1, 3_600_050_000_000L);
        assertThat(estimator.estimate().linkBytesPerSecond()).isEqualTo(busy);
    }

    @Test
    void littlesLawSaysWhatMustBeUnderWay() {
        LinkEstimate link = new LinkEstimate(50e6, 80e6, 100e6, true);
        // 8 MB take 50 ms + 100 ms; 100 MB/s for 150 ms are 15 MB.
        assertThat(link.bytesInFlightToFill(8e6)).isEqualTo(15e6, within(1.0));
    }
}
