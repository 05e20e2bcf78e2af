package dev.readahead.parquet;

import dev.readahead.fetch.FetchOptions;
import dev.readahead.fetch.FetchScheduler;
import dev.readahead.memory.MemoryGovernor;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.readahead.ReadAheadOptions;
import dev.readahead.storage.FakeStore;
import dev.readahead.storage.StoredObject;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.LongStream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** A store with Parquet files, scans over it, and parquet-hadoop's own reader as the judge. */
final class ScanFixture implements AutoCloseable {
    private static final long MOST_SECONDS = 30;

    final FakeStore store = new FakeStore();
    // On a busy machine any request may be late, and requests are counted here.
    final FetchScheduler scheduler =
            FetchScheduler.create(store, FetchOptions.defaults().withHedge(false));
    final MemoryGovernor governor = new MemoryGovernor(64 << 20);
    final FooterCache footers = new FooterCache(1 << 20);
    final ScanMetrics metrics = new ScanMetrics();

    /** How many jobs the last read consisted of. */
    int jobsRead;

    private final List<ParquetSplit> splits = new ArrayList<>();
    private final List<byte[]> files = new ArrayList<>();

    void add(String key, byte[] content) {
        StoredObject object = store.put(key, content);
        splits.add(new ParquetSplit(scheduler, object, 0, object.length()));
        files.add(content);
    }

    /** The same file as several splits. */
    void addInParts(String key, byte[] content, int parts) {
        StoredObject object = store.put(key, content);
        long part = object.length() / parts + 1;
        for (long start = 0; start < object.length(); start += part) {
            splits.add(new ParquetSplit(scheduler, object, start, Math.min(part, object.length() - start)));
        }
        files.add(content);
    }

    ParquetScan scan(FileProjector projector, ReadAheadOptions options) {
        return new ParquetScan(splits, projector, governor, footers, options, metrics);
    }

    /** All rows that a scan yields, as text, and the number of row groups before them. */
    Result read(FileProjection projection, ReadAheadOptions options) throws Exception {
        return read(footer -> projection, options, RowGroupSlicer.SLICE_BYTES);
    }

    Result read(FileProjector projector, ReadAheadOptions options, long sliceBytes) throws Exception {
        List<String> rows = new ArrayList<>();
        int rowGroups = 0;
        int jobs = 0;
        try (ParquetScan scan = new ParquetScan(splits, projector, governor, footers, options, metrics, sliceBytes)) {
            String before = "";
            for (Optional<RowGroupJob> next = next(scan); next.isPresent(); next = next(scan)) {
                try (RowGroupJob job = next.get()) {
                    jobs++;
                    String rowGroup =
                            job.footer().object().location() + " " + job.block().getRowIndexOffset();
                    if (!rowGroup.equals(before)) {
                        rowGroups++;
                        before = rowGroup;
                    }
                    PageReadStore pages = job.readPages(ScanFixture::options);
                    decode(pages, job.rowCount(), job.projection().requestedSchema(), rows);
                }
            }
        }
        jobsRead = jobs;
        return new Result(rows, rowGroups);
    }

    static Optional<RowGroupJob> next(ParquetScan scan) throws Exception {
        try {
            return scan.next().get(MOST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception failure ? failure : e;
        }
    }

    /** The same by parquet-hadoop alone, over all files. */
    Result expected(FileProjection projection) throws Exception {
        return expected(schema -> projection);
    }

    /** @param projections by the schema of the file */
    Result expected(Function<MessageType, FileProjection> projections) throws Exception {
        List<String> rows = new ArrayList<>();
        int rowGroups = 0;
        for (byte[] file : files) {
            MessageType schema;
            try (ParquetFileReader reader = new ParquetFileReader(InMemoryFile.of(file), options())) {
                schema = reader.getFileMetaData().getSchema();
            }
            FileProjection projection = projections.apply(schema);
            ParquetReadOptions options = ParquetReadOptions.builder(new PlainParquetConfiguration())
                    .withRecordFilter(projection.filter())
                    .useStatsFilter()
                    .useDictionaryFilter()
                    .useBloomFilter()
                    .useColumnIndexFilter()
                    .build();
            try (ParquetFileReader reader = new ParquetFileReader(InMemoryFile.of(file), options)) {
                reader.setRequestedSchema(projection.filters() ? schema : projection.requestedSchema());
                PageReadStore counted;
                List<Long> counts = new ArrayList<>();
                while ((counted = reader.readNextFilteredRowGroup()) != null) {
                    counts.add(counted.getRowCount());
                    rowGroups++;
                    decode(counted, counted.getRowCount(), projection.requestedSchema(), rows);
                }
            }
        }
        return new Result(rows, rowGroups);
    }

    /** Every row with its number in the file, which engines show as a column. */
    private static void decode(PageReadStore pages, long count, MessageType schema, List<String> rows) {
        RecordReader<Group> records =
                new ColumnIOFactory().getColumnIO(schema).getRecordReader(pages, new GroupRecordConverter(schema));
        PrimitiveIterator.OfLong numbers =
                pages.getRowIndexes().orElseGet(() -> LongStream.range(0, count).iterator());
        long first = pages.getRowIndexOffset().orElseThrow();
        for (long i = 0; i < count; i++) {
            byte[] row = records.read().toString().getBytes(ISO_8859_1);
            rows.add(first + numbers.nextLong() + ": " + new String(row, ISO_8859_1));
        }
    }

    static ParquetReadOptions options() {
        return ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
    }

    static FileProjection everything() {
        return new FileProjection(ParquetFiles.SCHEMA, FilterCompat.NOOP, FileProjection.FilterLevels.ALL);
    }

    /** Waits until the last request that was taken back has let go of its memory, and says what is left. */
    long bytesHeldInTheEnd() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        while (governor.heldBytes() != 0 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        return governor.heldBytes();
    }

    @Override
    public void close() {
        scheduler.close();
    }

    record Result(List<String> rows, int rowGroups) {}
}
