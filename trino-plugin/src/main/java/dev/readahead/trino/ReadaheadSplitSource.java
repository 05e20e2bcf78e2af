package dev.readahead.trino;

import dev.readahead.storage.ObjectLocation;
import dev.readahead.table.TableFile;
import dev.readahead.trino.csv.CsvSettings;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.ConnectorSplitSource;
import io.trino.spi.connector.DynamicFilterSnapshot;
import io.trino.spi.predicate.TupleDomain;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** The splits of a table, made when its files are listed. Used by one thread at a time. */
final class ReadaheadSplitSource implements ConnectorSplitSource {
    private final CompletableFuture<List<TableFile>> files;
    private final ReadaheadTableHandle table;
    private final OptionalLong splitBytes;
    private final int threads;
    private final long dynamicFilterWaitMillis;

    private volatile Iterator<ReadaheadSplit> splits;
    private volatile boolean finished;

    ReadaheadSplitSource(
            CompletableFuture<List<TableFile>> files,
            ReadaheadTableHandle table,
            OptionalLong splitBytes,
            int threads,
            long dynamicFilterWaitMillis) {
        this.files = files;
        this.table = table;
        this.splitBytes = splitBytes;
        this.threads = threads;
        this.dynamicFilterWaitMillis = dynamicFilterWaitMillis;
    }

    @Override
    public long getRequestedDynamicFilterWaitTimeoutMillis() {
        return dynamicFilterWaitMillis;
    }

    @Override
    public CompletableFuture<List<ConnectorSplit>> getNextBatch(int most, DynamicFilterSnapshot dynamicFilter) {
        return files.handle((listed, error) -> {
            if (error != null) {
                throw Failures.of(table.description(), error);
            }
            if (splits == null) {
                splits = splits(listed, dynamicFilter.currentPredicate()).iterator();
            }
            List<ConnectorSplit> batch = new ArrayList<>();
            while (batch.size() < most && splits.hasNext()) {
                batch.add(splits.next());
            }
            finished = !splits.hasNext();
            return batch;
        });
    }

    private List<ReadaheadSplit> splits(List<TableFile> listed, TupleDomain<ColumnHandle> dynamic) {
        TupleDomain<ReadaheadColumnHandle> predicate =
                table.predicate().intersect(dynamic.transformKeys(ReadaheadColumnHandle.class::cast));
        List<TableFile> kept = listed.stream()
                .filter(file -> FileConstants.mayMatch(
                        predicate, file.object(), file.partition().values()))
                .toList();
        try {
            return SplitCutter.cut(kept, SplitCutter.target(kept, splitBytes, threads), mayBeCut(table));
        } catch (IllegalArgumentException e) {
            throw new TrinoException(StandardErrorCode.NOT_SUPPORTED, e.getMessage(), e);
        }
    }

    /** Parquet files always: a split reads the row groups that begin in it. */
    private static Predicate<ObjectLocation> mayBeCut(ReadaheadTableHandle table) {
        return table.csv()
                .map(CsvSettings::options)
                .<Predicate<ObjectLocation>>map(csv -> csv::isSplittable)
                .orElse(file -> true);
    }

    @Override
    public boolean isFinished() {
        return finished;
    }

    @Override
    public void close() {
        files.cancel(true);
    }
}
