package dev.readahead.trino;

import dev.readahead.fetch.FetchOptions;
import dev.readahead.fetch.FetchScheduler;
import dev.readahead.it.data.LineItemLayout;
import dev.readahead.it.data.TpchData;
import dev.readahead.memory.MemoryGovernor;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.parquet.DictionaryProbes;
import dev.readahead.parquet.RowGroupSlicer;
import dev.readahead.readahead.ReadAheadOptions;
import dev.readahead.storage.StoredObject;
import dev.readahead.storage.local.LocalObjectStore;
import dev.readahead.table.PartitionValues;
import dev.readahead.table.TableFile;
import dev.readahead.trino.ReadaheadColumnHandle.Kind;
import io.trino.parquet.ParquetReaderOptions;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.TupleDomain;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.TypeOperators;
import io.trino.spi.type.VarcharType;
import org.joda.time.DateTimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import static org.assertj.core.api.Assertions.assertThat;

/** A page source without an engine: what it does while the store is silent. */
@Timeout(60)
class ReadaheadPageSourceTest {
    private static final long LINE_ITEMS = 60_175;
    private static final ReadaheadColumnHandle KEY =
            new ReadaheadColumnHandle("l_orderkey", BigintType.BIGINT, Kind.DATA);
    private static final ReadaheadColumnHandle COMMENT =
            new ReadaheadColumnHandle("l_comment", VarcharType.VARCHAR, Kind.DATA);

    @TempDir
    static Path folder;

    private final GatedStore store = new GatedStore();
    // On a busy machine any request may be late, and requests are counted here.
    private final FetchScheduler scheduler =
            FetchScheduler.create(store, FetchOptions.defaults().withHedge(false));
    private final MemoryGovernor governor = new MemoryGovernor(64 << 20);
    private final AtomicReference<TupleDomain<ReadaheadColumnHandle>> predicate =
            new AtomicReference<>(TupleDomain.all());
    private final List<Long> told = new ArrayList<>();
    private final Set<Thread> tellers = new HashSet<>();

    @AfterEach
    void closeStore() {
        store.openGate();
        scheduler.close();
    }

    private ReadaheadPageSource open() throws Exception {
        Path table = new TpchData(folder, 0.01, text -> {}).lineItem(LineItemLayout.HUNDRED_FILES);
        List<FilePart> parts = new ArrayList<>();
        for (int part = 1; part <= LineItemLayout.HUNDRED_FILES.files(); part++) {
            StoredObject file = new LocalObjectStore()
                    .head(LocalObjectStore.location(table.resolve(String.format("part-%03d.parquet", part))));
            parts.add(FilePart.of(new TableFile(file, new PartitionValues(Map.of())), 0, file.length()));
        }
        ScanContext scan = new ScanContext(
                new RunningScans(governor, new ScanMetrics())
                        .begin("query", "table", CatalogConfig.parse(Map.of()).scan()),
                location -> scheduler,
                new FooterCache(0),
                List.of(KEY, COMMENT),
                new ColumnTypes(new TypeOperators()),
                predicate::get,
                new DictionaryProbes(),
                new RowGroupSlicer(RowGroupSlicer.SLICE_BYTES),
                ParquetReaderOptions.defaultOptions(),
                DateTimeZone.UTC);
        return new ReadaheadPageSource(parts, scan, governor, ReadAheadOptions.adaptive(), bytes -> {
            told.add(bytes);
            tellers.add(Thread.currentThread());
        });
    }

    private static long readAll(ReadaheadPageSource source) throws Exception {
        long rows = 0;
        while (!source.isFinished()) {
            SourcePage page = source.getNextSourcePage();
            if (page == null) {
                source.isBlocked().get(30, TimeUnit.SECONDS);
            } else {
                rows += page.getPage().getPositionCount();
            }
        }
        return rows;
    }

    private void nothingIsHeld() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (governor.heldBytes() > 0 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(governor.heldBytes()).isZero();
    }

    @Test
    void whileTheStoreIsSilentItIsBlockedAndReturnsAtOnce() throws Exception {
        ReadaheadPageSource source = open();

        assertThat(source.getNextSourcePage()).isNull();
        assertThat(source.isBlocked()).isNotDone();
        assertThat(source.isFinished()).isFalse();

        store.openGate();
        assertThat(readAll(source)).isEqualTo(LINE_ITEMS);
        assertThat(source.isBlocked()).isDone();
        nothingIsHeld();
    }

    @Test
    void theEngineIsToldOfMemoryByItsOwnThreadOnly() throws Exception {
        store.openGate();
        ReadaheadPageSource source = open();

        readAll(source);

        assertThat(told).isNotEmpty().last().isEqualTo(0L);
        assertThat(told).allMatch(bytes -> bytes % (1 << 20) == 0);
        assertThat(tellers).containsExactly(Thread.currentThread());
    }

    @Test
    void closedWhileItWaitsItGivesEverythingBack() throws Exception {
        ReadaheadPageSource source = open();
        assertThat(source.isBlocked()).isNotDone();

        source.close();

        assertThat(source.isFinished()).isTrue();
        assertThat(source.isBlocked()).isDone();
        assertThat(source.getNextSourcePage()).isNull();
        store.openGate();
        nothingIsHeld();
    }

    @Test
    void closedBetweenTwoPagesItGivesEverythingBack() throws Exception {
        store.openGate();
        ReadaheadPageSource source = open();
        while (source.getNextSourcePage() == null) {
            source.isBlocked().get(30, TimeUnit.SECONDS);
        }

        source.close();

        nothingIsHeld();
    }

    @Test
    void aFilterThatArrivesLateLeavesOutWhatIsNotReadYet() throws Exception {
        ReadaheadPageSource source = open();
        // The first row group is planned or under way; the keys rise from file to file.
        predicate.set(TupleDomain.withColumnDomains(Map.of(
                KEY, Domain.create(ValueSet.ofRanges(Range.greaterThan(BigintType.BIGINT, 59_000L)), false))));
        store.openGate();

        long rows = readAll(source);

        assertThat(rows).isBetween(1L, LINE_ITEMS / 20);
        nothingIsHeld();
    }
}
