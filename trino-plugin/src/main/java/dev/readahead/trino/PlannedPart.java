package dev.readahead.trino;

import dev.readahead.fetch.FetchScheduler;
import dev.readahead.readahead.JobBytes;
import io.trino.memory.context.AggregatedMemoryContext;
import io.trino.parquet.BloomFilterStore;
import io.trino.parquet.metadata.BlockMetadata;
import io.trino.parquet.metadata.ColumnChunkMetadata;
import io.trino.parquet.metadata.PrunedBlockMetadata;
import io.trino.parquet.predicate.PredicateUtils;
import io.trino.parquet.predicate.TupleDomainParquetPredicate;
import io.trino.parquet.reader.ParquetReader;
import io.trino.parquet.reader.RowGroupInfo;
import io.trino.parquet.reader.TrinoColumnIndexStore;
import io.trino.spi.TrinoException;
import io.trino.spi.predicate.TupleDomain;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.internal.filter2.columnindex.ColumnIndexStore;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A part of a file whose footer is known. Immutable.
 *
 * @param index its place in the scan
 * @param footer of its file
 * @param columns of the query, in this file
 * @param blocks the row groups of the part
 */
record PlannedPart(
        int index,
        FetchScheduler scheduler,
        Footer footer,
        FileColumns columns,
        List<BlockMetadata> blocks,
        ScanContext scan) {
    /** What Trino's connectors take: a longer list of values is held against a bloom filter as a range. */
    private static final int DOMAIN_COMPACTION_THRESHOLD = 1000;

    static PlannedPart of(int index, FetchScheduler scheduler, FilePart part, Footer footer, ScanContext scan)
            throws IOException {
        return new PlannedPart(
                index,
                scheduler,
                footer,
                FileColumns.of(footer, part, scan.columns()),
                footer.metadata().getBlocks(part.start(), part.length()),
                scan);
    }

    /** Whether the statistics of a row group say that no row satisfies a predicate. */
    boolean isRuledOut(PrunedBlockMetadata block, TupleDomain<ReadaheadColumnHandle> predicate) throws IOException {
        TupleDomain<ColumnDescriptor> domains = columns.domains(predicate);
        if (domains.isNone() || block.getRowCount() == 0) {
            return true;
        }
        Map<ColumnDescriptor, Statistics<?>> statistics = new HashMap<>();
        Map<ColumnDescriptor, Long> valueCounts = new HashMap<>();
        for (ColumnDescriptor descriptor : columns.descriptors().values()) {
            ColumnChunkMetadata chunk = block.getColumnChunkMetaData(descriptor);
            valueCounts.put(descriptor, chunk.getValueCount());
            if (chunk.getStatistics() != null) {
                statistics.put(descriptor, chunk.getStatistics());
            }
        }
        return parquetPredicate(domains)
                .getIndexLookupCandidates(valueCounts, statistics, new HeldDataSource(footer, List.of()).getId())
                .isEmpty();
    }

    /**
     * Decides on a row group, as Trino's own connectors do, and makes its reader.
     *
     * @param held metadata that was fetched for it
     * @return empty if no row satisfies the predicate
     * @throws MissingBytes if the decision needs metadata that is not held
     */
    Optional<RowGroupWork> decide(BlockMetadata block, List<JobBytes> held) throws IOException {
        TupleDomain<ReadaheadColumnHandle> asked = scan.predicate().get();
        TupleDomain<ColumnDescriptor> domains = columns.domains(asked);
        if (domains.isNone()) {
            return Optional.empty();
        }
        HeldDataSource source = new HeldDataSource(footer, held);
        TupleDomainParquetPredicate predicate = parquetPredicate(domains);
        PrunedBlockMetadata pruned =
                PrunedBlockMetadata.createPrunedColumnsMetadata(block, source.getId(), columns.descriptors());
        Optional<ColumnIndexStore> indexes = TrinoColumnIndexStore.getColumnIndexStore(
                source, block, columns.descriptors(), domains, scan.options(), Optional.empty());
        Optional<BloomFilterStore> blooms =
                BloomFilterStore.getBloomFilterStore(source, block, domains, scan.options(), Optional.empty());
        boolean matches = PredicateUtils.predicateMatches(
                predicate,
                pruned,
                source,
                columns.descriptors(),
                domains,
                indexes,
                blooms,
                scan.timeZone(),
                DOMAIN_COMPACTION_THRESHOLD,
                Optional.empty());
        if (!matches) {
            return Optional.empty();
        }
        AggregatedMemoryContext readerMemory = AggregatedMemoryContext.newSimpleAggregatedMemoryContext();
        ParquetReader reader = new ParquetReader(
                Optional.ofNullable(footer.metadata().getFileMetaData().getCreatedBy()),
                columns.columns(),
                false,
                List.of(new RowGroupInfo(pruned, block.fileRowCountOffset(), indexes)),
                source,
                scan.timeZone(),
                readerMemory,
                scan.options(),
                this::failure,
                Optional.of(predicate),
                Optional.empty(),
                Optional.empty());
        return Optional.of(new RowGroupWork(this, pruned, asked, source, reader, readerMemory));
    }

    private TupleDomainParquetPredicate parquetPredicate(TupleDomain<ColumnDescriptor> domains) {
        return PredicateUtils.buildPredicate(columns.schema(), domains, columns.descriptors(), scan.timeZone());
    }

    TrinoException failure(Throwable error) {
        return Failures.of(footer.object().location().toString(), error);
    }
}
