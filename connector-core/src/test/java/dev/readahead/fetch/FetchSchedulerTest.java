package dev.readahead.fetch;

import dev.readahead.metrics.ScanMetrics;
import dev.readahead.metrics.ScanMetrics.Counter;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.FakeStore;
import dev.readahead.storage.FakeStore.Fate;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StoredObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FetchSchedulerTest {
    private static final RetryPolicy PATIENT = new RetryPolicy(5, 2, Duration.ofMillis(50), 2, Duration.ofSeconds(5));

    private final FakeStore store = new FakeStore();
    private final Simulation simulation = new Simulation(1);
    private final ScanMetrics metrics = new ScanMetrics();

    @Test
    void theBytesOfTheRangeArriveWhereTheyBelong() {
        StoredObject object = store.put("a", 100_000);
        FetchScheduler scheduler = scheduler(8);
        byte[] target = new byte[5_000];

        Fetch<Void> fetch = scheduler.fetch(object, range(10_000, 3_000), target, 1_000, Urgency.AWAITED, metrics);
        simulation.runToTheEnd();

        assertThat(fetch.result()).isCompleted();
        assertThat(target[999]).isZero();
        for (int i = 0; i < 3_000; i++) {
            assertThat(target[1_000 + i]).isEqualTo(FakeStore.byteAt(10_000 + i));
        }
        assertThat(target[4_000]).isZero();
        assertThat(metrics.get(Counter.BYTES_FETCHED)).isEqualTo(3_000);
        assertThat(metrics.get(Counter.REQUESTS)).isEqualTo(1);
    }

    @Test
    void atMostTheConfiguredNumberOfRequestsIsInFlight() {
        StoredObject object = store.put("a", 1_000_000);
        FetchScheduler scheduler = scheduler(3);
        for (int i = 0; i < 10; i++) {
            fetch(scheduler, object, i * 1_000, Urgency.AWAITED);
        }

        assertThat(scheduler.inFlight()).isEqualTo(3);
        assertThat(simulation.waiting()).isEqualTo(3);
        simulation.runToTheEnd();
        assertThat(store.requests()).isEqualTo(10);
        assertThat(scheduler.inFlight()).isZero();
    }

    @Test
    void whatSomebodyWaitsForGoesFirstThenWhatIsNearThenWhatIsOlder() {
        StoredObject object = store.put("a", 1_000_000);
        FetchScheduler scheduler = scheduler(1);
        fetch(scheduler, object, 0, Urgency.ahead(1));
        fetch(scheduler, object, 1_000, Urgency.ahead(3));
        fetch(scheduler, object, 2_000, Urgency.ahead(2));
        fetch(scheduler, object, 3_000, Urgency.ahead(2));
        Fetch<Void> promoted = fetch(scheduler, object, 4_000, Urgency.ahead(9));
        promoted.promote();
        simulation.runToTheEnd();

        assertThat(store.log())
                .containsExactly(
                        "a bytes 0-999",
                        "a bytes 4000-4999",
                        "a bytes 2000-2999",
                        "a bytes 3000-3999",
                        "a bytes 1000-1999");
    }

    @Test
    void aTruncatedBodyIsResumedAtTheByteItReached() {
        StoredObject object = store.put("a", 100_000);
        store.fates((request, location) -> request == 0 ? Fate.TRUNCATED : Fate.SERVED);
        byte[] target = new byte[10_000];

        Fetch<Void> fetch = scheduler(1).fetch(object, range(20_000, 10_000), target, 0, Urgency.AWAITED, metrics);
        simulation.runToTheEnd();

        assertThat(fetch.result()).isCompleted();
        assertThat(store.log()).containsExactly("a bytes 20000-29999", "a bytes 25000-29999");
        assertThat(metrics.get(Counter.BYTES_FETCHED)).isEqualTo(10_000);
        assertThat(metrics.get(Counter.RETRIES)).isEqualTo(1);
        for (int i = 0; i < target.length; i++) {
            assertThat(target[i]).isEqualTo(FakeStore.byteAt(20_000 + i));
        }
    }

    @Test
    void transientFailuresAndThrottlesAreCountedApart() {
        StoredObject object = store.put("a", 100_000);
        store.fates((request, location) -> switch (request) {
            case 0, 2 -> Fate.THROTTLED;
            case 1 -> Fate.BROKEN_BEFORE_FIRST_BYTE;
            default -> Fate.SERVED;
        });

        Fetch<Void> fetch = fetch(scheduler(4), object, 0, Urgency.AWAITED);
        simulation.runToTheEnd();

        assertThat(fetch.result()).isCompleted();
        assertThat(metrics.get(Counter.RETRIES)).isEqualTo(3);
        assertThat(metrics.get(Counter.THROTTLES)).isEqualTo(2);
    }

    @Test
    void patienceEndsAndTheErrorSaysHowOftenItWasTried() {
        StoredObject object = store.put("a", 100_000);
        FetchScheduler scheduler = scheduler(4);
        fetch(scheduler, object, 0, Urgency.AWAITED);
        simulation.runToTheEnd();
        store.fates((request, location) -> Fate.BROKEN_BEFORE_FIRST_BYTE);

        Fetch<Void> fetch = fetch(scheduler, object, 0, Urgency.AWAITED);
        simulation.runToTheEnd();

        assertThat(store.requests()).isEqualTo(1 + 6);
        assertThatThrownBy(() -> fetch.result().join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("given up after 6 attempts")
                .hasMessageContaining("fake://bucket/a");
    }

    @Test
    void aStoreThatNeverAnsweredIsGivenUpSooner() {
        StoredObject object = store.put("a", 100_000);
        store.fates((request, location) -> Fate.BROKEN_BEFORE_FIRST_BYTE);

        Fetch<Void> fetch = fetch(scheduler(4), object, 0, Urgency.AWAITED);
        simulation.runToTheEnd();

        assertThat(store.requests()).isEqualTo(3);
        assertThat(fetch.result()).isCompletedExceptionally();
    }

    @Test
    void aLongDownloadWithABreakInEveryAttemptSucceedsAsLongAsItMovesOn() {
        StoredObject object = store.put("a", 1_000_000);
        store.fates((request, location) -> request < 12 ? Fate.TRUNCATED : Fate.SERVED);
        byte[] target = new byte[1_000_000];

        Fetch<Void> fetch = scheduler(1).fetch(object, range(0, 1_000_000), target, 0, Urgency.AWAITED, metrics);
        simulation.runToTheEnd();

        assertThat(fetch.result()).isCompleted();
        assertThat(metrics.get(Counter.BYTES_FETCHED)).isEqualTo(1_000_000);
    }

    @Test
    void whatCannotSucceedIsNotRepeated() {
        FetchScheduler scheduler = scheduler(4);
        Fetch<ObjectTail> fetch = scheduler.fetchTail(
                new ObjectLocation("fake", "bucket", "nowhere"), Optional.empty(), 10, Urgency.AWAITED, metrics);
        simulation.runToTheEnd();

        assertThatThrownBy(() -> fetch.result().join()).cause().hasMessageContaining("fake://bucket/nowhere");
        assertThat(metrics.get(Counter.REQUESTS)).isEqualTo(1);
        assertThat(metrics.get(Counter.RETRIES)).isZero();
    }

    @Test
    void aTailTellsTheObjectAndIsResumedAsAPlainRange() {
        store.put("a", 100_000);
        store.fates((request, location) -> request == 0 ? Fate.TRUNCATED : Fate.SERVED);

        Fetch<ObjectTail> fetch = scheduler(1)
                .fetchTail(
                        new ObjectLocation("fake", "bucket", "a"), Optional.empty(), 8_000, Urgency.AWAITED, metrics);
        simulation.runToTheEnd();

        ObjectTail tail = fetch.result().join();
        assertThat(tail.object().length()).isEqualTo(100_000);
        assertThat(tail.offset()).isEqualTo(92_000);
        assertThat(tail.bytes()).hasSize(8_000);
        assertThat(tail.bytes()[7_999]).isEqualTo(FakeStore.byteAt(99_999));
        assertThat(store.log()).containsExactly("a tail 8000", "a bytes 96000-99999");
    }

    @Test
    void theTailOfAShortObjectIsTheWholeObject() {
        store.put("short", 10);
        store.put("empty", 0);
        FetchScheduler scheduler = scheduler(1);
        Fetch<ObjectTail> shorter = scheduler.fetchTail(
                new ObjectLocation("fake", "bucket", "short"), Optional.empty(), 100, Urgency.AWAITED, metrics);
        Fetch<ObjectTail> empty = scheduler.fetchTail(
                new ObjectLocation("fake", "bucket", "empty"), Optional.empty(), 100, Urgency.AWAITED, metrics);
        simulation.runToTheEnd();

        assertThat(shorter.result().join().bytes()).hasSize(10);
        assertThat(empty.result().join().bytes()).isEmpty();
    }

    @Test
    void throttlesInARowSilenceTheWholeStoreForAWhile() {
        StoredObject object = store.put("a", 100_000);
        FetchScheduler scheduler = scheduler(2);
        store.fates((request, location) -> request < 2 ? Fate.THROTTLED : Fate.SERVED);
        fetch(scheduler, object, 0, Urgency.AWAITED);
        fetch(scheduler, object, 1_000, Urgency.AWAITED);
        fetch(scheduler, object, 2_000, Urgency.AWAITED);
        simulation.step();
        simulation.step();

        assertThat(store.requests()).isEqualTo(2);
        assertThat(scheduler.inFlight())
                .as("a third request right after two refusals")
                .isZero();
        simulation.runToTheEnd();
        assertThat(store.requests()).isEqualTo(5);
    }

    @Test
    void aWaitingFetchThatIsCancelledIsNeverSent() {
        StoredObject object = store.put("a", 100_000);
        FetchScheduler scheduler = scheduler(1);
        fetch(scheduler, object, 0, Urgency.AWAITED);
        Fetch<Void> cancelled = fetch(scheduler, object, 1_000, Urgency.AWAITED);

        cancelled.cancel();

        assertThat(cancelled.result()).isCompletedExceptionally();
        simulation.runToTheEnd();
        assertThat(store.log()).containsExactly("a bytes 0-999");
    }

    @Test
    void aRunningFetchThatIsCancelledCompletesWhenItHasLetGoOfItsBuffer() {
        StoredObject object = store.put("a", 100_000);
        FetchScheduler scheduler = scheduler(1);
        Fetch<Void> fetch = fetch(scheduler, object, 0, Urgency.AWAITED);

        fetch.cancel();

        assertThat(fetch.result()).isNotDone();
        simulation.runToTheEnd();
        assertThat(fetch.result()).isDone();
        assertThat(scheduler.inFlight()).isZero();
        assertThat(store.openStreams()).isZero();
    }

    @Test
    void closingAnswersEveryFetchAndClosesTheStore() throws Exception {
        StoredObject object = store.put("a", 100_000);
        store.fates((request, location) -> Fate.BROKEN_BEFORE_FIRST_BYTE);
        FetchScheduler scheduler = FetchScheduler.create(store, new FetchOptions(2, 1_000, PATIENT, false));
        List<Fetch<Void>> fetches = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            fetches.add(fetch(scheduler, object, i * 1_000, Urgency.AWAITED));
        }
        CountDownLatch answered = new CountDownLatch(fetches.size());
        fetches.forEach(fetch -> fetch.result().whenComplete((nothing, error) -> answered.countDown()));

        scheduler.close();

        assertThat(answered.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(store.isClosed()).isTrue();
        assertThat(fetch(scheduler, object, 0, Urgency.AWAITED).result())
                .isCompletedExceptionally()
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(java.util.concurrent.CancellationException.class);
    }

    @Test
    void largeSpeculativeRequestsAreHeldBackByWhatTheLinkCarries() {
        StoredObject object = store.put("a", 1L << 40);
        FetchScheduler scheduler = scheduler(100);
        for (int i = 0; i < 50; i++) {
            scheduler.fetch(
                    object, range((long) i << 23, 8 << 20), new byte[8 << 20], 0, Urgency.ahead(i + 1), metrics);
        }

        assertThat(scheduler.inFlight()).isEqualTo(8);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void underRandomFaultsAndCancellationsEveryFetchEndsAndWhatArrivesIsRight(long seed) {
        Simulation random = new Simulation(seed);
        StoredObject object = store.put("a", 10_000_000);
        store.fates((request, location) -> switch (random.random().nextInt(10)) {
            case 0 -> Fate.THROTTLED;
            case 1 -> Fate.BROKEN_BEFORE_FIRST_BYTE;
            case 2 -> Fate.TRUNCATED;
            default -> Fate.SERVED;
        });
        FetchScheduler scheduler = random.scheduler(store, new FetchOptions(5, 1 << 20, RetryPolicy.DEFAULT, true));
        List<Fetch<Void>> fetches = new ArrayList<>();
        List<byte[]> targets = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            byte[] target = new byte[5_000];
            targets.add(target);
            fetches.add(scheduler.fetch(
                    object,
                    range(i * 5_000L, 5_000),
                    target,
                    0,
                    Urgency.ahead(random.random().nextInt(9)),
                    metrics));
            if (random.random().nextInt(4) == 0) {
                random.step();
            }
            if (random.random().nextInt(8) == 0) {
                fetches.get(random.random().nextInt(fetches.size())).cancel();
            }
        }
        random.runToTheEnd();

        for (int i = 0; i < fetches.size(); i++) {
            assertThat(fetches.get(i).result()).isDone();
            if (!fetches.get(i).result().isCompletedExceptionally()) {
                for (int at = 0; at < 5_000; at++) {
                    assertThat(targets.get(i)[at]).isEqualTo(FakeStore.byteAt(i * 5_000L + at));
                }
            } else {
                Fetch<Void> failed = fetches.get(i);
                assertThatThrownBy(() -> failed.result().join()).isInstanceOf(CancellationException.class);
            }
        }
        assertThat(scheduler.inFlight()).isZero();
        assertThat(store.openStreams()).isZero();
    }

    @Test
    void aScanWithALimitOfItsOwnKeepsToItAndDoesNotHoldUpOthers() {
        StoredObject object = store.put("a", 1_000_000);
        FetchScheduler all = scheduler(5);
        FetchScheduler limited = all.limitedTo(new ScanLimits(2, 1_000, false));
        List<Fetch<Void>> fetches = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            fetches.add(fetch(limited, object, i * 1_000, Urgency.AWAITED));
        }
        assertThat(all.inFlight()).isEqualTo(2);
        for (int i = 10; i < 20; i++) {
            fetches.add(fetch(all, object, i * 1_000, Urgency.ahead(3)));
        }
        assertThat(all.inFlight()).isEqualTo(5);
        fetches.get(5).cancel();
        fetches.get(7).promote();
        simulation.runToTheEnd();

        assertThat(fetches).allSatisfy(fetch -> assertThat(fetch.result()).isDone());
        assertThat(store.requests()).isEqualTo(19);
        assertThat(all.inFlight()).isZero();
        assertThat(limited.storeIdentity()).isEqualTo(all.storeIdentity());
    }

    private FetchScheduler scheduler(int maxInFlight) {
        return simulation.scheduler(store, new FetchOptions(maxInFlight, 8 << 20, PATIENT, true));
    }

    private Fetch<Void> fetch(FetchScheduler scheduler, StoredObject object, long offset, Urgency urgency) {
        return scheduler.fetch(object, range(offset, 1_000), new byte[1_000], 0, urgency, metrics);
    }

    private static ByteRange range(long offset, long length) {
        return new ByteRange(offset, length);
    }
}
