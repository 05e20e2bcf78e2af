package dev.readahead.readahead;

import dev.readahead.fetch.FetchOptions;
import dev.readahead.fetch.FetchScheduler;
import dev.readahead.fetch.RetryPolicy;
import dev.readahead.fetch.Simulation;
import dev.readahead.memory.MemoryGovernor;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.metrics.ScanMetrics.Counter;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.FakeStore;
import dev.readahead.storage.FakeStore.Fate;
import dev.readahead.storage.StoredObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReadAheadQueueTest {
    private static final int PLENTY = 1 << 30;

    private final FakeStore store = new FakeStore();
    private final Simulation simulation = new Simulation(7);
    private final StoredObject object = store.put("a", 100_000_000);
    private final FetchScheduler scheduler = simulation.scheduler(
            store,
            new FetchOptions(50, 2_000, new RetryPolicy(2, 2, Duration.ofMillis(1), 2, Duration.ofSeconds(1)), true));
    private final ScanMetrics metrics = new ScanMetrics();

    private MemoryGovernor governor = new MemoryGovernor(PLENTY);
    private ScriptedPlanner planner;
    private ReadAheadQueue<Integer> queue;

    @AfterEach
    void everythingIsGivenBack() {
        queue.close();
        simulation.runToTheEnd();
        assertThat(governor.heldBytes()).as("bytes held after close").isZero();
        assertThat(scheduler.inFlight()).isZero();
        assertThat(planner.isClosed()).isTrue();
    }

    @Test
    void jobsComeInOrderWithTheirBytesAndThenTheEnd() {
        open(5, ReadAheadOptions.adaptive());

        for (int expected = 0; expected < 5; expected++) {
            Job<Integer> job = claim().orElseThrow();
            assertThat(job.description()).isEqualTo(expected);
            for (ByteRange range : ScriptedPlanner.ranges(expected)) {
                ByteBuffer bytes = job.bytes().slice(range).orElseThrow();
                assertThat(bytes.remaining()).isEqualTo((int) range.length());
                for (int i = 0; i < range.length(); i++) {
                    assertThat(bytes.get(i)).isEqualTo(FakeStore.byteAt(range.offset() + i));
                }
            }
            job.close();
        }
        assertThat(claim()).isEmpty();
        assertThat(claim()).isEmpty();
        assertThat(metrics.get(Counter.JOBS)).isEqualTo(5);
        assertThat(metrics.get(Counter.BYTES_NEEDED)).isEqualTo(5 * ScriptedPlanner.BYTES_OF_A_JOB);
        assertThat(metrics.get(Counter.BYTES_FETCHED)).isEqualTo(5 * ScriptedPlanner.BYTES_OF_A_JOB);
        assertThat(metrics.get(Counter.REQUESTS)).isEqualTo(5 * 3);
    }

    @Test
    void withoutReadAheadOnlyTheJobAskedForIsFetched() {
        open(5, ReadAheadOptions.adaptive().withDepth(0));

        claim().orElseThrow().close();

        assertThat(planner.planned()).isEqualTo(1);
        assertThat(metrics.get(Counter.BYTES_FETCHED)).isEqualTo(ScriptedPlanner.BYTES_OF_A_JOB);
    }

    @Test
    void aSetDepthKeepsThatManyJobsAheadWhateverTheBudget() {
        governor = new MemoryGovernor(0);
        open(100, ReadAheadOptions.adaptive().withDepth(6));

        claim().orElseThrow();

        assertThat(queue.jobsAhead()).isEqualTo(6);
        assertThat(planner.planned()).isEqualTo(7);
    }

    @Test
    void theFirstClaimCostsOneJobMoreAndTheSecondOpensTheWindow() {
        open(100, ReadAheadOptions.adaptive());

        claim().orElseThrow().close();
        assertThat(planner.planned())
                .as("planned for a consumer that may stop here")
                .isEqualTo(2);
        claim().orElseThrow().close();
        simulation.runToTheEnd();
        assertThat(planner.planned()).as("planned for one that goes on").isGreaterThan(5);
    }

    @Test
    void nothingIsPlannedPastTheRowLimit() {
        open(100, ReadAheadOptions.adaptive().withDepth(50).withRowLimit(OptionalLong.of(250)));

        for (int i = 0; i < 3; i++) {
            claim().orElseThrow().close();
        }
        assertThat(claim()).isEmpty();
        assertThat(planner.planned()).isEqualTo(3);
        assertThat(metrics.get(Counter.BYTES_FETCHED)).isEqualTo(3 * ScriptedPlanner.BYTES_OF_A_JOB);
    }

    @Test
    void aRowLimitOfZeroReadsNothing() {
        open(100, ReadAheadOptions.adaptive().withRowLimit(OptionalLong.of(0)));

        assertThat(claim()).isEmpty();
        assertThat(planner.planned()).isZero();
    }

    @Test
    void withoutAnyBudgetEveryJobIsStillAdmittedWhenItIsNeeded() {
        governor = new MemoryGovernor(0);
        open(10, ReadAheadOptions.adaptive());

        for (int i = 0; i < 10; i++) {
            Job<Integer> job = claim().orElseThrow();
            assertThat(governor.heldBytes()).isEqualTo(ScriptedPlanner.BYTES_OF_A_JOB);
            job.close();
        }
        assertThat(claim()).isEmpty();
        assertThat(governor.peakBytes()).isEqualTo(ScriptedPlanner.BYTES_OF_A_JOB);
    }

    @Test
    void theErrorOfAJobReachesTheConsumerAfterTheJobsBeforeItAndEndsThePlanning() {
        store.fates((request, location) -> request >= 6 ? Fate.NOT_FOUND : Fate.SERVED);
        open(100, ReadAheadOptions.adaptive().withDepth(0));

        claim().orElseThrow().close();
        claim().orElseThrow().close();
        CompletableFuture<Optional<Job<Integer>>> third = queue.claim();
        simulation.runToTheEnd();

        assertThatThrownBy(third::join).cause().hasMessageContaining("fake://bucket/a");
        assertThatThrownBy(() -> queue.claim().join()).cause().hasMessageContaining("fake://bucket/a");
        assertThat(planner.planned()).isEqualTo(3);
        assertThat(governor.heldBytes()).isZero();
    }

    @Test
    void theErrorOfAPlanReachesTheConsumerAfterTheJobsBeforeIt() {
        planner = new ScriptedPlanner(simulation, scheduler, object, 100, 2, 1);
        openWith(planner, ReadAheadOptions.adaptive().withDepth(10));

        claim().orElseThrow().close();
        claim().orElseThrow().close();
        assertThatThrownBy(this::claim).cause().hasMessage("plan 2");
    }

    @Test
    void closingAnswersTheClaimThatWaits() {
        open(5, ReadAheadOptions.adaptive());
        CompletableFuture<Optional<Job<Integer>>> waiting = queue.claim();

        queue.close();
        simulation.runToTheEnd();

        assertThat(waiting).isCompletedExceptionally();
        assertThat(queue.claim()).isCompletedExceptionally();
    }

    @Test
    void closingTakesBackTheJobThatTheConsumerHolds() {
        open(5, ReadAheadOptions.adaptive());
        Job<Integer> held = claim().orElseThrow();

        queue.close();

        assertThatThrownBy(held::bytes).isInstanceOf(IllegalStateException.class);
        held.close();
    }

    @Test
    void theTimeThatTheConsumerWaitedIsCounted() {
        open(2, ReadAheadOptions.adaptive());

        claim().orElseThrow().close();
        long waited = metrics.get(Counter.WAIT_NANOS);
        assertThat(waited).isPositive();
        simulation.runToTheEnd();
        assertThat(queue.claim()).isCompleted();
        assertThat(metrics.get(Counter.WAIT_NANOS)).isEqualTo(waited);
        assertThat(metrics.get(Counter.JOBS_READY)).isEqualTo(1);
    }

    private void open(int jobs, ReadAheadOptions options) {
        openWith(new ScriptedPlanner(simulation, scheduler, object, jobs, -1, 0.5), options);
    }

    private void openWith(ScriptedPlanner newPlanner, ReadAheadOptions options) {
        planner = newPlanner;
        queue = new ReadAheadQueue<>(
                newPlanner, governor.openAccount(), governor::isUnderPressure, options, metrics, simulation::now);
    }

    private Optional<Job<Integer>> claim() {
        CompletableFuture<Optional<Job<Integer>>> claim = queue.claim();
        simulation.runUntil(claim::isDone);
        return claim.join();
    }
}
