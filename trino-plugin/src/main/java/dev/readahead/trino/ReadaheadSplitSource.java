package dev.readahead.trino;

import dev.readahead.table.TableFile;
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
        return SplitCutter.cut(kept, SplitCutter.target(kept, splitBytes, threads));
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
