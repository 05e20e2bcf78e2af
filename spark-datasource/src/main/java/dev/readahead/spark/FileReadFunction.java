package dev.readahead.spark;

import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.util.TaskCompletionListener;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.NoSuchElementException;

/** Reads one file for Spark's older interface, as rows or as batches that it passes on as if they were rows. */
final class FileReadFunction extends AbstractFunction1<PartitionedFile, Iterator<InternalRow>> implements Serializable {
    private static final long serialVersionUID = 1;

    private final StockReader stock;
    private final ScanSettings settings;
    private final boolean batches;

    FileReadFunction(StockReader stock, ScanSettings settings, boolean batches) {
        this.stock = stock;
        this.settings = settings;
        this.batches = batches;
    }

    @Override
    public Iterator<InternalRow> apply(PartitionedFile file) {
        ReadaheadPartition partition = new ReadaheadPartition(new PartitionedFile[] {file}, Map.of());
        DecoderFactory decoders = new DecoderFactory(stock);
        PartitionReader<?> reader = batches
                ? new RowGroupReader<>(stock, partition, settings, decoders::batches)
                : new RowGroupReader<>(stock, partition, settings, decoders::rows);
        Values values = new Values(reader);
        TaskContext task = TaskContext.get();
        if (task != null) {
            task.addTaskCompletionListener((TaskCompletionListener) context -> values.close());
        }
        return values.untyped();
    }

    /** The values of a reader, which is closed after the last one. */
    private static final class Values extends AbstractIterator<Object> implements Closeable {
        private final PartitionReader<?> reader;
        private boolean looked;
        private boolean more;
        private boolean closed;

        Values(PartitionReader<?> reader) {
            this.reader = reader;
        }

        /** Spark's interface says rows where it means rows or batches. */
        @SuppressWarnings({"unchecked", "rawtypes"})
        Iterator<InternalRow> untyped() {
            return (Iterator) this;
        }

        @Override
        public boolean hasNext() {
            if (!looked && !closed) {
                try {
                    more = reader.next();
                } catch (IOException e) {
                    throw Exceptions.unchecked(e);
                }
                looked = true;
                if (!more) {
                    close();
                }
            }
            return more;
        }

        @Override
        public Object next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            looked = false;
            return reader.get();
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                try {
                    reader.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }
}
