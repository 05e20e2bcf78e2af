package dev.readahead.parquet;

import dev.readahead.fetch.Urgency;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.metrics.ScanMetrics.Counter;
import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.StoredObject;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * parquet-hadoop's reader of the file that the consumer is at, over the bytes of the row group that it is at. One file
 * after another, by the consumer's thread alone.
 */
final class FileReaders implements AutoCloseable {
    private static final long LEAST_UNPLANNED_BYTES = 256 << 10;

    private final ScanMetrics metrics;

    private PlannedFile file;
    private ParquetFileReader reader;
    private LongFunction<JobBytes> held;
    private byte[] unplanned = {};
    private long unplannedOffset;

    FileReaders(ScanMetrics metrics) {
        this.metrics = metrics;
    }

    PageReadStore read(RowGroupPlan plan, JobBytes bytes, Supplier<ParquetReadOptions> options) throws IOException {
        if (file != plan.file()) {
            close();
            open(plan.file(), options.get());
        }
        held = HeldInputStream.firstOf(bytes, file.footer().tail(), plan.pageIndexes());
        return plan.rowRanges().isPresent()
                ? reader.readFilteredRowGroup(
                        plan.blockIndex(), plan.rowRanges().get())
                : reader.readRowGroup(plan.blockIndex());
    }

    private void open(PlannedFile next, ParquetReadOptions options) throws IOException {
        StoredObject object = next.footer().object();
        HeldInputStream stream = new HeldInputStream(object, position -> held.apply(position), this::fetchUnplanned);
        reader = new ParquetFileReader(new HeldInputFile(object, stream), next.metadata(), options, stream);
        reader.setRequestedSchema(next.projection().requestedSchema());
        file = next;
    }

    /**
     * Nothing should come here; if something does, it is right, only slow, and counted. More is fetched than is asked
     * for, since metadata is read a few bytes at a time.
     */
    private byte[] fetchUnplanned(StoredObject object, ByteRange range) throws IOException {
        metrics.add(Counter.UNPLANNED_READS, 1);
        long start = range.offset() - unplannedOffset;
        if (start < 0 || start + range.length() > unplanned.length) {
            long length = Math.min(Math.max(range.length(), LEAST_UNPLANNED_BYTES), object.length() - range.offset());
            unplanned = fetch(object, new ByteRange(range.offset(), length));
            unplannedOffset = range.offset();
            start = 0;
        }
        return Arrays.copyOfRange(unplanned, (int) start, (int) (start + range.length()));
    }

    private byte[] fetch(StoredObject object, ByteRange range) throws IOException {
        byte[] bytes = new byte[Math.toIntExact(range.length())];
        try {
            file.split()
                    .scheduler()
                    .fetch(object, range, bytes, 0, Urgency.AWAITED, metrics)
                    .result()
                    .get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(object.location() + ", " + range + ": interrupted");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        }
        return bytes;
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            ParquetFileReader closing = reader;
            reader = null;
            file = null;
            held = null;
            unplanned = new byte[0];
            closing.close();
        }
    }
}
