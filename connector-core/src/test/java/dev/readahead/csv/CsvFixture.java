package dev.readahead.csv;

import dev.readahead.fetch.FetchOptions;
import dev.readahead.fetch.FetchScheduler;
import dev.readahead.memory.MemoryGovernor;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.readahead.ReadAheadOptions;
import dev.readahead.storage.FakeStore;
import dev.readahead.storage.StoredObject;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A store with CSV files and scans over them. */
final class CsvFixture implements AutoCloseable {
    private static final long MOST_SECONDS = 30;

    final FakeStore store = new FakeStore();
    // On a busy machine any request may be late, and requests are counted here.
    final FetchScheduler scheduler =
            FetchScheduler.create(store, FetchOptions.defaults().withHedge(false));
    final MemoryGovernor governor = new MemoryGovernor(64 << 20);
    final ScanMetrics metrics = new ScanMetrics();

    StoredObject put(String key, String content) {
        return store.put(key, content.getBytes(UTF_8));
    }

    /** A file as several splits. */
    List<CsvSplit> splits(StoredObject object, int... cuts) {
        List<CsvSplit> splits = new ArrayList<>();
        long from = 0;
        for (int cut : cuts) {
            splits.add(new CsvSplit(scheduler, object, from, cut - from));
            from = cut;
        }
        splits.add(new CsvSplit(scheduler, object, from, object.length() - from));
        return splits;
    }

    /** All columns as text. */
    static CsvProjection texts(int fields, CsvOptions options) {
        return texts(fields, options, IntStream.range(0, fields).toArray());
    }

    static CsvProjection texts(int fields, CsvOptions options, int... wanted) {
        return new CsvProjection(
                fields,
                Arrays.stream(wanted)
                        .mapToObj(i -> CsvColumn.of("c" + i, i, CsvType.of(CsvType.Kind.VARCHAR), options))
                        .toList(),
                false);
    }

    List<List<Object>> read(List<CsvSplit> splits, CsvOptions options, CsvProjection projection) throws Exception {
        return read(splits, options, projection, CsvTuning.of(options), 3);
    }

    List<List<Object>> read(
            List<CsvSplit> splits, CsvOptions options, CsvProjection projection, CsvTuning tuning, int batchRows)
            throws Exception {
        List<List<Object>> rows = new ArrayList<>();
        ReadAheadOptions ahead = ReadAheadOptions.adaptive();
        try (CsvScan scan = new CsvScan(splits, options, projection, governor, ahead, metrics, tuning)) {
            while (!scan.isFinished()) {
                scan.blocked().get(MOST_SECONDS, TimeUnit.SECONDS);
                ValueList[] columns = IntStream.range(0, projection.writers())
                        .mapToObj(i -> new ValueList())
                        .toArray(ValueList[]::new);
                int count = scan.read(columns, batchRows);
                for (int row = 0; row < count; row++) {
                    List<Object> values = new ArrayList<>();
                    for (ValueList column : columns) {
                        values.add(column.values.get(row));
                    }
                    rows.add(values);
                }
            }
        }
        return rows;
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

    /** Text as strings, numbers as they are. */
    static final class ValueList implements ColumnWriter {
        final List<Object> values = new ArrayList<>();

        private void set(int row, Object value) {
            if (row == values.size()) {
                values.add(value);
            } else {
                values.set(row, value);
            }
        }

        @Override
        public void setNull(int row) {
            set(row, null);
        }

        @Override
        public void setLong(int row, long value) {
            set(row, value);
        }

        @Override
        public void setDouble(int row, double value) {
            set(row, value);
        }

        @Override
        public void setBytes(int row, byte[] bytes, int from, int length) {
            set(row, new String(bytes, from, length, UTF_8));
        }
    }
}
