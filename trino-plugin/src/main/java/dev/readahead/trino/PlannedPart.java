package dev.readahead.trino;

import dev.readahead.fetch.FetchScheduler;
import dev.readahead.parquet.RowGroupSlicer;
import dev.readahead.storage.ByteRange;
import io.trino.parquet.ParquetCorruptionException;
import io.trino.parquet.ParquetDataSourceId;
import io.trino.parquet.metadata.BlockMetadata;
import io.trino.parquet.metadata.ColumnChunkMetadata;
import io.trino.parquet.metadata.IndexReference;
import io.trino.parquet.metadata.PrunedBlockMetadata;
import io.trino.parquet.predicate.PredicateUtils;
import io.trino.parquet.predicate.TupleDomainParquetPredicate;
import io.trino.spi.TrinoException;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.statistics.Statistics;

import java.io.IOException;
import java.util.ArrayList;
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
 * @param shares what the part has of which row groups, in their order
 */
record PlannedPart(
        int index,
        FetchScheduler scheduler,
        Footer footer,
        FileColumns columns,
        List<RowGroupShare> shares,
        ScanContext scan) {

    static PlannedPart of(int index, FetchScheduler scheduler, FilePart part, Footer footer, ScanContext scan)
            throws IOException {
        return new PlannedPart(
                index,
                scheduler,
                footer,
                FileColumns.of(footer, part, scan.columns(), scan.types()),
                RowGroupShare.of(footer, part),
                scan);
    }

    /** The column chunks of a row group that are read. */
    PrunedBlockMetadata chunks(BlockMetadata block) throws ParquetCorruptionException {
        return PrunedBlockMetadata.createPrunedColumnsMetadata(block, id(), columns.descriptors());
    }

    /** Whether the statistics of a row group say that no row satisfies a predicate. */
    boolean isRuledOut(PrunedBlockMetadata chunks, TupleDomain<ColumnDescriptor> domains) throws IOException {
        if (domains.isNone()) {
            return true;
        }
        Map<ColumnDescriptor, Statistics<?>> statistics = new HashMap<>();
        for (ColumnDescriptor descriptor : columns.descriptors().values()) {
            Statistics<?> known = chunks.getColumnChunkMetaData(descriptor).getStatistics();
            if (known != null) {
                statistics.put(descriptor, known);
            }
        }
        return predicate(domains)
                .getIndexLookupCandidates(valueCounts(chunks), statistics, id())
                .isEmpty();
    }

    Map<ColumnDescriptor, Long> valueCounts(PrunedBlockMetadata chunks) throws ParquetCorruptionException {
        Map<ColumnDescriptor, Long> counts = new HashMap<>();
        for (ColumnDescriptor descriptor : columns.descriptors().values()) {
            counts.put(descriptor, chunks.getColumnChunkMetaData(descriptor).getValueCount());
        }
        return counts;
    }

    /** Whether a row group is large enough to be cut, and all its columns may be, as far as the footer tells. */
    boolean isLarge(PrunedBlockMetadata chunks) throws ParquetCorruptionException {
        String createdBy = footer.metadata().getFileMetaData().getCreatedBy();
        long bytes = 0;
        for (ColumnDescriptor descriptor : columns.descriptors().values()) {
            ColumnChunkMetadata chunk = chunks.getColumnChunkMetaData(descriptor);
            if (chunk.getOffsetIndexReference() == null || !RowGroupSlicer.mayBeCut(createdBy, descriptor)) {
                return false;
            }
            bytes += chunk.getTotalSize();
        }
        return scan.slicer().isLarge(bytes);
    }

    /** The page indexes that deciding on its row groups will ask for and that did not come with the footer. */
    List<ByteRange> missingIndexes() throws IOException {
        TupleDomain<ColumnDescriptor> domains = columns.domains(scan.predicate().get());
        List<ByteRange> missing = new ArrayList<>();
        for (RowGroupShare share : shares) {
            PrunedBlockMetadata chunks = chunks(share.block());
            if (domains.isAll() ? !isLarge(chunks) : isRuledOut(chunks, domains)) {
                continue;
            }
            Map<ColumnDescriptor, Domain> filtered = domains.getDomains().orElseThrow();
            for (ColumnDescriptor descriptor : columns.descriptors().values()) {
                ColumnChunkMetadata chunk = chunks.getColumnChunkMetaData(descriptor);
                if (filtered.containsKey(descriptor)) {
                    add(missing, chunk.getColumnIndexReference());
                }
                add(missing, chunk.getOffsetIndexReference());
            }
        }
        return missing;
    }

    /** What the file cannot hold is left to Trino's reader to refuse. */
    private void add(List<ByteRange> missing, IndexReference index) {
        if (index != null
                && index.getOffset() >= 0
                && index.getLength() > 0
                && index.getOffset() <= footer.object().length() - index.getLength()) {
            ByteRange range = new ByteRange(index.getOffset(), index.getLength());
            if (!footer.inTail(range)) {
                missing.add(range);
            }
        }
    }

    TupleDomainParquetPredicate predicate(TupleDomain<ColumnDescriptor> domains) {
        return PredicateUtils.buildPredicate(columns.schema(), domains, columns.descriptors(), scan.timeZone());
    }

    Optional<String> createdBy() {
        return Optional.ofNullable(footer.metadata().getFileMetaData().getCreatedBy());
    }

    ParquetDataSourceId id() {
        return new ParquetDataSourceId(footer.object().location().toString());
    }

    TrinoException failure(Throwable error) {
        return Failures.of(footer.object().location().toString(), error);
    }
}
