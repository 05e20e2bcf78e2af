package dev.readahead.parquet;

import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ByteRange;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.DictionaryPageReadStore;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.filter2.bloomfilterlevel.BloomFilterImpl;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.compat.RowGroupFilter;
import org.apache.parquet.filter2.compat.RowGroupFilter.FilterLevel;
import org.apache.parquet.filter2.dictionarylevel.DictionaryFilter;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.BloomFilterReader;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.filter2.columnindex.ColumnIndexFilter;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Chooses the row groups of a split, and the rows of them, with parquet-hadoop's own filters: what is left out here the
 * stock reader leaves out too. Where bytes for a decision are missing or cannot be understood, the row group stays.
 */
final class RowGroupSelector implements AutoCloseable {
    private final PlannedFile file;
    private final MetadataRanges ranges;
    private final Predicate<ByteRange> held;
    private final ParquetFileReader reader;
    private final Set<ColumnPath> columnsOfFile;

    /**
     * @param pageIndexes what was fetched of them
     * @param probes bloom filters and dictionaries that were fetched
     */
    RowGroupSelector(PlannedFile file, MetadataRanges ranges, JobBytes pageIndexes, JobBytes probes)
            throws IOException {
        this.file = file;
        this.ranges = ranges;
        JobBytes tail = file.footer().tail();
        this.held = range -> tail.holds(range) || probes.holds(range);
        HeldInputStream stream = new HeldInputStream(
                file.footer().object(), HeldInputStream.firstOf(tail, pageIndexes, probes), HeldInputStream.REFUSE);
        this.reader = reader(file.footer(), stream);
        this.columnsOfFile = PlannedFile.paths(file.metadata().getFileMetaData().getSchema());
    }

    /** The row groups with rows whose middle lies in the split and which the statistics do not rule out; by index. */
    static List<Integer> byFooter(PlannedFile file) throws IOException {
        List<BlockMetaData> blocks = file.metadata().getBlocks();
        List<Integer> kept = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++) {
            if (blocks.get(i).getRowCount() > 0 && isInSplit(file, blocks.get(i))) {
                kept.add(i);
            }
        }
        for (int i : kept) {
            refuseEncrypted(file, blocks.get(i));
        }
        FileProjection projection = file.projection();
        if (!projection.filters() || !projection.levels().statistics() || kept.isEmpty()) {
            return kept;
        }
        HeldInputStream stream =
                new HeldInputStream(file.footer().object(), any -> file.footer().tail(), HeldInputStream.REFUSE);
        List<FilterLevel> statistics = List.of(FilterLevel.STATISTICS);
        try (ParquetFileReader reader = reader(file.footer(), stream)) {
            kept.removeIf(
                    i -> RowGroupFilter.filterRowGroups(statistics, projection.filter(), List.of(blocks.get(i)), reader)
                            .isEmpty());
        }
        return kept;
    }

    /**
     * A row group belongs to the split that its middle lies in, and so to one and no other. A split that is the whole
     * file needs not look, which also spares it metadata that may be encrypted.
     */
    private static boolean isInSplit(PlannedFile file, BlockMetaData block) throws ParquetFormatException {
        ParquetSplit split = file.split();
        long fileLength = file.footer().object().length();
        if (split.start() == 0 && split.length() >= fileLength) {
            return true;
        }
        long middle = block.getColumns().isEmpty() ? 0 : block.getStartingPos() + block.getCompressedSize() / 2;
        if (middle < 0 || middle >= fileLength) {
            throw new ParquetFormatException(file.footer().object().location() + " is corrupt: row group "
                    + block.getOrdinal() + " claims " + block.getCompressedSize() + " bytes from "
                    + block.getStartingPos() + " on in a file of " + fileLength);
        }
        return split.contains(middle);
    }

    private static void refuseEncrypted(PlannedFile file, BlockMetaData block) throws ParquetFormatException {
        for (ColumnChunkMetaData chunk : file.chunksRead(block)) {
            if (chunk.isEncrypted()) {
                throw new ParquetFormatException(file.footer().object().location() + ": column "
                        + chunk.getPath().toDotString()
                        + " is encrypted, which Readahead does not read: no keys are available");
            }
        }
    }

    /** Whether the dictionaries or bloom filters at hand show that no row of it matches. */
    boolean isRuledOut(BlockMetaData block) {
        if (!(file.projection().filter() instanceof FilterCompat.FilterPredicateCompat compat)) {
            return false;
        }
        FilterPredicate predicate = compat.getFilterPredicate();
        List<ColumnChunkMetaData> chunks = block.getColumns();
        try {
            FileProjection.FilterLevels levels = file.projection().levels();
            return levels.dictionary() && DictionaryFilter.canDrop(predicate, chunks, new Dictionaries(block))
                    || levels.bloom() && BloomFilterImpl.canDrop(predicate, chunks, new BloomFilters(block));
        } catch (RuntimeException e) {
            // A dictionary that cannot be read decides nothing; reading the row group will tell what is wrong with it.
            return false;
        }
    }

    /** The rows that the page index leaves: empty if that are none, all where it says nothing. */
    RowRanges rows(BlockMetaData block, PageIndexes indexes) {
        FileProjection projection = file.projection();
        if (!projection.filters() || !projection.levels().columnIndex()) {
            return RowRanges.createSingle(block.getRowCount());
        }
        try {
            return ColumnIndexFilter.calculateRowRanges(
                    projection.filter(), indexes, columnsOfFile, block.getRowCount());
        } catch (RuntimeException e) {
            // An index that contradicts itself decides nothing.
            return RowRanges.createSingle(block.getRowCount());
        }
    }

    PageIndexes pageIndexes(BlockMetaData block) {
        return new PageIndexes(reader, block);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private static ParquetFileReader reader(ParquetFooter footer, HeldInputStream stream) throws IOException {
        return new ParquetFileReader(
                new HeldInputFile(footer.object(), stream), footer.metadata(), PlannedFile.metadataOptions(), stream);
    }

    /** Only the dictionaries whose bytes are at hand. */
    private final class Dictionaries implements DictionaryPageReadStore {
        private final BlockMetaData block;
        private final DictionaryPageReadStore all;

        Dictionaries(BlockMetaData block) {
            this.block = block;
            this.all = reader.getDictionaryReader(block);
        }

        @Override
        public DictionaryPage readDictionaryPage(ColumnDescriptor column) {
            ColumnPath path = ColumnPath.get(column.getPath());
            Optional<ByteRange> bytes = block.getColumns().stream()
                    .filter(chunk -> chunk.getPath().equals(path))
                    .findFirst()
                    .flatMap(ranges::dictionary);
            return bytes.filter(held).isPresent() ? all.readDictionaryPage(column) : null;
        }
    }

    /** Only the bloom filters whose bytes are at hand. */
    private final class BloomFilters extends BloomFilterReader {
        BloomFilters(BlockMetaData block) {
            super(reader, block);
        }

        @Override
        public BloomFilter readBloomFilter(ColumnChunkMetaData chunk) {
            return ranges.bloomFilter(chunk).filter(held).isPresent() ? super.readBloomFilter(chunk) : null;
        }
    }
}
