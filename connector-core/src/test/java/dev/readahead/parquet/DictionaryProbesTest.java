package dev.readahead.parquet;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DictionaryProbesTest {
    private final DictionaryProbes probes = new DictionaryProbes();

    @Test
    void theyStopWhenTheFirstOnesRuledNothingOut() {
        for (int i = 0; i < DictionaryProbes.PATIENCE; i++) {
            assertThat(probes.pay()).isTrue();
            probes.tried(false);
        }
        assertThat(probes.pay()).isFalse();
    }

    @Test
    void theyGoOnWhenOneOfThemRuledARowGroupOut() {
        probes.tried(true);
        for (int i = 0; i < 10 * DictionaryProbes.PATIENCE; i++) {
            probes.tried(false);
        }
        assertThat(probes.pay()).isTrue();
    }
}
