package dev.readahead.parquet;

import dev.readahead.parquet.MetadataFetcher.Held;
import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ByteRange;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * Finds the row groups of one split that have to be read, one batch after another: of few row groups first, so that the
 * first job waits for little, then of ever more. Called by one thread at a time, again only when the batch before is
 * complete.
 */
final class RowGroupFinder {
    private static final int FIRST_BATCH = 4;
    private static final int MOST_BATCH = 64;

    /** Where a row group needs more metadata than this to be decided on, it is read instead. */
    private static final long MOST_METADATA_BYTES = 4 << 20;

    private final PlannedFile file;
    private final MetadataRanges ranges;
    private final MetadataFetcher fetcher;
    private final RowGroupSlicer slicer;
    private final DictionaryProbes dictionaries;
    private final List<Integer> candidates;
    private int nextCandidate;
    private int batchSize = FIRST_BATCH;

    RowGroupFinder(PlannedFile file, MetadataFetcher fetcher, RowGroupSlicer slicer, DictionaryProbes dictionaries)
            throws IOException {
        this.file = file;
        this.ranges = new MetadataRanges(file);
        this.fetcher = fetcher;
        this.slicer = slicer;
        this.dictionaries = dictionaries;
        this.candidates = RowGroupSelector.byFooter(file);
    }

    int splitIndex() {
        return file.splitIndex();
    }

    boolean hasMore() {
        return nextCandidate < candidates.size();
    }

    /**
     * Finds the row groups of the next batch; there may be none among them.
     *
     * @param needed whether memory is to be taken even if the budget has no room
     * @param keeper gets what came, to be let go of when the file has been read at the latest
     * @return empty if there is no room: to be called again
     */
    Optional<CompletableFuture<List<RowGroupPlan>>> next(boolean needed, Consumer<Held> keeper) {
        Batch batch = batch();
        Optional<CompletableFuture<Held>> indexes = fetch(batch.pageIndexes(), needed, keeper);
        if (indexes.isEmpty()) {
            return Optional.empty();
        }
        // Without room for them, the row groups are read without having been probed.
        CompletableFuture<Optional<Held>> probes = fetch(batch.probes(), needed, keeper)
                .map(fetch -> fetch.thenApply(Optional::of))
                .orElse(CompletableFuture.completedFuture(Optional.empty()));
        nextCandidate += batch.blocks().size();
        batchSize = Math.min(MOST_BATCH, 2 * batchSize);
        return Optional.of(indexes.get().thenCombine(probes, (held, probed) -> {
            try {
                return plan(batch, held.bytes(), probed.map(Held::bytes).orElse(held.bytes()));
            } catch (IOException e) {
                throw new CompletionException(e);
            } finally {
                // What was probed has said what it had to say.
                probed.ifPresent(done -> done.lease().close());
            }
        }));
    }

    private Optional<CompletableFuture<Held>> fetch(List<ByteRange> needed, boolean always, Consumer<Held> keeper) {
        List<ByteRange> missing =
                needed.stream().filter(range -> !file.inTail(range)).toList();
        return fetcher.fetch(file.split().scheduler(), file.footer().object(), missing, always)
                .map(fetch -> fetch.thenApply(held -> {
                    keeper.accept(held);
                    return held;
                }));
    }

    private Batch batch() {
        Batch batch = new Batch(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        long bytes = 0;
        for (int i = nextCandidate; i < candidates.size(); i++) {
            BlockMetaData block = file.block(candidates.get(i));
            List<ByteRange> indexesOfBlock = ranges.pageIndexes(block, isLarge(block));
            List<ByteRange> probesOfBlock = new ArrayList<>(ranges.bloomFilters(block));
            if (dictionaries.pay()) {
                probesOfBlock.addAll(ranges.dictionaries(block));
            }
            long indexBytes = missing(indexesOfBlock);
            long probeBytes = missing(probesOfBlock);
            boolean isFull = batch.blocks().size() >= (probeBytes > 0 ? batchSize : MOST_BATCH);
            if (!batch.blocks().isEmpty() && (isFull || bytes + indexBytes + probeBytes > MOST_METADATA_BYTES)) {
                break;
            }
            batch.blocks().add(candidates.get(i));
            if (indexBytes <= MOST_METADATA_BYTES) {
                batch.pageIndexes().addAll(indexesOfBlock);
                bytes += indexBytes;
            }
            if (probeBytes <= MOST_METADATA_BYTES) {
                batch.probes().addAll(probesOfBlock);
                bytes += probeBytes;
            }
        }
        return batch;
    }

    private long missing(List<ByteRange> needed) {
        return needed.stream()
                .filter(range -> !file.inTail(range))
                .mapToLong(ByteRange::length)
                .sum();
    }

    private List<RowGroupPlan> plan(Batch batch, JobBytes pageIndexes, JobBytes probes) throws IOException {
        List<RowGroupPlan> plans = new ArrayList<>();
        try (RowGroupSelector selector = new RowGroupSelector(file, ranges, pageIndexes, probes)) {
            for (int index : batch.blocks()) {
                BlockMetaData block = file.block(index);
                boolean ruledOut = selector.isRuledOut(block);
                if (missing(ranges.dictionaries(block)) > 0) {
                    dictionaries.tried(ruledOut);
                }
                if (!ruledOut) {
                    addRows(plans, index, selector, pageIndexes);
                }
            }
        }
        return plans;
    }

    private void addRows(List<RowGroupPlan> plans, int index, RowGroupSelector selector, JobBytes pageIndexes)
            throws IOException {
        BlockMetaData block = file.block(index);
        PageIndexes indexes = selector.pageIndexes(block);
        RowRanges rows = selector.rows(block, indexes);
        if (rows.rowCount() == 0) {
            return;
        }
        boolean byPages = rows.rowCount() < block.getRowCount() || isLarge(block);
        if (!byPages || !indexes.haveOffsetIndexes(file.chunksRead(block))) {
            plans.add(whole(index, pageIndexes));
            return;
        }
        for (RowRanges slice : slicer.cut(columnPages(block, indexes), block.getRowCount(), rows)) {
            plans.add(
                    slice.rowCount() == block.getRowCount()
                            ? whole(index, pageIndexes)
                            : new RowGroupPlan(
                                    file,
                                    index,
                                    Optional.of(slice),
                                    slice.rowCount(),
                                    RowGroupRanges.ofPages(file, block, indexes, slice),
                                    pageIndexes));
        }
    }

    /** Whether a row group is worth cutting, as far as its footer tells. */
    private boolean isLarge(BlockMetaData block) {
        List<ColumnChunkMetaData> chunks = file.chunksRead(block);
        long bytes =
                chunks.stream().mapToLong(ColumnChunkMetaData::getTotalSize).sum();
        return slicer.isLarge(bytes) && chunks.stream().allMatch(this::mayBeCut);
    }

    private boolean mayBeCut(ColumnChunkMetaData chunk) {
        FileMetaData metadata = file.metadata().getFileMetaData();
        return chunk.getOffsetIndexReference() != null
                && RowGroupSlicer.mayBeCut(
                        metadata.getCreatedBy(),
                        metadata.getSchema()
                                .getColumnDescription(chunk.getPath().toArray()));
    }

    private List<ColumnPages> columnPages(BlockMetaData block, PageIndexes indexes) {
        return file.chunksRead(block).stream()
                .map(chunk -> new ColumnPages(
                        chunk.getStartingPos(), chunk.getTotalSize(), indexes.getOffsetIndex(chunk.getPath())))
                .toList();
    }

    private RowGroupPlan whole(int index, JobBytes pageIndexes) throws IOException {
        BlockMetaData block = file.block(index);
        return new RowGroupPlan(
                file, index, Optional.empty(), block.getRowCount(), RowGroupRanges.ofChunks(file, block), pageIndexes);
    }

    private record Batch(List<Integer> blocks, List<ByteRange> pageIndexes, List<ByteRange> probes) {}
}
