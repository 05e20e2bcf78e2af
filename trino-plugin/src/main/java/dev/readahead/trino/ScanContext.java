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
 * @param schedulers where an object is fetched from
 * @param footers of the JVM
 * @param memory what the scan's bytes are charged to
 * @param metrics what the scan does
 * @param columns what it yields
 * @param types what the columns of files are
 * @param predicate what is known by now of the rows that are wanted, dynamic filters included; any thread
 * @param dictionaries whether it pays to ask them
 * @param slicer cuts large row groups
 * @param options of Trino's reader
 * @param timeZone in which instants become timestamps without a zone
 */
record ScanContext(
        Function<ObjectLocation, FetchScheduler> schedulers,
        FooterCache footers,
        MemoryAccount memory,
        ScanMetrics metrics,
        List<ReadaheadColumnHandle> columns,
        ColumnTypes types,
        Supplier<TupleDomain<ReadaheadColumnHandle>> predicate,
        DictionaryProbes dictionaries,
        RowGroupSlicer slicer,
        ParquetReaderOptions options,
        DateTimeZone timeZone) {}
