package dev.readahead.spark;

import dev.readahead.parquet.RowGroupJob;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.api.ReadSupport.ReadContext;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.parquet.ParquetReadSupport;
import org.apache.spark.sql.execution.datasources.parquet.ParquetRowIndexUtil;

import java.io.IOException;
import java.util.PrimitiveIterator;

/** Spark's row-by-row reader, for the types and settings that its vectorised one does not take. */
final class RecordDecoder implements Decoder<InternalRow> {
    private final RecordMaterializer<InternalRow> materializer;
    private final MessageColumnIO columns;
    private final FilterCompat.Filter recordFilter;
    private final int rowIndexColumn;
    private final InternalRow partitionValues;
    private final JoinedRow joined = new JoinedRow();

    private RecordReader<InternalRow> records;
    private PrimitiveIterator.OfLong rowIndexes;
    private long nextRowIndex;
    private long remaining;
    private InternalRow current;

    RecordDecoder(StockReader stock, FileContext context, PartitionedFile file, RowGroupJob first) {
        ParquetMetadata metadata = first.footer().metadata();
        FileMetaData fileMetaData = metadata.getFileMetaData();
        ParquetReadSupport support = new ParquetReadSupport(
                context.int96Zone(metadata), false, context.datetimeRebase(metadata), context.int96Rebase(metadata));
        ReadContext readContext = context.readContext(support, fileMetaData);
        this.materializer = support.prepareForRead(
                context.hadoopConf(), fileMetaData.getKeyValueMetaData(), fileMetaData.getSchema(), readContext);
        this.columns = new ColumnIOFactory(fileMetaData.getCreatedBy())
                .getColumnIO(readContext.getRequestedSchema(), fileMetaData.getSchema(), true);
        FilterPredicate predicate = stock.sql().recordFilter() ? context.predicate(metadata) : null;
        this.recordFilter = predicate == null ? FilterCompat.NOOP : FilterCompat.get(predicate);
        this.rowIndexColumn = ParquetRowIndexUtil.findRowIndexColumnIndexInSchema(stock.readDataSchema());
        this.partitionValues = file.partitionValues();
    }

    @Override
    public void offer(PageReadStore pages, long rows) {
        records = columns.getRecordReader(pages, materializer, recordFilter);
        remaining = rows;
        rowIndexes = pages.getRowIndexes().orElse(null);
        nextRowIndex = pages.getRowIndexOffset().orElse(0L);
    }

    @Override
    public boolean next() throws IOException {
        while (remaining > 0) {
            remaining--;
            InternalRow row = records.read();
            long rowIndex = rowIndexes != null ? pageRowIndex() : nextRowIndex++;
            if (row != null && !records.shouldSkipCurrentRecord()) {
                if (rowIndexColumn >= 0) {
                    row.setLong(rowIndexColumn, rowIndex);
                }
                current = joined.apply(row, partitionValues);
                return true;
            }
        }
        return false;
    }

    private long pageRowIndex() {
        return nextRowIndex + rowIndexes.nextLong();
    }

    @Override
    public InternalRow get() {
        return current;
    }

    @Override
    public void close() {}
}
