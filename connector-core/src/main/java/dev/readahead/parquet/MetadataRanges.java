package dev.readahead.parquet;

import dev.readahead.storage.ByteRange;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.hadoop.metadata.IndexReference;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The bytes beside the footer that decide which row groups and pages of a file are read: page indexes, bloom filters,
 * dictionary pages.
 *
 * <p>Dictionaries and bloom filters are asked only where the filter tests single values: for a range of values the
 * statistics already say nearly as much, and a dictionary page costs a request.
 */
final class MetadataRanges {
    /** The dictionary page that parquet-hadoop writes at most, with room for its header. */
    private static final long MOST_DICTIONARY_BYTES = (1 << 20) + (64 << 10);

    private final PlannedFile file;
    private final Optional<PredicateColumns> filtered;

    MetadataRanges(PlannedFile file) {
        this.file = file;
        this.filtered = file.projection().filter() instanceof FilterCompat.FilterPredicateCompat compat
                ? Optional.of(PredicateColumns.of(compat.getFilterPredicate()))
                : Optional.empty();
    }

    /**
     * The page indexes that the filter needs, and those of the columns read.
     *
     * @param forSlices whether the places of the pages are needed without a filter too
     */
    List<ByteRange> pageIndexes(BlockMetaData block, boolean forSlices) {
        boolean filters = filtered.isPresent() && file.projection().levels().columnIndex();
        List<ByteRange> ranges = new ArrayList<>();
        if (!filters && !forSlices) {
            return ranges;
        }
        for (ColumnChunkMetaData chunk : block.getColumns()) {
            boolean decides = filters && filtered.get().all().contains(chunk.getPath());
            if (decides) {
                add(ranges, chunk.getColumnIndexReference());
            }
            if (decides || file.columns().contains(chunk.getPath())) {
                add(ranges, chunk.getOffsetIndexReference());
            }
        }
        return ranges;
    }

    /** The bloom filters that may rule the row group out. */
    List<ByteRange> bloomFilters(BlockMetaData block) {
        return file.projection().levels().bloom() ? ofTestedColumns(block, this::bloomFilter) : List.of();
    }

    /** The dictionary pages that may rule the row group out. */
    List<ByteRange> dictionaries(BlockMetaData block) {
        return file.projection().levels().dictionary() ? ofTestedColumns(block, this::dictionary) : List.of();
    }

    private List<ByteRange> ofTestedColumns(
            BlockMetaData block, Function<ColumnChunkMetaData, Optional<ByteRange>> place) {
        return filtered.isEmpty()
                ? List.of()
                : block.getColumns().stream()
                        .filter(chunk -> filtered.get().testedForValues().contains(chunk.getPath()))
                        .flatMap(chunk -> place.apply(chunk).stream())
                        .toList();
    }

    /** Where the bloom filter of a column chunk lies; empty if it has none or does not tell its length. */
    Optional<ByteRange> bloomFilter(ColumnChunkMetaData chunk) {
        return inFile(chunk.getBloomFilterOffset(), chunk.getBloomFilterLength());
    }

    /** Where the dictionary of a column chunk lies, if it holds all values of the chunk and is not unusually large. */
    Optional<ByteRange> dictionary(ColumnChunkMetaData chunk) {
        long start = chunk.getStartingPos();
        long length = chunk.getFirstDataPageOffset() - start;
        boolean usable = length <= MOST_DICTIONARY_BYTES && chunk.hasDictionaryPage();
        return usable && allPagesUseTheDictionary(chunk) ? inFile(start, length) : Optional.empty();
    }

    /** Old files do not tell by page, but by the encodings of the chunk, of which two are the levels'. */
    @SuppressWarnings("deprecation")
    private static boolean allPagesUseTheDictionary(ColumnChunkMetaData chunk) {
        if (chunk.getEncodingStats() != null) {
            return !chunk.getEncodingStats().hasNonDictionaryEncodedPages();
        }
        Set<Encoding> encodings = new HashSet<>(chunk.getEncodings());
        encodings.removeAll(EnumSet.of(Encoding.RLE, Encoding.BIT_PACKED));
        return encodings.equals(EnumSet.of(Encoding.PLAIN_DICTIONARY));
    }

    /** Empty also for what a file cannot hold: then it is not used. */
    private Optional<ByteRange> inFile(long offset, long length) {
        return offset > 0 && length > 0 && offset <= file.footer().object().length() - length
                ? Optional.of(new ByteRange(offset, length))
                : Optional.empty();
    }

    private void add(List<ByteRange> ranges, IndexReference reference) {
        if (reference != null) {
            inFile(reference.getOffset(), reference.getLength()).ifPresent(ranges::add);
        }
    }
}
