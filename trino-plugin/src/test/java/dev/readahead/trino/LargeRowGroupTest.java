package dev.readahead.trino;

import dev.readahead.fetch.FetchOptions;
import dev.readahead.fetch.FetchScheduler;
import dev.readahead.it.data.LineItemLayout;
import dev.readahead.it.data.TpchData;
import dev.readahead.memory.MemoryGovernor;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.metrics.ScanMetrics.Counter;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/** A file with a single row group, read as several splits and in slices: the same rows, each once and in order. */
@Timeout(120)
class LargeRowGroupTest {
    private static final long LINE_ITEMS = 600_572;
    private static final long NO_SLICES = 1L << 40;
    private static final int PARTS = 5;
    private static final ReadaheadColumnHandle KEY =
            new ReadaheadColumnHandle("l_orderkey", BigintType.BIGINT, Kind.DATA);
    private static final ReadaheadColumnHandle COMMENT =
            new ReadaheadColumnHandle("l_comment", VarcharType.VARCHAR, Kind.DATA);

    @TempDir
    static Path folder;

    private static StoredObject file;
    private static FetchScheduler scheduler;

    @BeforeAll
    static void write() throws Exception {
        Path table = new TpchData(folder, 0.1, text -> {}).lineItem(LineItemLayout.ONE_ROW_GROUP);
        LocalObjectStore store = new LocalObjectStore();
        file = store.head(LocalObjectStore.location(table.resolve("part-001.parquet")));
        // On a busy machine any request may be late, and requests are counted here.
        scheduler = FetchScheduler.create(store, FetchOptions.defaults().withHedge(false));
    }

    @AfterAll
    static void close() {
        scheduler.close();
    }

    @Test
    void theSplitsItLiesInShareItsRows() throws Exception {
        Answer whole = read(NO_SLICES, 1, TupleDomain.all());
        Answer shared = read(64 << 10, PARTS, TupleDomain.all());

        assertThat(whole.rows()).hasSize((int) LINE_ITEMS);
        assertThat(whole.jobs()).containsExactly(1L);
        assertThat(shared.rows()).isEqualTo(whole.rows());
        assertThat(shared.jobs()).hasSize(PARTS).allMatch(jobs -> jobs > 0);
        assertThat(shared.jobs()).anyMatch(jobs -> jobs > 1);
    }

    @Test
    void withoutSlicesOneSplitReadsItAll() throws Exception {
        Answer whole = read(NO_SLICES, PARTS, TupleDomain.all());

        assertThat(whole.rows()).hasSize((int) LINE_ITEMS);
        assertThat(whole.jobs()).containsExactly(1L, 0L, 0L, 0L, 0L);
    }

    @Test
    void aFilterLeavesOutPagesOfEverySlice() throws Exception {
        Domain some =
                Domain.create(ValueSet.ofRanges(Range.range(BigintType.BIGINT, 200_000L, true, 400_000L, true)), false);
        TupleDomain<ReadaheadColumnHandle> predicate = TupleDomain.withColumnDomains(Map.of(KEY, some));
        List<String> expected = read(NO_SLICES, 1, TupleDomain.all()).rows().stream()
                .filter(row -> some.includesNullableValue(Long.parseLong(row.substring(0, row.indexOf(' ')))))
                .toList();

        List<String> read = read(64 << 10, PARTS, predicate).rows();

        assertThat(read.size()).isLessThan((int) LINE_ITEMS / 2);
        assertThat(read.stream()
                        .filter(row -> some.includesNullableValue(Long.parseLong(row.substring(0, row.indexOf(' '))))))
                .containsExactlyElementsOf(expected);
    }

    /** Reads the file as so many splits, one after another. */
    private static Answer read(long sliceBytes, int parts, TupleDomain<ReadaheadColumnHandle> predicate)
            throws Exception {
        Answer answer = new Answer(new ArrayList<>(), new ArrayList<>());
        for (int part = 0; part < parts; part++) {
            long start = file.length() * part / parts;
            long end = file.length() * (part + 1) / parts;
            MemoryGovernor governor = new MemoryGovernor(64 << 20);
            ScanMetrics metrics = new ScanMetrics();
            ScanContext scan = new ScanContext(
                    new RunningScans(governor, metrics)
                            .begin(
                                    "query",
                                    "table",
                                    CatalogConfig.parse(Map.of()).scan()),
                    location -> scheduler,
                    new FooterCache(0),
                    List.of(KEY, COMMENT),
                    new ColumnTypes(new TypeOperators()),
                    () -> predicate,
                    new DictionaryProbes(),
                    new RowGroupSlicer(sliceBytes),
                    ParquetReaderOptions.defaultOptions(),
                    DateTimeZone.UTC);
            List<FilePart> split =
                    List.of(FilePart.of(new TableFile(file, new PartitionValues(Map.of())), start, end - start));
            ReadaheadPageSource source =
                    new ReadaheadPageSource(split, scan, governor, ReadAheadOptions.adaptive(), bytes -> {});
            addRows(source, answer.rows());
            answer.jobs().add(metrics.get(Counter.JOBS));
        }
        return answer;
    }

    private static void addRows(ReadaheadPageSource source, List<String> rows) throws Exception {
        while (!source.isFinished()) {
            SourcePage page = source.getNextSourcePage();
            if (page == null) {
                source.isBlocked().get(30, TimeUnit.SECONDS);
                continue;
            }
            for (int row = 0; row < page.getPositionCount(); row++) {
                rows.add(BigintType.BIGINT.getLong(page.getBlock(0), row) + " "
                        + VarcharType.VARCHAR.getSlice(page.getBlock(1), row).toStringUtf8());
            }
        }
    }

    private record Answer(List<String> rows, List<Long> jobs) {}
}
