package dev.readahead.spark;

import org.apache.parquet.column.page.PageReadStore;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.vectorized.ColumnVectorUtils;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

import java.io.IOException;

/** Batches with what was asked of the file they come from as their last column. */
final class MetadataBatches implements Decoder<ColumnarBatch> {
    private final Decoder<ColumnarBatch> batches;
    private final StructType metadata;
    private final GenericInternalRow fileValues;
    private final int batchRows;
    private final int rowIndexColumn;

    MetadataBatches(Decoder<ColumnarBatch> batches, StockReader stock, PartitionedFile file) {
        this.batches = batches;
        this.metadata = stock.metadata();
        this.fileValues = FileMetadata.valuesOf(file, metadata);
        this.batchRows = stock.sql().batchRows();
        this.rowIndexColumn = FileMetadata.hasRowIndex(metadata)
                ? FileMetadata.indexOf(stock.readDataSchema(), FileMetadata.ROW_INDEX_COLUMN.name())
                : -1;
    }

    @Override
    public void offer(PageReadStore pages, long rows) throws IOException {
        batches.offer(pages, rows);
    }

    @Override
    public boolean next() throws IOException {
        return batches.next();
    }

    @Override
    public ColumnarBatch get() {
        ColumnarBatch batch = batches.get();
        boolean indexed = rowIndexColumn >= 0;
        ColumnVector[] columns = new ColumnVector[batch.numCols() + (indexed ? 0 : 1)];
        int next = 0;
        for (int i = 0; i < batch.numCols(); i++) {
            if (i != rowIndexColumn) {
                columns[next++] = batch.column(i);
            }
        }
        columns[next] = new StructVector(metadata, fields(batch));
        return new ColumnarBatch(columns, batch.numRows());
    }

    private ColumnVector[] fields(ColumnarBatch batch) {
        ColumnVector[] fields = new ColumnVector[metadata.fields().length];
        for (int i = 0; i < fields.length; i++) {
            if (metadata.fields()[i].name().equals(FileMetadata.ROW_INDEX)) {
                fields[i] = batch.column(rowIndexColumn);
            } else {
                ConstantColumnVector constant = new ConstantColumnVector(batchRows, metadata.fields()[i].dataType());
                ColumnVectorUtils.populate(constant, fileValues, i);
                fields[i] = constant;
            }
        }
        return fields;
    }

    @Override
    public void close() throws IOException {
        batches.close();
    }
}
