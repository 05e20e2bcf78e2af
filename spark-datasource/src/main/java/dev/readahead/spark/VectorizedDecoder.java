package dev.readahead.spark;

import dev.readahead.parquet.ParquetFooter;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.spark.sql.catalyst.util.RebaseDateTime.RebaseSpec;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.parquet.SpecificParquetRecordReaderBase;
import org.apache.spark.sql.execution.datasources.parquet.VectorizedParquetRecordReader;
import org.apache.spark.sql.types.StructType;
import scala.Option;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Spark's vectorised reader, fed with row groups that were fetched by us.
 *
 * <p>It is opened on a footer without row groups, so that it sets up types and columns and reads nothing. Then its
 * source of row groups is replaced. The interface of that source is not public, hence the proxy.
 */
final class VectorizedDecoder extends VectorizedParquetRecordReader {
    private static final String SOURCE_FIELD = "reader";
    private static final String NEXT_METHOD = "readNextRowGroup";

    private PageReadStore offered;

    VectorizedDecoder(FileContext context, ParquetMetadata metadata, boolean offHeap, int batchRows) {
        this(
                context.int96Zone(metadata),
                context.datetimeRebase(metadata),
                context.int96Rebase(metadata),
                offHeap,
                batchRows);
    }

    private VectorizedDecoder(
            Option<java.time.ZoneId> int96Zone, RebaseSpec datetime, RebaseSpec int96, boolean offHeap, int batchRows) {
        super(
                int96Zone.isDefined() ? int96Zone.get() : null,
                datetime.mode().toString(),
                datetime.timeZone(),
                int96.mode().toString(),
                int96.timeZone(),
                offHeap,
                batchRows);
    }

    void open(FileContext context, ParquetFooter footer, PartitionedFile file, StructType partitionSchema)
            throws IOException {
        ParquetMetadata noRowGroups = new ParquetMetadata(footer.metadata().getFileMetaData(), List.of());
        try {
            initialize(
                    new FileSplit(file.toPath(), file.start(), file.length(), new String[0]),
                    context.attempt(),
                    Option.apply(context.inputFile(file)),
                    Option.apply(new ClosedInputStream()),
                    Option.apply(noRowGroups));
            replaceSource();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while opening " + file.toPath());
        }
        initBatch(partitionSchema, file.partitionValues());
    }

    private void replaceSource() throws IOException {
        try {
            Field source = SpecificParquetRecordReaderBase.class.getDeclaredField(SOURCE_FIELD);
            source.setAccessible(true);
            ((AutoCloseable) source.get(this)).close();
            InvocationHandler handler =
                    (proxy, method, arguments) -> method.getName().equals(NEXT_METHOD) ? takeOffered() : null;
            source.set(
                    this,
                    Proxy.newProxyInstance(
                            source.getType().getClassLoader(), new Class<?>[] {source.getType()}, handler));
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(
                    "this version of Spark has another vectorised Parquet reader than Readahead knows", e);
        }
    }

    private PageReadStore takeOffered() {
        PageReadStore pages = offered;
        offered = null;
        return pages;
    }

    private void offer(PageReadStore pages, long rows) {
        offered = pages;
        totalRowCount += rows;
    }

    /** As a decoder of the values that this reader is set to return. */
    <T> Decoder<T> as(Class<T> type) {
        VectorizedDecoder reader = this;
        return new Decoder<>() {
            @Override
            public void offer(PageReadStore pages, long rows) {
                reader.offer(pages, rows);
            }

            @Override
            public boolean next() throws IOException {
                return reader.nextKeyValue();
            }

            @Override
            public T get() {
                return type.cast(reader.getCurrentValue());
            }

            @Override
            public void close() throws IOException {
                reader.close();
            }
        };
    }
}
