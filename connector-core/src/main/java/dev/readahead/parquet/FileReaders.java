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
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * parquet-hadoop's reader of the file that the consumer is at, over the bytes of the row group that it is at. One file
 * after another, by the consumer's thread alone.
 */
final class FileReaders implements AutoCloseable {
    private final ScanMetrics metrics;

    private PlannedFile file;
    private ParquetFileReader reader;
    private JobBytes current;

    FileReaders(ScanMetrics metrics) {
        this.metrics = metrics;
    }

    PageReadStore read(RowGroupPlan plan, JobBytes bytes, Supplier<ParquetReadOptions> options) throws IOException {
        if (file != plan.file()) {
            close();
            open(plan.file(), options.get());
        }
        current = bytes;
        return plan.rowRanges().isPresent()
                ? reader.readFilteredRowGroup(
                        plan.blockIndex(), plan.rowRanges().get())
                : reader.readRowGroup(plan.blockIndex());
    }

    private void open(PlannedFile next, ParquetReadOptions options) throws IOException {
        StoredObject object = next.footer().object();
        HeldInputStream stream = new HeldInputStream(object, this::holderOf, this::fetchUnplanned);
        reader = new ParquetFileReader(new HeldInputFile(object, stream), next.metadata(), options, stream);
        reader.setRequestedSchema(next.projection().requestedSchema());
        file = next;
    }

    private JobBytes holderOf(long position) {
        return current.holds(new ByteRange(position, 1)) ? current : file.metadataAt(position);
    }

    /** Nothing should come here; if something does, it is right, only slow, and counted. */
    private byte[] fetchUnplanned(StoredObject object, ByteRange range) throws IOException {
        metrics.add(Counter.UNPLANNED_READS, 1);
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
            closing.close();
        }
    }
}
