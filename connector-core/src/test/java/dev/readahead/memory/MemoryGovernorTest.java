package dev.readahead.memory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MemoryGovernorTest {
    @Test
    void whatIsNeededNowIsAdmittedBeyondTheBudget() {
        MemoryGovernor governor = new MemoryGovernor(100);
        MemoryAccount account = governor.openAccount();

        Lease lease = account.reserveNeeded(1_000);

        assertThat(governor.heldBytes()).isEqualTo(1_000);
        lease.close();
        assertThat(governor.heldBytes()).isZero();
        assertThat(governor.peakBytes()).isEqualTo(1_000);
    }

    @Test
    void speculationIsAdmittedOnlyWhileTheBudgetHasRoom() {
        MemoryGovernor governor = new MemoryGovernor(100);
        MemoryAccount account = governor.openAccount();

        assertThat(account.tryReserve(101)).isEmpty();
        assertThat(account.tryReserve(80)).isPresent();
        assertThat(account.tryReserve(21)).isEmpty();
    }

    @Test
    void aScanThatHoldsMuchLeavesRoomForANewcomer() {
        MemoryGovernor governor = new MemoryGovernor(1_000);
        MemoryAccount greedy = governor.openAccount();
        while (greedy.tryReserve(10).isPresent()) {}

        assertThat(greedy.heldBytes()).isBetween(800L, 900L);
        assertThat(governor.openAccount().tryReserve(50)).isPresent();
    }

    @Test
    void scansOfOneShareSpeculateWithNoMoreThanItTogether() {
        MemoryGovernor governor = new MemoryGovernor(1_000);
        MemoryShare tenth = governor.share(0.1);
        MemoryAccount first = governor.openAccount(tenth);
        MemoryAccount second = governor.openAccount(tenth);

        Lease sixty = first.tryReserve(60).orElseThrow();
        assertThat(second.tryReserve(41)).isEmpty();
        assertThat(governor.openAccount().tryReserve(41)).isPresent();
        Lease needed = second.reserveNeeded(300);
        assertThat(first.tryReserve(1)).isEmpty();
        needed.close();
        sixty.close();
        assertThat(second.tryReserve(100)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.5, 1.01, Double.NaN})
    void aShareIsAPartOfTheBudget(double part) {
        MemoryGovernor governor = new MemoryGovernor(1_000);
        assertThatThrownBy(() -> governor.share(part)).hasMessageContaining("above 0 and at most 1");
    }

    @Test
    void aLeaseIsReleasedOnceHoweverOftenItIsClosed() {
        MemoryGovernor governor = new MemoryGovernor(100);
        Lease lease = governor.openAccount().reserveNeeded(10);
        Lease other = governor.openAccount().reserveNeeded(20);

        lease.close();
        lease.close();

        assertThat(governor.heldBytes()).isEqualTo(20);
        other.close();
        assertThat(governor.heldBytes()).isZero();
    }

    @Test
    void underPressureNothingSpeculativeIsAdmitted() {
        AtomicBoolean pressure = new AtomicBoolean(true);
        MemoryGovernor governor = new MemoryGovernor(100, pressure::get);
        MemoryAccount account = governor.openAccount();

        assertThat(account.tryReserve(1)).isEmpty();
        assertThat(account.reserveNeeded(1).bytes()).isEqualTo(1);
        pressure.set(false);
        assertThat(account.tryReserve(1)).isPresent();
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> new MemoryGovernor(-1)).hasMessageContaining("-1 bytes");
        MemoryAccount account = new MemoryGovernor(10).openAccount();
        assertThatThrownBy(() -> account.reserveNeeded(-5)).hasMessageContaining("-5");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void agreesWithArithmeticOverRandomOperations(long seed) {
        Random random = new Random(seed);
        long budget = random.nextInt(1_000);
        MemoryGovernor governor = new MemoryGovernor(budget);
        List<MemoryAccount> accounts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            accounts.add(governor.openAccount());
        }
        List<Held> held = new ArrayList<>();
        for (int step = 0; step < 5_000; step++) {
            MemoryAccount account = accounts.get(random.nextInt(accounts.size()));
            long before = sum(held, null);
            int bytes = random.nextInt(100);
            switch (random.nextInt(4)) {
                case 0 -> held.add(new Held(account, account.reserveNeeded(bytes)));
                case 1 -> {
                    Optional<Lease> lease = account.tryReserve(bytes);
                    long free = budget - before;
                    boolean expected = bytes <= free && sum(held, account) + bytes <= 8 * free;
                    assertThat(lease.isPresent()).as("step %s", step).isEqualTo(expected);
                    lease.ifPresent(granted -> held.add(new Held(account, granted)));
                }
                default -> {
                    if (!held.isEmpty()) {
                        held.remove(random.nextInt(held.size())).lease().close();
                    }
                }
            }
            assertThat(governor.heldBytes()).isEqualTo(sum(held, null));
            assertThat(account.heldBytes()).isEqualTo(sum(held, account));
        }
    }

    private static long sum(List<Held> held, MemoryAccount account) {
        return held.stream()
                .filter(one -> account == null || one.account() == account)
                .mapToLong(one -> one.lease().bytes())
                .sum();
    }

    private record Held(MemoryAccount account, Lease lease) {}
}
