package dev.readahead.parquet;

import dev.readahead.storage.ByteRange;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.hadoop.metadata.IndexReference;
import org.apache.parquet.schema.MessageType;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The bytes beside the footer that decide which row groups and pages are read: page indexes, bloom filters, dictionary
 * pages.
 *
 * <p>Dictionaries are asked only where the filter compares for equality: for a range of values the statistics already
 * say nearly as much, and a dictionary page costs a request.
 */
final class MetadataRanges {
    /** More than this is not worth planning by: then the levels that need it are left out. */
    static final long MOST_BYTES = 16L << 20;

    /** The dictionary page that parquet-hadoop writes at most, with room for its header. */
    private static final long MOST_DICTIONARY_BYTES = (1 << 20) + (64 << 10);

    private MetadataRanges() {}

    /** The ranges that a filter's levels ask for in these row groups, in no order. */
    static List<ByteRange> of(ParquetFooter footer, FileProjection projection, List<BlockMetaData> blocks) {
        FilterPredicate predicate = predicate(projection);
        if (predicate == null) {
            return List.of();
        }
        PredicateColumns columns = PredicateColumns.of(predicate);
        Set<ColumnPath> read = paths(projection.requestedSchema());
        List<ByteRange> ranges = new ArrayList<>();
        for (BlockMetaData block : blocks) {
            for (ColumnChunkMetaData chunk : block.getColumns()) {
                ColumnPath path = chunk.getPath();
                boolean filtered = columns.all().contains(path);
                if (projection.levels().columnIndex()) {
                    if (filtered) {
                        add(ranges, chunk.getColumnIndexReference());
                    }
                    if (filtered || read.contains(path)) {
                        add(ranges, chunk.getOffsetIndexReference());
                    }
                }
                if (columns.comparedForEquality().contains(path)) {
                    if (projection.levels().bloom() && chunk.getBloomFilterLength() > 0) {
                        add(ranges, chunk.getBloomFilterOffset(), chunk.getBloomFilterLength());
                    }
                    if (projection.levels().dictionary() && chunk.hasDictionaryPage()) {
                        long start = chunk.getDictionaryPageOffset();
                        long length = chunk.getFirstDataPageOffset() - start;
                        if (start > 0 && length <= MOST_DICTIONARY_BYTES) {
                            add(ranges, start, length);
                        }
                    }
                }
            }
        }
        ranges.removeIf(range -> range.end() > footer.object().length());
        return ranges;
    }

    /** The filter's predicate, or null if there is none that parquet-hadoop can evaluate. */
    static FilterPredicate predicate(FileProjection projection) {
        return projection.filter() instanceof FilterCompat.FilterPredicateCompat compat
                ? compat.getFilterPredicate()
                : null;
    }

    static Set<ColumnPath> paths(MessageType schema) {
        Set<ColumnPath> paths = new HashSet<>();
        schema.getPaths().forEach(path -> paths.add(ColumnPath.get(path)));
        return paths;
    }

    private static void add(List<ByteRange> ranges, IndexReference reference) {
        if (reference != null) {
            add(ranges, reference.getOffset(), reference.getLength());
        }
    }

    private static void add(List<ByteRange> ranges, long offset, long length) {
        if (offset >= 0 && length > 0 && length <= MOST_BYTES) {
            ranges.add(new ByteRange(offset, length));
        }
    }
}
