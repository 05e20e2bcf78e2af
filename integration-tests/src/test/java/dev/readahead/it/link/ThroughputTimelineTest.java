package dev.readahead.it.link;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ThroughputTimelineTest {
    private static final long MILLI = 1_000_000;

    private final ThroughputTimeline timeline = new ThroughputTimeline(500 * MILLI);

    @Test
    void countsBytesInTheTwentiethOfASecondInWhichTheyWereSent() {
        timeline.record(500 * MILLI, 1);
        timeline.record(549 * MILLI, 2);
        timeline.record(550 * MILLI, 4);
        timeline.record(710 * MILLI, 8);

        assertThat(timeline.bytesPerBucket()).containsExactly(3, 4, 0, 0, 8);
    }

    @Test
    void growsAsLongAsItMayAndThenForgets() {
        timeline.record(500 * MILLI + (ThroughputTimeline.MAX_BUCKETS - 1) * 50 * MILLI, 5);
        timeline.record(500 * MILLI + ThroughputTimeline.MAX_BUCKETS * 50 * MILLI, 7);

        assertThat(timeline.bytesPerBucket())
                .hasSize(ThroughputTimeline.MAX_BUCKETS)
                .endsWith(5);
    }

    @Test
    void beginsAgain() {
        timeline.record(700 * MILLI, 5);
        timeline.restart(1_000 * MILLI);
        assertThat(timeline.bytesPerBucket()).isEmpty();

        timeline.record(1_060 * MILLI, 7);
        assertThat(timeline.bytesPerBucket()).containsExactly(0, 7);
    }
}
