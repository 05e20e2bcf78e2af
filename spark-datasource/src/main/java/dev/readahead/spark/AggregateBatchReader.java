package dev.readahead.spark;

import org.apache.spark.TaskContext;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.datasources.AggregatePushDownUtils;
import org.apache.spark.sql.vectorized.ColumnarBatch;

import java.io.IOException;

/** The rows of an {@link AggregateReader} as batches. */
final class AggregateBatchReader implements PartitionReader<ColumnarBatch> {
    private final StockReader stock;
    private final AggregateReader rows;

    AggregateBatchReader(StockReader stock, AggregateReader rows) {
        this.stock = stock;
        this.rows = rows;
    }

    @Override
    public boolean next() throws IOException {
        return rows.next();
    }

    @Override
    public ColumnarBatch get() {
        return AggregatePushDownUtils.convertAggregatesRowToBatch(
                rows.get(), stock.readDataSchema(), stock.sql().offHeap() && TaskContext.get() != null);
    }

    @Override
    public void close() {
        rows.close();
    }
}
