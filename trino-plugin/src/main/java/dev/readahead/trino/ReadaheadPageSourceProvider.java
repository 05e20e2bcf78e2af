package dev.readahead.trino;

import dev.readahead.csv.CsvScan;
import dev.readahead.csv.CsvSplit;
import dev.readahead.parquet.DictionaryProbes;
import dev.readahead.parquet.RowGroupSlicer;
import dev.readahead.readahead.ReadAheadOptions;
import dev.readahead.trino.csv.CsvSettings;
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
        List<FilePart> parts = ((ReadaheadSplit) split).parts();
        List<ReadaheadColumnHandle> wanted =
                columns.stream().map(ReadaheadColumnHandle.class::cast).toList();
        ScanSettings settings = properties.settings(session);
        boolean readsToTheEnd = table.limit().isEmpty() && table.predicate().isAll();
        ReadAheadOptions readAhead = new ReadAheadOptions(settings.depth(), readsToTheEnd, table.limit());
        RunningScan running = scans.begin(session.getQueryId(), table.description(), settings);
        try {
            Supplier<TupleDomain<ReadaheadColumnHandle>> predicate = predicate(table, dynamicFilter);
            return table.csv().isPresent()
                    ? csv(parts, table, wanted, predicate.get(), readAhead, running, memory)
                    : parquet(parts, wanted, predicate, readAhead, running, memory);
        } catch (RuntimeException e) {
            running.close();
            throw e;
        }
    }

    private ConnectorPageSource parquet(
            List<FilePart> parts,
            List<ReadaheadColumnHandle> wanted,
            Supplier<TupleDomain<ReadaheadColumnHandle>> predicate,
            ReadAheadOptions readAhead,
            RunningScan running,
            MemoryContext memory) {
        ScanContext scan = new ScanContext(
                running,
                storage::scheduler,
                storage.footers(),
                wanted,
                types,
                predicate,
                new DictionaryProbes(),
                new RowGroupSlicer(RowGroupSlicer.SLICE_BYTES),
                ParquetReaderOptions.defaultOptions(),
                timeZone);
        return new ReadaheadPageSource(parts, scan, storage.runtime().governor(), readAhead, memory);
    }

    private ConnectorPageSource csv(
            List<FilePart> parts,
            ReadaheadTableHandle table,
            List<ReadaheadColumnHandle> wanted,
            TupleDomain<ReadaheadColumnHandle> predicate,
            ReadAheadOptions readAhead,
            RunningScan running,
            MemoryContext memory) {
        CsvSettings csv = table.csv().orElseThrow();
        CsvChannels channels = CsvChannels.of(table, wanted, csv);
        List<FilePart> kept = parts.stream()
                .filter(part -> FileConstants.mayMatch(predicate, part.object(), part.partition()))
                .toList();
        List<CsvSplit> splits = kept.stream()
                .map(part -> new CsvSplit(
                        running.limited(storage.scheduler(part.object().location())),
                        part.object(),
                        part.start(),
                        part.length()))
                .toList();
        CsvScan scan = new CsvScan(
                splits,
                csv.options(),
                channels.projection(),
                storage.runtime().governor(),
                running.memory(),
                readAhead,
                running.metrics());
        return new CsvPageSource(kept, channels, scan, running, memory);
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
