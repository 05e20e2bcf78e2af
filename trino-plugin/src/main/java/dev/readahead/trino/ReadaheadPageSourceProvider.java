package dev.readahead.trino;

import dev.readahead.parquet.DictionaryProbes;
import dev.readahead.parquet.RowGroupSlicer;
import dev.readahead.readahead.ReadAheadOptions;
import io.trino.parquet.ParquetReaderOptions;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorPageSourceProvider;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.ConnectorTableCredentials;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.DynamicFilter;
import io.trino.spi.connector.MemoryContext;
import io.trino.spi.predicate.TupleDomain;
import org.joda.time.DateTimeZone;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.TimeZone;
import java.util.function.Supplier;

/** Opens splits. Thread-safe; runs on the engine's threads and does not wait. */
final class ReadaheadPageSourceProvider implements ConnectorPageSourceProvider {
    private final Storage storage;
    private final ScanProperties properties;
    private final RunningScans scans;
    private final ColumnTypes types;
    private final DateTimeZone timeZone;

    ReadaheadPageSourceProvider(
            Storage storage, ZoneId timeZone, ScanProperties properties, RunningScans scans, ColumnTypes types) {
        this.storage = storage;
        this.properties = properties;
        this.scans = scans;
        this.types = types;
        this.timeZone = DateTimeZone.forTimeZone(TimeZone.getTimeZone(timeZone));
    }

    @Override
    public ConnectorPageSource createPageSource(
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            ConnectorSplit split,
            ConnectorTableHandle handle,
            Optional<ConnectorTableCredentials> credentials,
            List<ColumnHandle> columns,
            DynamicFilter dynamicFilter,
            MemoryContext memory) {
        ReadaheadTableHandle table = (ReadaheadTableHandle) handle;
        ScanSettings settings = properties.settings(session);
        RunningScan running = scans.begin(session.getQueryId(), table.description(), settings);
        ScanContext scan = new ScanContext(
                running,
                storage::scheduler,
                storage.footers(),
                columns.stream().map(ReadaheadColumnHandle.class::cast).toList(),
                types,
                predicate(table, dynamicFilter),
                new DictionaryProbes(),
                new RowGroupSlicer(RowGroupSlicer.SLICE_BYTES),
                ParquetReaderOptions.defaultOptions(),
                timeZone);
        boolean readsToTheEnd = table.limit().isEmpty() && table.predicate().isAll();
        return new ReadaheadPageSource(
                ((ReadaheadSplit) split).parts(),
                scan,
                storage.runtime().governor(),
                new ReadAheadOptions(settings.depth(), readsToTheEnd, table.limit()),
                memory);
    }

    private static Supplier<TupleDomain<ReadaheadColumnHandle>> predicate(
            ReadaheadTableHandle table, DynamicFilter dynamicFilter) {
        if (table.limit().isPresent()) {
            // Then so many rows of any kind are enough, and each row group that is planned must yield all its rows.
            return table::predicate;
        }
        return () -> table.predicate()
                .intersect(dynamicFilter.getCurrentPredicate().transformKeys(ReadaheadColumnHandle.class::cast));
    }
}
