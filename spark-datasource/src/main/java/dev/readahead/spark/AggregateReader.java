package dev.readahead.spark;

import dev.readahead.fetch.Urgency;
import dev.readahead.parquet.FooterCache;
import dev.readahead.parquet.ParquetFooter;
import dev.readahead.runtime.ReadaheadRuntime;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.parquet.ParquetUtils$;
import org.apache.spark.sql.execution.datasources.v2.FileDataSourceV2$;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Answers aggregates from the footers, all of which are fetched at once. One row for each file that has row groups. */
final class AggregateReader implements PartitionReader<InternalRow> {
    private final StockReader stock;
    private final PartitionedFile[] files;
    private final List<FooterCache.Load> loads = new ArrayList<>();
    private int nextFile;
    private InternalRow current;

    AggregateReader(StockReader stock, ReadaheadPartition partition) {
        this.stock = stock;
        this.files = partition.files();
        ReadaheadRuntime runtime = Runtimes.get();
        FooterCache footers = Runtimes.footers(runtime);
        Splits splits = new Splits(runtime, stock.hadoopConf(), partition.etags());
        for (PartitionedFile file : files) {
            loads.add(footers.get(
                    splits.of(file).scheduler(), splits.of(file).object(), Urgency.AWAITED, runtime.metrics()));
        }
    }

    @Override
    public boolean next() throws IOException {
        while (nextFile < files.length) {
            PartitionedFile file = files[nextFile];
            ParquetFooter footer = footer(file, loads.get(nextFile++));
            if (!footer.metadata().getBlocks().isEmpty()) {
                current = ParquetUtils$.MODULE$.createAggInternalRowFromFooter(
                        footer.metadata(),
                        file.urlEncodedPath(),
                        stock.dataSchema(),
                        stock.partitionSchema(),
                        stock.aggregation().get(),
                        stock.readDataSchema(),
                        file.partitionValues(),
                        FileContext.datetimeRebase(stock, footer.metadata()));
                return true;
            }
        }
        return false;
    }

    private static ParquetFooter footer(PartitionedFile file, FooterCache.Load load) throws IOException {
        try {
            return Waiting.on(load.footer());
        } catch (IOException e) {
            throw Exceptions.unchecked(FileDataSourceV2$.MODULE$.attachFilePath(file::urlEncodedPath, e));
        }
    }

    @Override
    public InternalRow get() {
        return current;
    }

    @Override
    public void close() {
        loads.forEach(FooterCache.Load::close);
    }
}
