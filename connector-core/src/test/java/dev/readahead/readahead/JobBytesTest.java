package dev.readahead.readahead;

import dev.readahead.storage.ByteRange;
import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

class JobBytesTest {
    private final JobBytes bytes = new JobBytes(new TreeMap<>(Map.of(
            100L, new byte[] {0, 1, 2, 3},
            104L, new byte[] {4, 5},
            200L, new byte[] {9})));

    @Test
    void aRangeInOneArrayIsAView() {
        assertThat(bytes.slice(new ByteRange(101, 2)).orElseThrow().get(1)).isEqualTo((byte) 2);
        assertThat(bytes.slice(new ByteRange(200, 1)).orElseThrow().remaining()).isEqualTo(1);
    }

    @Test
    void aRangeAcrossArraysIsHeldButHasNoView() {
        assertThat(bytes.holds(new ByteRange(102, 4))).isTrue();
        assertThat(bytes.slice(new ByteRange(102, 4))).isEmpty();
        byte[] copy = new byte[6];
        assertThat(bytes.copy(102, copy, 1, 5)).isEqualTo(4);
        assertThat(copy).containsExactly(0, 2, 3, 4, 5, 0);
    }

    @Test
    void whatWasNotFetchedIsNotThere() {
        assertThat(bytes.holds(new ByteRange(99, 2))).isFalse();
        assertThat(bytes.holds(new ByteRange(105, 2))).isFalse();
        assertThat(bytes.slice(new ByteRange(0, 1))).isEmpty();
        assertThat(bytes.slice(new ByteRange(199, 2))).isEmpty();
        assertThat(bytes.copy(300, new byte[1], 0, 1)).isZero();
    }
}
