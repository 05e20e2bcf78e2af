package dev.readahead.readahead;

import dev.readahead.fetch.LinkEstimate;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DepthControllerTest {
    /** Fills with 5 MB in flight at any size of request. */
    private static final LinkEstimate LINK = new LinkEstimate(50e6, 1e12, 100e6, true);

    @Test
    void beginsWithWhatTheLinkCarriesMeanwhileAndFillsTheLinkOnceTheConsumerHasComeBack() {
        DepthController depth = new DepthController(ReadAheadOptions.adaptive());
        assertThat(depth.depth()).as("nothing is known").isEqualTo(1);
        depth.observe(LINK, 1_000_000);
        assertThat(depth.depth()).as("5 MB in a first-byte time").isEqualTo(5);
        depth.claimed(false, false);
        depth.observe(LINK, 1_000_000);
        assertThat(depth.depth()).as("after the first claim").isEqualTo(5);
        depth.claimed(true, false);
        depth.observe(LINK, 500_000);
        assertThat(depth.depth()).as("after the second").isEqualTo(11);
    }

    @Test
    void beginsWithOneJobIfThatIsLargeOrTheLinkIsUnknown() {
        DepthController large = new DepthController(ReadAheadOptions.adaptive());
        large.observe(LINK, 50_000_000);
        assertThat(large.depth()).isEqualTo(1);
        DepthController unknown = new DepthController(ReadAheadOptions.adaptive());
        unknown.observe(new LinkEstimate(50e6, 1e12, 100e6, false), 500_000);
        assertThat(unknown.depth()).isEqualTo(1);
    }

    @Test
    void needNotFindOutWhatItWasTold() {
        DepthController depth = new DepthController(ReadAheadOptions.adaptive().withReadsToTheEnd(true));
        depth.observe(LINK, 500_000);
        assertThat(depth.depth()).isEqualTo(11);
    }

    @Test
    void doublesWhenTheConsumerWaitsButNotUnderPressure() {
        DepthController depth = new DepthController(ReadAheadOptions.adaptive());
        depth.claimed(false, false);
        assertThat(depth.depth()).as("the first wait says nothing").isEqualTo(1);
        depth.claimed(false, false);
        assertThat(depth.depth()).isEqualTo(2);
        depth.claimed(false, true);
        assertThat(depth.depth()).isEqualTo(2);
        depth.claimed(false, false);
        assertThat(depth.depth()).isEqualTo(4);
    }

    @Test
    void shrinksAfterSeveralReadyJobsButNotBelowWhatTheLinkNeeds() {
        DepthController depth = new DepthController(ReadAheadOptions.adaptive());
        for (int i = 0; i < 6; i++) {
            depth.claimed(false, false);
        }
        assertThat(depth.depth()).isEqualTo(32);
        depth.observe(LINK, 500_000);
        for (int i = 0; i < 8; i++) {
            depth.claimed(true, false);
        }
        assertThat(depth.depth()).isEqualTo(31);
        for (int i = 0; i < 8 * 100; i++) {
            depth.claimed(true, false);
        }
        assertThat(depth.depth()).isEqualTo(11);
    }

    @Test
    void aSetDepthStays() {
        for (int configured : new int[] {0, 1, 7}) {
            DepthController depth =
                    new DepthController(ReadAheadOptions.adaptive().withDepth(configured));
            depth.observe(LINK, 1);
            for (int i = 0; i < 20; i++) {
                depth.claimed(i % 2 == 0, false);
            }
            assertThat(depth.depth()).isEqualTo(configured);
        }
    }
}
