package dev.readahead.spark;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Makes the reader of a partition on its executor. */
final class ReadaheadReaderFactory implements PartitionReaderFactory {
    private static final long serialVersionUID = 1;

    private final StockReader stock;
    private final ScanSettings settings;

    /** @param stock Spark's own factory, whose settings ours follows */
    ReadaheadReaderFactory(StockReader stock, ScanSettings settings) {
        this.stock = stock;
        this.settings = settings;
    }

    @Override
    public boolean supportColumnarReads(InputPartition partition) {
        return stock.supportsBatches(partition);
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
        ReadaheadPartition files = (ReadaheadPartition) partition;
        if (stock.aggregation().isDefined()) {
            return new AggregateReader(stock, files);
        }
        return new RowGroupReader<>(stock, files, settings, new DecoderFactory(stock)::rows);
    }

    @Override
    public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
        ReadaheadPartition files = (ReadaheadPartition) partition;
        if (stock.aggregation().isDefined()) {
            return new AggregateBatchReader(stock, new AggregateReader(stock, files));
        }
        return new RowGroupReader<>(stock, files, settings, new DecoderFactory(stock)::batches);
    }
}
