package dev.readahead.trino;

import dev.readahead.fetch.FetchScheduler;
import dev.readahead.memory.MemoryAccount;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.parquet.DictionaryProbes;
import dev.readahead.parquet.RowGroupSlicer;
import dev.readahead.storage.ObjectLocation;
import io.trino.parquet.ParquetReaderOptions;
import io.trino.spi.predicate.TupleDomain;
import org.joda.time.DateTimeZone;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the parts of one scan share.
 *
 * @param running the scan as its worker knows it
 * @param stores where an object is fetched from
 * @param footers of the JVM
 * @param columns what it yields
 * @param types what the columns of files are
 * @param predicate what is known by now of the rows that are wanted, dynamic filters included; any thread
 * @param dictionaries whether it pays to ask them
 * @param slicer cuts large row groups
 * @param options of Trino's reader
 * @param timeZone in which instants become timestamps without a zone
 */
record ScanContext(
        RunningScan running,
        Function<ObjectLocation, FetchScheduler> stores,
        FooterCache footers,
        List<ReadaheadColumnHandle> columns,
        ColumnTypes types,
        Supplier<TupleDomain<ReadaheadColumnHandle>> predicate,
        DictionaryProbes dictionaries,
        RowGroupSlicer slicer,
        ParquetReaderOptions options,
        DateTimeZone timeZone) {

    /** What the scan fetches an object through. */
    FetchScheduler scheduler(ObjectLocation location) {
        return running.limited(stores.apply(location));
    }

    /** What the scan's bytes are charged to. */
    MemoryAccount memory() {
        return running.memory();
    }

    /** What the scan does. */
    ScanMetrics metrics() {
        return running.metrics();
    }
}
