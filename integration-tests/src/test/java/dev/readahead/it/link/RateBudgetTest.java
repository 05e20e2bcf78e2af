package dev.readahead.it.link;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RateBudgetTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;

    private final RateBudget budget = new RateBudget(1_000_000, 50 * MILLI, 1_000);

    @Test
    void earnsWhatTheRateAllows() {
        assertThat(budget.available(7 * SECOND)).isZero();
        assertThat(budget.available(7 * SECOND + 10 * MILLI)).isEqualTo(10_000);

        budget.spend(4_000);

        assertThat(budget.available(7 * SECOND + 11 * MILLI)).isEqualTo(7_000);
    }

    @Test
    void neverSendsMoreInTheLongRun() {
        long sent = 0;
        for (long now = 0; now <= 10 * SECOND; now += 3 * MILLI) {
            long turn = Math.min(budget.available(now), 32_768);
            budget.spend(turn);
            sent += turn;
        }

        assertThat(sent).isBetween(9_990_000L, 10_000_000L);
    }

    @Test
    void catchesUpLostTimeWithinBounds() {
        budget.available(0);

        assertThat(budget.available(SECOND)).isEqualTo(50_000);
    }

    @Test
    void savesUpForATurnHoweverLowTheRate() {
        RateBudget slow = new RateBudget(1_000, MILLI, 32_768);
        slow.available(0);

        assertThat(slow.available(100 * SECOND)).isEqualTo(32_768);
    }

    @Test
    void earnsNothingWhileNobodyWantsToSend() {
        budget.available(0);
        budget.available(20 * MILLI);
        budget.rest();

        assertThat(budget.available(SECOND)).isZero();
        assertThat(budget.available(SECOND + MILLI)).isEqualTo(1_000);
    }

    @Test
    void savesOnlySoMuchForLaterWhenSomethingElseHeldBack() {
        budget.available(0);
        budget.available(20 * MILLI);
        budget.forgetAbove(500);

        assertThat(budget.available(21 * MILLI)).isEqualTo(1_500);
    }

    @Test
    void letsEverythingPassWithoutALimit() {
        RateBudget unlimited = new RateBudget(0, 0, 0);
        unlimited.available(0);
        unlimited.spend(1L << 40);

        assertThat(unlimited.available(0)).isEqualTo(Long.MAX_VALUE);
    }
}
