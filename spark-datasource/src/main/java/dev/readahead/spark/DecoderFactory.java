package dev.readahead.spark;

import dev.readahead.parquet.RowGroupJob;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.vectorized.ColumnarBatch;

import java.io.IOException;

/** Chooses the decoder as Spark's own reader does: vectorised where all types allow it, row by row where not. */
final class DecoderFactory {
    private final StockReader stock;
    private final FileContext context;

    DecoderFactory(StockReader stock) {
        this.stock = stock;
        this.context = new FileContext(stock);
    }

    Decoder<ColumnarBatch> batches(PartitionedFile file, RowGroupJob first) throws IOException {
        VectorizedDecoder decoder = vectorized(file, first);
        decoder.enableReturningBatches();
        Decoder<ColumnarBatch> batches = decoder.as(ColumnarBatch.class);
        return stock.metadata().fields().length == 0 ? batches : new MetadataBatches(batches, stock, file);
    }

    Decoder<InternalRow> rows(PartitionedFile file, RowGroupJob first) throws IOException {
        if (stock.vectorized()) {
            return new ProjectedRows(vectorized(file, first).as(InternalRow.class), stock, file);
        }
        return new ProjectedRows(new RecordDecoder(stock, context, file, first), stock, file);
    }

    private VectorizedDecoder vectorized(PartitionedFile file, RowGroupJob first) throws IOException {
        boolean offHeap = stock.sql().offHeap() && TaskContext.get() != null;
        VectorizedDecoder decoder = new VectorizedDecoder(
                context, first.footer().metadata(), offHeap, stock.sql().batchRows());
        decoder.open(context, first.footer(), file, stock.partitionSchema());
        return decoder;
    }
}
