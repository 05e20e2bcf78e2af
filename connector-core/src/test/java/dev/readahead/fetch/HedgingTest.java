package dev.readahead.fetch;

import dev.readahead.metrics.ScanMetrics;
import dev.readahead.metrics.ScanMetrics.Counter;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.FakeStore;
import dev.readahead.storage.Interruption;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StoredObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests whose answers are late, on virtual time. */
class HedgingTest {
    private static final Duration USUAL = Duration.ofMillis(50);
    private static final Duration LATE = Duration.ofMillis(400);

    private final FakeStore objects = new FakeStore();
    private final Simulation simulation = new Simulation(1).withStrands();
    private final SlowStore store = new SlowStore();
    private final ScanMetrics metrics = new ScanMetrics();
    private final StoredObject object = objects.put("a", 1_000_000_000);

    @Test
    void aLateRequestIsSentASecondTimeAndTheFirstAnswerIsTaken() {
        FetchScheduler scheduler = scheduler(true);
        warmUp(scheduler, 40);
        store.late = request -> request == 40;

        byte[] target = new byte[1_000];
        Fetch<Void> fetch = scheduler.fetch(object, new ByteRange(5_000, 1_000), target, 0, Urgency.AWAITED, metrics);
        long begun = simulation.now();
        simulation.runUntil(() -> fetch.result().isDone());

        assertThat(simulation.now() - begun).isLessThan(LATE.toNanos() / 2);
        assertThat(target[999]).isEqualTo(FakeStore.byteAt(5_999));
        assertThat(metrics.get(Counter.HEDGES)).isEqualTo(1);
        assertThat(metrics.get(Counter.HEDGES_WON)).isEqualTo(1);
        assertThat(metrics.get(Counter.REQUESTS)).isEqualTo(42);
        assertThat(metrics.get(Counter.BYTES_FETCHED)).isEqualTo(41_000);
        assertThat(metrics.get(Counter.RETRIES)).isZero();
        simulation.runToTheEnd();
        assertThat(scheduler.inFlight()).isZero();
        assertThat(objects.openStreams()).isZero();
    }

    @Test
    void theFirstRequestWinsIfItsAnswerBeginsFirst() {
        FetchScheduler scheduler = scheduler(true);
        warmUp(scheduler, 40);
        // The first is late by the same as the second: it began before.
        store.late = request -> request >= 40;

        Fetch<Void> fetch = fetch(scheduler, 0);
        simulation.runToTheEnd();

        assertThat(fetch.result()).isCompleted();
        assertThat(metrics.get(Counter.HEDGES)).isEqualTo(1);
        assertThat(metrics.get(Counter.HEDGES_WON)).isZero();
        assertThat(scheduler.inFlight()).isZero();
        assertThat(objects.openStreams()).isZero();
    }

    @Test
    void atMostOneOfTwentyRequestsIsSentTwice() {
        FetchScheduler scheduler = scheduler(true);
        warmUp(scheduler, 40);
        store.late = request -> true;
        warmUp(scheduler, 8);

        assertThat(metrics.get(Counter.REQUESTS)).isEqualTo(50);
        assertThat(metrics.get(Counter.HEDGES)).isEqualTo(2);
    }

    @Test
    void nothingIsSentTwiceBeforeTheUsualTimeIsKnownNorWhenItIsSwitchedOff() {
        FetchScheduler fresh = scheduler(true);
        store.late = request -> true;
        warmUp(fresh, 10);
        assertThat(metrics.get(Counter.HEDGES)).isZero();

        store.late = request -> false;
        FetchScheduler off = scheduler(false);
        warmUp(off, 60);
        store.late = request -> true;
        warmUp(off, 5);
        assertThat(metrics.get(Counter.HEDGES)).isZero();
    }

    @Test
    void aStoreThatAsksForFewerRequestsIsNotSentMore() {
        FetchScheduler scheduler = scheduler(true);
        warmUp(scheduler, 40);
        store.late = request -> request >= 42;
        store.fails = request -> request < 42 ? StorageException.Reason.THROTTLED : null;

        Fetch<Void> refused = fetch(scheduler, 0);
        Fetch<Void> late = fetch(scheduler, 1_000);
        List<Long> hedgesAtAnswer = new ArrayList<>();
        refused.result().thenRun(() -> hedgesAtAnswer.add(metrics.get(Counter.HEDGES)));
        late.result().thenRun(() -> hedgesAtAnswer.add(metrics.get(Counter.HEDGES)));
        simulation.runToTheEnd();

        assertThat(metrics.get(Counter.THROTTLES)).isEqualTo(2);
        // The store has not said that it is well again before the first of the two is answered.
        assertThat(hedgesAtAnswer).hasSize(2).first().isEqualTo(0L);
        assertThat(refused.result()).isCompleted();
        assertThat(late.result()).isCompleted();
    }

    @Test
    void aLateRequestThatFailsLeavesTheMatterToTheSecondOne() {
        FetchScheduler scheduler = scheduler(true);
        warmUp(scheduler, 40);
        store.late = request -> request == 40;
        store.fails = request -> request == 40 ? StorageException.Reason.TRANSIENT : null;
        store.failsAfter = USUAL.multipliedBy(2);

        Fetch<Void> fetch = fetch(scheduler, 0);
        simulation.runToTheEnd();

        assertThat(fetch.result()).isCompleted();
        assertThat(metrics.get(Counter.HEDGES)).isEqualTo(1);
        assertThat(metrics.get(Counter.RETRIES)).isZero();
    }

    @Test
    void bothEndWhenTheFetchIsTakenBack() {
        FetchScheduler scheduler = scheduler(true);
        warmUp(scheduler, 40);
        store.late = request -> true;

        Fetch<Void> fetch = fetch(scheduler, 0);
        simulation.runUntil(() -> scheduler.inFlight() == 2);
        fetch.cancel();
        simulation.runToTheEnd();

        assertThat(fetch.result()).isCompletedExceptionally();
        assertThat(scheduler.inFlight()).isZero();
        assertThat(objects.openStreams()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void underRandomDelaysAndFaultsEveryFetchEndsOnceAndRight(long seed) {
        Simulation random = new Simulation(seed).withStrands();
        SlowStore slow = new SlowStore();
        slow.late = request -> random.random().nextInt(30) == 0;
        slow.fails = request -> random.random().nextInt(12) == 0 ? StorageException.Reason.TRANSIENT : null;
        FetchScheduler scheduler = random.scheduler(slow, new FetchOptions(6, 1 << 20, RetryPolicy.DEFAULT, true));
        List<Fetch<Void>> fetches = new ArrayList<>();
        List<byte[]> targets = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            byte[] target = new byte[3_000];
            targets.add(target);
            fetches.add(
                    scheduler.fetch(object, new ByteRange(i * 3_000L, 3_000), target, 0, Urgency.ahead(i), metrics));
            if (random.random().nextInt(15) == 0) {
                fetches.get(random.random().nextInt(fetches.size())).cancel();
            }
        }
        random.runToTheEnd();

        for (int i = 0; i < fetches.size(); i++) {
            assertThat(fetches.get(i).result()).isDone();
            if (!fetches.get(i).result().isCompletedExceptionally()) {
                for (int at = 0; at < 3_000; at++) {
                    assertThat(targets.get(i)[at]).isEqualTo(FakeStore.byteAt(i * 3_000L + at));
                }
            }
        }
        assertThat(metrics.get(Counter.HEDGES)).isPositive();
        assertThat(scheduler.inFlight()).isZero();
        assertThat(objects.openStreams()).isZero();
    }

    private FetchScheduler scheduler(boolean hedge) {
        return simulation.scheduler(
                store,
                new FetchOptions(
                        8, 1 << 20, new RetryPolicy(5, 2, Duration.ofMillis(50), 2, Duration.ofSeconds(5)), hedge));
    }

    /** One after the other. */
    private void warmUp(FetchScheduler scheduler, int requests) {
        for (int i = 0; i < requests; i++) {
            Fetch<Void> fetch = fetch(scheduler, i * 1_000L);
            simulation.runUntil(() -> fetch.result().isDone());
        }
        simulation.runToTheEnd();
    }

    private Fetch<Void> fetch(FetchScheduler scheduler, long offset) {
        return scheduler.fetch(object, new ByteRange(offset, 1_000), new byte[1_000], 0, Urgency.AWAITED, metrics);
    }

    private interface Late {
        boolean is(int request);
    }

    private interface Fails {
        StorageException.Reason by(int request);
    }

    /** Lets virtual time pass before it answers. */
    private final class SlowStore implements ObjectStore {
        private int requests;
        private Late late = request -> false;
        private Fails fails = request -> null;
        private Duration failsAfter = USUAL;

        @Override
        public ObjectStream open(StoredObject from, ByteRange range, Interruption interruption) throws IOException {
            int request = requests++;
            StorageException.Reason failure = fails.by(request);
            Strand.pause(failure != null ? failsAfter : late.is(request) ? LATE : USUAL, interruption);
            if (interruption.isInterrupted()) {
                throw new StorageException(StorageException.Reason.TRANSIENT, "interrupted");
            }
            if (failure != null) {
                throw new StorageException(failure, from.location() + ": refused");
            }
            return objects.open(from, range, interruption);
        }

        @Override
        public ObjectStream openTail(
                ObjectLocation location, Optional<String> expected, long length, Interruption interruption) {
            throw new UnsupportedOperationException();
        }

        @Override
        public StoredObject head(ObjectLocation location, Interruption interruption) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Iterator<StoredObject> list(ObjectLocation prefix, Interruption interruption) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
