package dev.readahead.spark;

import dev.readahead.parquet.RowGroupJob;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.parquet.ParquetUtils;
import org.apache.spark.sql.execution.datasources.v2.parquet.ParquetPartitionReaderFactory;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

import java.io.IOException;

/** Chooses the decoder as Spark's own reader does: vectorised where all types allow it, row by row where not. */
final class DecoderFactory {
    private final ParquetPartitionReaderFactory stock;
    private final FileContext context;

    DecoderFactory(ParquetPartitionReaderFactory stock) {
        this.stock = stock;
        this.context = new FileContext(stock);
    }

    Decoder<ColumnarBatch> batches(PartitionedFile file, RowGroupJob first) throws IOException {
        VectorizedDecoder decoder = vectorized(file, first);
        decoder.enableReturningBatches();
        return decoder.as(ColumnarBatch.class);
    }

    Decoder<InternalRow> rows(PartitionedFile file, RowGroupJob first) throws IOException {
        SQLConf conf = stock.sqlConf();
        StructType result = new StructType(concat(stock.partitionSchema(), stock.readDataSchema()));
        if (ParquetUtils.isBatchReadSupportedForSchema(conf, result)) {
            return vectorized(file, first).as(InternalRow.class);
        }
        return new RecordDecoder(stock, context, file, first);
    }

    private VectorizedDecoder vectorized(PartitionedFile file, RowGroupJob first) throws IOException {
        boolean offHeap = stock.sqlConf().offHeapColumnVectorEnabled() && TaskContext.get() != null;
        VectorizedDecoder decoder = new VectorizedDecoder(
                context, first.footer().metadata(), offHeap, stock.sqlConf().parquetVectorizedReaderBatchSize());
        decoder.open(context, first.footer(), file, stock.partitionSchema());
        return decoder;
    }

    private static StructField[] concat(StructType first, StructType second) {
        StructField[] fields = new StructField[first.fields().length + second.fields().length];
        System.arraycopy(first.fields(), 0, fields, 0, first.fields().length);
        System.arraycopy(second.fields(), 0, fields, first.fields().length, second.fields().length);
        return fields;
    }
}
