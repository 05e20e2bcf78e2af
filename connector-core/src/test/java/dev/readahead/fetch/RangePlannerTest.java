package dev.readahead.fetch;

import dev.readahead.storage.ByteRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

class RangePlannerTest {
    private static final LinkEstimate FIFTY_MILLIS_EIGHTY_MB = new LinkEstimate(50e6, 80e6, 100e6, true);

    @Test
    void rangesThatTouchOrOverlapOrRepeatAreOne() {
        assertThat(coalesce(range(10, 5), range(15, 5), range(12, 6), range(10, 5)))
                .containsExactly(range(10, 10));
    }

    @Test
    void rangesOutOfOrderComeInOrder() {
        assertThat(coalesce(range(20_000_000, 5), range(0, 5))).containsExactly(range(0, 5), range(20_000_000, 5));
    }

    @Test
    void aGapIsReadOverWhileTheExtraBytesStayATenthOfTheNeededOnes() {
        assertThat(coalesce(range(0, 1_000_000), range(1_100_000, 1_000_000))).containsExactly(range(0, 2_100_000));
        assertThat(coalesce(range(0, 100_000), range(1_100_000, 100_000))).hasSize(2);
    }

    @Test
    void theSmallestGapsAreReadOverFirst() {
        // 2.1 MB needed allow 210 kB of gaps: the one of 50 kB, and then not the one of 190 kB.
        assertThat(coalesce(range(0, 1_000_000), range(1_190_000, 1_000_000), range(2_240_000, 100_000)))
                .containsExactly(range(0, 1_000_000), range(1_190_000, 1_150_000));
    }

    @Test
    void aGapThatTakesLongerThanAFirstByteIsNotReadOver() {
        LinkEstimate quick = new LinkEstimate(1e6, 80e6, 100e6, true);
        assertThat(RangePlanner.coalesce(List.of(range(0, 10_000_000), range(10_100_000, 10_000_000)), quick))
                .hasSize(2);
    }

    @Test
    void chunksBeyondTwoGigabytesStayLongs() {
        ByteRange huge = range(3L << 30, 5L << 30);
        assertThat(coalesce(huge)).containsExactly(huge);
        assertThat(RangePlanner.split(huge, 1 << 30)).hasSize(5).allMatch(part -> part.length() == 1 << 30);
    }

    @Test
    void aRangeIsSplitIntoPartsOfTheRequestSize() {
        assertThat(RangePlanner.split(range(5, 25), 10)).containsExactly(range(5, 10), range(15, 10), range(25, 5));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void coversExactlyTheNeededBytesAndFewOthers(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<ByteRange> needed = new ArrayList<>();
            for (int i = random.nextInt(12); i >= 0; i--) {
                needed.add(range(random.nextInt(200_000), 1 + random.nextInt(20_000)));
            }
            List<ByteRange> planned = RangePlanner.coalesce(needed, FIFTY_MILLIS_EIGHTY_MB);

            BitSet wanted = bits(needed);
            BitSet fetched = bits(planned);
            BitSet missing = (BitSet) wanted.clone();
            missing.andNot(fetched);
            assertThat(missing.cardinality()).as("bytes missing").isZero();
            assertThat(planned).isSorted();
            for (int i = 1; i < planned.size(); i++) {
                assertThat(planned.get(i).offset())
                        .as("ranges apart")
                        .isGreaterThan(planned.get(i - 1).end());
            }
            long extra = fetched.cardinality() - wanted.cardinality();
            long allowed = wanted.cardinality() / 10 + needed.size() * RangePlanner.LEAST_GAP_BYTES;
            assertThat(extra).isLessThanOrEqualTo(allowed);
        }
    }

    private static BitSet bits(List<ByteRange> ranges) {
        BitSet bits = new BitSet();
        ranges.forEach(range -> bits.set((int) range.offset(), (int) range.end()));
        return bits;
    }

    private static List<ByteRange> coalesce(ByteRange... ranges) {
        return RangePlanner.coalesce(List.of(ranges), FIFTY_MILLIS_EIGHTY_MB);
    }

    private static ByteRange range(long offset, long length) {
        return new ByteRange(offset, length);
    }
}
