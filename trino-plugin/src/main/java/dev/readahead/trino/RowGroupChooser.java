package dev.readahead.trino;

import dev.readahead.parquet.ColumnPages;
import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ByteRange;
import io.trino.memory.context.AggregatedMemoryContext;
import io.trino.parquet.BloomFilterStore;
import io.trino.parquet.ParquetCorruptionException;
import io.trino.parquet.ParquetReaderUtils;
import io.trino.parquet.metadata.ColumnChunkMetadata;
import io.trino.parquet.metadata.PrunedBlockMetadata;
import io.trino.parquet.predicate.PredicateUtils;
import io.trino.parquet.predicate.TupleDomainParquetPredicate;
import io.trino.parquet.reader.ParquetReader;
import io.trino.parquet.reader.RowGroupInfo;
import io.trino.parquet.reader.TrinoColumnIndexStore;
import io.trino.spi.predicate.TupleDomain;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.filter2.columnindex.ColumnIndexFilter;
import org.apache.parquet.internal.filter2.columnindex.ColumnIndexStore;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which rows of a row group have to be read, with the predicates of Trino's own reader, and makes the readers
 * of them. Throws {@link MissingBytes} where it needs metadata that is not held. Used by one thread at a time.
 */
final class RowGroupChooser {
    /** What Trino's connectors take: a longer list of values is held against a bloom filter as a range. */
    private static final int DOMAIN_COMPACTION_THRESHOLD = 1000;

    /** The dictionary page that parquet-hadoop writes at most, with room for its header. */
    private static final long MOST_DICTIONARY_BYTES = (1 << 20) + (64 << 10);

    private final PlannedPart part;
    private final RowGroupShare share;
    private final PrunedBlockMetadata chunks;
    private final TupleDomain<ReadaheadColumnHandle> asked;
    private final TupleDomain<ColumnDescriptor> domains;

    RowGroupChooser(PlannedPart part, RowGroupShare share) throws ParquetCorruptionException {
        this.part = part;
        this.share = share;
        this.chunks = part.chunks(share.block());
        this.asked = part.scan().predicate().get();
        this.domains = part.columns().domains(asked);
    }

    /** The dictionaries that may rule the row group out. */
    List<ByteRange> dictionaries() throws ParquetCorruptionException {
        List<ByteRange> ranges = new ArrayList<>();
        for (ColumnDescriptor descriptor :
                testedByDictionary().getDomains().orElse(Map.of()).keySet()) {
            ColumnChunkMetadata chunk = chunks.getColumnChunkMetaData(descriptor);
            ranges.add(new ByteRange(chunk.getDictionaryPageOffset(), dictionaryBytes(chunk)));
        }
        return ranges;
    }

    private static long dictionaryBytes(ColumnChunkMetadata chunk) {
        return chunk.getFirstDataPageOffset() - chunk.getDictionaryPageOffset();
    }

    /**
     * The rows to read, cut into jobs.
     *
     * @param held metadata that was fetched for it
     * @param probe whether dictionaries are to be asked
     */
    List<RowGroupWork> choose(List<JobBytes> held, boolean probe) throws IOException {
        if (part.isRuledOut(chunks, domains)) {
            return List.of();
        }
        HeldDataSource metadata = new HeldDataSource(part.footer(), held);
        boolean large = part.isLarge(chunks);
        Optional<ColumnIndexStore> indexes =
                large || !domains.isAll() ? Optional.of(indexes(metadata)) : Optional.empty();
        Optional<KnownPages> pages = indexes.flatMap(this::pages);
        RowRanges all = RowRanges.createSingle(share.block().rowCount());
        RowRanges rows = large && pages.isPresent() ? ownSlices(pages.get(), all) : share.has(0, 1) ? all : null;
        if (rows == null || !domains.isAll() && isRuledOut(metadata, indexes, probe)) {
            return List.of();
        }
        if (pages.isPresent()) {
            rows = RowRanges.intersection(rows, matching(indexes.get(), all));
        }
        List<RowGroupWork> works = new ArrayList<>();
        for (RowRanges slice : large && pages.isPresent() ? slices(pages.get(), rows) : List.of(rows)) {
            if (slice.rowCount() > 0) {
                works.add(work(slice, pages));
            }
        }
        return works;
    }

    private ColumnIndexStore indexes(HeldDataSource metadata) {
        Set<ColumnPath> read = new HashSet<>();
        part.columns().descriptors().keySet().forEach(path -> read.add(ColumnPath.get(path.toArray(String[]::new))));
        Set<ColumnPath> filtered = new HashSet<>();
        domains.getDomains()
                .orElseThrow()
                .keySet()
                .forEach(descriptor -> filtered.add(ColumnPath.get(descriptor.getPath())));
        return new TrinoColumnIndexStore(metadata, share.block(), read, filtered, Optional.empty());
    }

    /** Where the pages lie; empty if that is not known of every column read, or cannot be right. */
    private Optional<KnownPages> pages(ColumnIndexStore indexes) {
        Map<ColumnPath, OffsetIndex> pages = new HashMap<>();
        for (ColumnDescriptor descriptor : part.columns().descriptors().values()) {
            ColumnPath path = ColumnPath.get(descriptor.getPath());
            try {
                OffsetIndex index = indexes.getOffsetIndex(path);
                if (index == null
                        || !columnPages(descriptor, index).isSound(share.block().rowCount())) {
                    return Optional.empty();
                }
                pages.put(path, index);
            } catch (MissingBytes missing) {
                throw missing;
            } catch (IOException | RuntimeException e) {
                // What cannot be parsed counts as absent: then nothing is left out by it.
                return Optional.empty();
            }
        }
        return Optional.of(new KnownPages(pages));
    }

    private ColumnPages columnPages(ColumnDescriptor descriptor, OffsetIndex index) throws ParquetCorruptionException {
        ColumnChunkMetadata chunk = chunks.getColumnChunkMetaData(descriptor);
        return new ColumnPages(chunk.getStartingPos(), chunk.getTotalSize(), index);
    }

    /** The rows of the slices that are the part's; null if none is. Depends on nothing that parts may differ in. */
    private RowRanges ownSlices(KnownPages pages, RowRanges all) throws ParquetCorruptionException {
        List<RowRanges> slices = slices(pages, all);
        RowRanges own = null;
        for (int i = 0; i < slices.size(); i++) {
            if (share.has(i, slices.size())) {
                own = own == null ? slices.get(i) : RowRanges.union(own, slices.get(i));
            }
        }
        return own;
    }

    private List<RowRanges> slices(KnownPages pages, RowRanges rows) throws ParquetCorruptionException {
        if (rows.rowCount() == 0) {
            return List.of();
        }
        List<ColumnPages> columns = new ArrayList<>();
        for (ColumnDescriptor descriptor : part.columns().descriptors().values()) {
            columns.add(columnPages(descriptor, pages.getOffsetIndex(ColumnPath.get(descriptor.getPath()))));
        }
        return part.scan().slicer().cut(columns, share.block().rowCount(), rows);
    }

    /** What Trino's reader would leave out, asked in the same order: page index, bloom filters, dictionaries. */
    private boolean isRuledOut(HeldDataSource metadata, Optional<ColumnIndexStore> indexes, boolean probe)
            throws IOException {
        TupleDomainParquetPredicate predicate = part.predicate(domains);
        if (indexes.isPresent() && !predicate.matches(part.valueCounts(chunks), indexes.get(), part.id())) {
            return true;
        }
        TupleDomain<ColumnDescriptor> tested = testedForValues();
        if (tested.isAll()) {
            return false;
        }
        Optional<BloomFilterStore> blooms = BloomFilterStore.getBloomFilterStore(
                metadata, share.block(), tested, part.scan().options(), Optional.empty());
        if (blooms.isPresent() && !part.predicate(tested).matches(blooms.get(), DOMAIN_COMPACTION_THRESHOLD)) {
            return true;
        }
        TupleDomain<ColumnDescriptor> known = testedByDictionary();
        return probe
                && !known.isAll()
                && !PredicateUtils.predicateMatches(
                        predicate,
                        chunks,
                        metadata,
                        part.columns().descriptors(),
                        known,
                        Optional.empty(),
                        Optional.empty(),
                        part.scan().timeZone(),
                        DOMAIN_COMPACTION_THRESHOLD,
                        Optional.empty());
    }

    /**
     * The columns that are asked for single values. For a range of values the statistics already say nearly as much as
     * a bloom filter or a dictionary, which cost a request.
     */
    private TupleDomain<ColumnDescriptor> testedForValues() {
        return domains.filter((descriptor, domain) ->
                !domain.getValues().isNone() && domain.getValues().isDiscreteSet());
    }

    /** Those of them whose dictionary holds all values and lies where the footer says. */
    private TupleDomain<ColumnDescriptor> testedByDictionary() {
        return testedForValues().filter((descriptor, domain) -> {
            try {
                ColumnChunkMetadata chunk = chunks.getColumnChunkMetaData(descriptor);
                return ParquetReaderUtils.isOnlyDictionaryEncodingPages(chunk)
                        && chunk.getDictionaryPageOffset() > 0
                        && dictionaryBytes(chunk) > 0
                        && dictionaryBytes(chunk) <= MOST_DICTIONARY_BYTES;
            } catch (ParquetCorruptionException e) {
                return false;
            }
        });
    }

    /** The rows that the page index leaves. */
    private RowRanges matching(ColumnIndexStore indexes, RowRanges all) {
        Optional<FilterPredicate> filter =
                part.predicate(domains).toParquetFilter(part.scan().timeZone());
        if (domains.isAll() || filter.isEmpty()) {
            return all;
        }
        Set<ColumnPath> columns = new HashSet<>();
        part.columns().descriptors().values().forEach(column -> columns.add(ColumnPath.get(column.getPath())));
        return ColumnIndexFilter.calculateRowRanges(
                FilterCompat.get(filter.get()), indexes, columns, share.block().rowCount());
    }

    private RowGroupWork work(RowRanges rows, Optional<KnownPages> pages) throws IOException {
        boolean whole = rows.rowCount() == share.block().rowCount();
        HeldDataSource source = new HeldDataSource(part.footer(), List.of());
        AggregatedMemoryContext memory = AggregatedMemoryContext.newSimpleAggregatedMemoryContext();
        ParquetReader reader = new ParquetReader(
                part.createdBy(),
                part.columns().columns(),
                false,
                List.of(new RowGroupInfo(
                        chunks,
                        share.block().fileRowCountOffset(),
                        whole ? Optional.empty() : Optional.of(pages.orElseThrow()))),
                source,
                part.scan().timeZone(),
                memory,
                part.scan().options(),
                part::failure,
                whole ? Optional.empty() : Optional.of(new ExactRows(rows)),
                Optional.empty(),
                Optional.empty());
        return new RowGroupWork(part, chunks, rows.rowCount(), asked, source, reader, memory);
    }
}
