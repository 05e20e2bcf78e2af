package dev.readahead.spark;

import org.apache.parquet.column.page.PageReadStore;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.codegen.GenerateUnsafeProjection;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Seq;

import java.io.IOException;

/** Rows in the form that Spark's operators take for granted, with what was asked of the file they come from. */
final class ProjectedRows implements Decoder<InternalRow> {
    private final Decoder<InternalRow> rows;
    private final UnsafeProjection projection;
    private final JoinedRow joined = new JoinedRow();
    private final GenericInternalRow fileValues;
    private final GenericInternalRow fileColumn;
    private final int rowIndexColumn;
    private final int rowIndexField;

    /** @param rows with the columns that are read and after them the partition columns */
    ProjectedRows(Decoder<InternalRow> rows, StockReader stock, PartitionedFile file) {
        this.rows = rows;
        StructType metadata = stock.metadata();
        boolean asked = metadata.fields().length > 0;
        this.fileValues = FileMetadata.valuesOf(file, metadata);
        this.fileColumn = new GenericInternalRow(asked ? new Object[] {fileValues} : new Object[0]);
        this.rowIndexField = FileMetadata.indexOf(metadata, FileMetadata.ROW_INDEX);
        this.rowIndexColumn = FileMetadata.indexOf(stock.readDataSchema(), FileMetadata.ROW_INDEX_COLUMN.name());

        StructType input = stock.readDataSchema();
        for (StructField field : stock.partitionSchema().fields()) {
            input = input.add(field);
        }
        if (asked) {
            input = input.add(FileMetadata.NAME, metadata, false);
        }
        Seq<Attribute> attributes = Attributes.of(input);
        this.projection = (UnsafeProjection) GenerateUnsafeProjection.generate(
                Attributes.expressionsBut(attributes, rowIndexField >= 0 ? rowIndexColumn : -1), attributes);
    }

    @Override
    public void offer(PageReadStore pages, long count) throws IOException {
        rows.offer(pages, count);
    }

    @Override
    public boolean next() throws IOException {
        return rows.next();
    }

    @Override
    public InternalRow get() {
        InternalRow row = rows.get();
        if (rowIndexField >= 0) {
            fileValues.setLong(rowIndexField, row.getLong(rowIndexColumn));
        }
        return projection.apply(joined.apply(row, fileColumn));
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
