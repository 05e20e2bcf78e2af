package dev.readahead.parquet;

import dev.readahead.fetch.FetchOptions;
import dev.readahead.fetch.FetchScheduler;
import dev.readahead.fetch.Urgency;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.FakeStore;
import dev.readahead.storage.FakeStore.Fate;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StoredObject;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FooterCacheTest {
    private static final long MOST_SECONDS = 30;

    private final FakeStore store = new FakeStore();
    // On a busy machine any request may be late, and requests are counted here.
    private final FetchScheduler scheduler =
            FetchScheduler.create(store, FetchOptions.defaults().withHedge(false));
    private final FooterCache footers = new FooterCache(1 << 20);
    private final ScanMetrics metrics = new ScanMetrics();

    @AfterEach
    void close() {
        scheduler.close();
    }

    @Test
    void whoAsksMeanwhileSharesTheRequestAndMayGiveUpAlone() throws Exception {
        StoredObject object = store.put("a", ParquetFiles.file(0, 100, 100));
        CountDownLatch asked = new CountDownLatch(1);
        store.fates((request, location) -> {
            await(asked);
            return Fate.SERVED;
        });

        CompletableFuture<ParquetFooter> first = load(object);
        CompletableFuture<ParquetFooter> second = load(object);
        CompletableFuture<ParquetFooter> third = load(object);
        first.cancel(true);
        asked.countDown();

        assertThat(get(second).metadata()).isSameAs(get(third).metadata());
        assertThat(get(load(object)).metadata()).isSameAs(get(second).metadata());
        assertThat(store.requests()).isEqualTo(1);
    }

    @Test
    void aLoadIsTakenBackWhenTheLastOfThoseWhoWaitGivesUp() throws Exception {
        StoredObject object = store.put("a", ParquetFiles.file(0, 100, 100));
        CountDownLatch asked = new CountDownLatch(1);
        store.fates((request, location) -> {
            await(asked);
            return Fate.SERVED;
        });
        FooterCache.Load first = footers.get(scheduler, object, Urgency.AWAITED, metrics);
        FooterCache.Load second = footers.get(scheduler, object, Urgency.AWAITED, metrics);

        first.close();
        first.close();
        FooterCache.Load third = footers.get(scheduler, object, Urgency.AWAITED, metrics);
        second.close();
        third.close();
        CompletableFuture<ParquetFooter> again = load(object);
        asked.countDown();

        assertThatThrownBy(() -> get(third.footer())).hasRootCauseInstanceOf(CancellationException.class);
        assertThat(get(again).metadata().getBlocks()).hasSize(1);
        assertThat(store.requests()).isEqualTo(2);
        assertThat(store.openStreams()).isZero();
    }

    @Test
    void aFailureIsNotRemembered() throws Exception {
        StoredObject object = store.put("a", ParquetFiles.file(0, 100, 100));
        store.fates((request, location) -> request == 0 ? Fate.NOT_FOUND : Fate.SERVED);

        assertThatThrownBy(() -> get(load(object))).hasMessageContaining("no such key");
        assertThat(get(load(object)).metadata().getBlocks()).hasSize(1);
    }

    @Test
    void aFooterThatWasFoundByItsPlaceIsKnownByItsVersionToo() throws Exception {
        StoredObject object = store.put("a", ParquetFiles.file(0, 100, 100));
        StoredObject listed = new StoredObject(
                object.location(), object.length(), object.versionTag(), Optional.of(Instant.ofEpochSecond(7)));

        get(footers.get(scheduler, object.location(), metrics).footer());
        get(load(listed));

        assertThat(store.requests()).isEqualTo(1);
    }

    @Test
    void anotherVersionIsAnotherFooter() throws Exception {
        StoredObject object = store.put("a", ParquetFiles.file(0, 100, 100));
        get(load(object));
        StoredObject longer = store.put("a", ParquetFiles.file(0, 200, 100));

        assertThat(get(load(longer)).metadata().getBlocks()).hasSize(2);
        assertThat(store.requests()).isEqualTo(2);
    }

    @Test
    void aFileThatGrewSincePlanningIsRefused() throws Exception {
        StoredObject planned = store.put("a", ParquetFiles.file(0, 100, 100));
        store.put("a", ParquetFiles.file(0, 200, 100));

        assertThatThrownBy(() -> get(load(planned)))
                .hasMessageContaining("when the query was planned")
                .hasMessageContaining("fake://bucket/a");
    }

    @Test
    void theOldestFootersMakeRoomForNewOnes() throws Exception {
        byte[] file = ParquetFiles.file(0, 100, 100);
        FooterCache small = new FooterCache(10 * 7L * file.length);
        List<StoredObject> objects =
                IntStream.range(0, 100).mapToObj(i -> store.put("f" + i, file)).toList();
        for (StoredObject object : objects) {
            get(small.get(scheduler, object, Urgency.AWAITED, metrics).footer());
        }
        int before = store.requests();
        get(small.get(scheduler, objects.get(99), Urgency.AWAITED, metrics).footer());
        assertThat(store.requests()).isEqualTo(before);
        get(small.get(scheduler, objects.get(0), Urgency.AWAITED, metrics).footer());
        assertThat(store.requests()).isEqualTo(before + 1);
    }

    @Test
    void dataThatCameWithTheFooterIsNotKept() throws Exception {
        StoredObject object = store.put("a", ParquetFiles.file(0, 10_000, 5_000));

        assertThat(get(load(object)).tailRange().length()).isEqualTo(object.length());
        ParquetFooter kept = get(load(object));
        assertThat(kept.tailRange().length()).isLessThan(object.length() / 4);
        assertThat(kept.tailRange().end()).isEqualTo(object.length());
        assertThat(kept.tail().holds(kept.tailRange())).isTrue();
    }

    @Test
    void ofAFooterLongerThanTheTailExactlyTheMissingBytesAreFetched() throws Exception {
        byte[] file = ParquetFiles.file(
                0,
                60_000,
                20_000,
                builder -> builder.withCompressionCodec(CompressionCodecName.UNCOMPRESSED)
                        .withExtraMetaData(Map.of("note", "x".repeat(300_000))));
        StoredObject object = store.put("a", file);
        int tail = footers.tailBytes(file.length);

        ParquetFooter footer = get(load(object));

        long start = footer.footerRange().offset();
        assertThat(footer.metadata().getBlocks()).hasSize(3);
        assertThat(store.log()).containsExactly("a tail " + tail, "a bytes " + start + "-" + (file.length - tail - 1));
    }

    @Test
    void aFooterFoundByItsPlaceIsThereWhenItIsAskedForByItsVersion() throws Exception {
        store.put("a", ParquetFiles.file(0, 100, 100));
        for (int i = 0; i < 50; i++) {
            FooterCache cache = new FooterCache(1 << 20);
            ObjectLocation place = new ObjectLocation("fake", "bucket", "a");
            ParquetFooter found = get(cache.get(scheduler, place, metrics).footer());
            int requests = store.requests();
            get(cache.get(scheduler, found.object(), Urgency.AWAITED, metrics).footer());
            assertThat(store.requests()).isEqualTo(requests);
        }
    }

    private CompletableFuture<ParquetFooter> load(StoredObject object) {
        return footers.get(scheduler, object, Urgency.AWAITED, metrics).footer();
    }

    private static ParquetFooter get(CompletableFuture<ParquetFooter> footer) throws Exception {
        try {
            return footer.get(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : e;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
