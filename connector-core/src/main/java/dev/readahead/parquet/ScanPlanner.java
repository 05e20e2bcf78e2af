package dev.readahead.parquet;

import dev.readahead.fetch.Fetch;
import dev.readahead.fetch.RangePlanner;
import dev.readahead.fetch.Urgency;
import dev.readahead.memory.Lease;
import dev.readahead.memory.MemoryAccount;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.readahead.JobBytes;
import dev.readahead.readahead.JobPlan;
import dev.readahead.readahead.JobPlanner;
import dev.readahead.storage.ByteRange;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Plans the row groups of the splits, in their order. The footers of the next files are on their way while the row
 * groups of the one before are handed out: first of one file ahead, then, as the scan goes on, of ever more.
 *
 * <p>{@link #next} is called by one thread at a time, as the queue promises; {@link #close} by any.
 */
final class ScanPlanner implements JobPlanner<RowGroupPlan> {
    private static final int FIRST_FILES_AHEAD = 1;
    private static final int MOST_FILES_AHEAD = 32;

    private final List<ParquetSplit> splits;
    private final FileProjector projector;
    private final FooterCache footers;
    private final MemoryAccount memory;
    private final ScanMetrics metrics;

    private final Deque<Opening> openings = new ArrayDeque<>();
    private int nextToOpen;
    private int filesAhead;
    private Iterator<RowGroupPlan> rowGroups = List.<RowGroupPlan>of().iterator();

    private final Object leasesLock = new Object();
    private final NavigableMap<Integer, Lease> leases = new TreeMap<>();
    private boolean closed;

    ScanPlanner(
            List<ParquetSplit> splits,
            FileProjector projector,
            FooterCache footers,
            MemoryAccount memory,
            ScanMetrics metrics,
            boolean readsToTheEnd) {
        this.splits = List.copyOf(splits);
        this.projector = projector;
        this.footers = footers;
        this.memory = memory;
        this.metrics = metrics;
        this.filesAhead = readsToTheEnd ? MOST_FILES_AHEAD : FIRST_FILES_AHEAD;
    }

    @Override
    public CompletableFuture<Optional<JobPlan<RowGroupPlan>>> next() {
        while (true) {
            if (rowGroups.hasNext()) {
                return CompletableFuture.completedFuture(Optional.of(job(rowGroups.next())));
            }
            openAhead();
            Opening opening = openings.peek();
            if (opening == null) {
                return CompletableFuture.completedFuture(Optional.empty());
            }
            if (!opening.plans().isDone()) {
                opening.footer().promote();
                return opening.plans().handle((plans, error) -> null).thenCompose(nothing -> next());
            }
            openings.remove();
            filesAhead = Math.min(MOST_FILES_AHEAD, filesAhead * 2);
            try {
                rowGroups = opening.plans().join().iterator();
            } catch (CompletionException e) {
                return CompletableFuture.failedFuture(new SplitException(
                        opening.splitIndex(),
                        splits.get(opening.splitIndex()).object().location(),
                        e.getCause()));
            }
        }
    }

    /** Gives back the memory of all footers. What is still on its way is shared with other scans and goes on. */
    @Override
    public void close() {
        List<Lease> held;
        synchronized (leasesLock) {
            closed = true;
            held = List.copyOf(leases.values());
            leases.clear();
        }
        held.forEach(Lease::close);
    }

    /** Gives back the memory of the footers, and of the small files that came whole, before a split. Any thread. */
    void releaseBefore(int splitIndex) {
        List<Lease> done;
        synchronized (leasesLock) {
            NavigableMap<Integer, Lease> before = leases.headMap(splitIndex, false);
            done = List.copyOf(before.values());
            before.clear();
        }
        done.forEach(Lease::close);
    }

    private void openAhead() {
        while (nextToOpen < splits.size() && openings.size() <= filesAhead) {
            ParquetSplit split = splits.get(nextToOpen);
            long bytes = FooterCache.tailBytes(split.object().length());
            Optional<Lease> lease =
                    openings.isEmpty() ? Optional.of(memory.reserveNeeded(bytes)) : memory.tryReserve(bytes);
            if (lease.isEmpty()) {
                return;
            }
            openings.add(open(nextToOpen++, split, lease.get()));
        }
    }

    private Opening open(int index, ParquetSplit split, Lease lease) {
        keep(index, lease);
        Urgency urgency = openings.isEmpty() ? Urgency.AWAITED : Urgency.ahead(openings.size());
        FooterCache.Load footer = footers.get(split.scheduler(), split.object(), urgency, metrics);
        CompletableFuture<List<RowGroupPlan>> plans = footer.footer().thenCompose(found -> {
            try {
                return select(index, split, found);
            } catch (IOException e) {
                throw new CompletionException(e);
            }
        });
        return new Opening(index, footer, plans);
    }

    private void keep(int splitIndex, Lease lease) {
        synchronized (leasesLock) {
            if (!closed) {
                leases.put(splitIndex, lease);
                return;
            }
        }
        lease.close();
    }

    private CompletableFuture<List<RowGroupPlan>> select(int index, ParquetSplit split, ParquetFooter footer)
            throws IOException {
        FileProjection projection = projector.project(footer);
        List<Integer> candidates = RowGroupSelector.byFooter(split, footer, projection);
        return fetchIndexes(split, footer, projection, candidates).thenApply(indexes -> {
            try {
                PlannedFile file = new PlannedFile(index, split, footer, projection, indexes);
                return RowGroupSelector.byIndexes(file, candidates);
            } catch (IOException e) {
                throw new CompletionException(e);
            }
        });
    }

    /** The metadata that the filter asks for and the tail does not hold. */
    private CompletableFuture<JobBytes> fetchIndexes(
            ParquetSplit split, ParquetFooter footer, FileProjection projection, List<Integer> candidates) {
        List<ByteRange> needed = new ArrayList<>(MetadataRanges.of(
                footer,
                projection,
                candidates.stream().map(footer.metadata().getBlocks()::get).toList()));
        needed.removeIf(footer.tailRange()::contains);
        TreeMap<Long, byte[]> segments = new TreeMap<>();
        if (needed.stream().mapToLong(ByteRange::length).sum() > MetadataRanges.MOST_BYTES) {
            needed.clear();
        }
        List<CompletableFuture<Void>> arrivals = new ArrayList<>();
        for (ByteRange range : RangePlanner.coalesce(needed, split.scheduler().link())) {
            byte[] target = new byte[Math.toIntExact(range.length())];
            segments.put(range.offset(), target);
            Fetch<Void> fetch = split.scheduler().fetch(footer.object(), range, target, 0, Urgency.AWAITED, metrics);
            arrivals.add(fetch.result());
        }
        return CompletableFuture.allOf(arrivals.toArray(CompletableFuture[]::new))
                .thenApply(nothing -> new JobBytes(segments));
    }

    private JobPlan<RowGroupPlan> job(RowGroupPlan plan) {
        PlannedFile file = plan.file();
        try {
            return new JobPlan<>(
                    plan, file.split().scheduler(), file.footer().object(), RowGroupRanges.of(plan), plan.rowCount());
        } catch (IOException e) {
            throw new CompletionException(
                    new SplitException(file.splitIndex(), file.footer().object().location(), e));
        }
    }

    /** A file whose footer is on its way or there. */
    private record Opening(int splitIndex, FooterCache.Load footer, CompletableFuture<List<RowGroupPlan>> plans) {}
}
