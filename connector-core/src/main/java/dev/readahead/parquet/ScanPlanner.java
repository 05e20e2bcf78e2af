package dev.readahead.parquet;

import dev.readahead.fetch.Urgency;
import dev.readahead.memory.Lease;
import dev.readahead.memory.MemoryAccount;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.readahead.JobPlan;
import dev.readahead.readahead.JobPlanner;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Plans the row groups of the splits, in their order. The footers of the next files are on their way while the row
 * groups of the one before are handed out: of a few files, and of many once the consumer is known to go on.
 *
 * <p>{@link #next} is called by one thread at a time, as the queue promises; the other methods by any.
 */
final class ScanPlanner implements JobPlanner<RowGroupPlan> {
    private static final int FILES_AHEAD_AT_FIRST = 4;
    private static final int FILES_AHEAD = 32;

    private final List<ParquetSplit> splits;
    private final FileProjector projector;
    private final FooterCache footers;
    private final MemoryAccount memory;
    private final ScanMetrics metrics;

    private final MetadataFetcher fetcher;
    private final RowGroupSlicer slicer;
    private final DictionaryProbes dictionaries = new DictionaryProbes();

    private final Deque<Opening> openings = new ArrayDeque<>();
    private int nextToOpen;
    private volatile int filesAhead;

    /** The file whose row groups are handed out, its batch that is, and the one after it if it was begun. */
    private RowGroupFinder current;

    private Iterator<RowGroupPlan> rowGroups = List.<RowGroupPlan>of().iterator();
    private Optional<CompletableFuture<List<RowGroupPlan>>> nextBatch = Optional.empty();

    private final Object heldLock = new Object();
    private final NavigableMap<Integer, List<Lease>> leases = new TreeMap<>();
    private final Set<FooterCache.Load> loads = new HashSet<>();
    private boolean closed;

    ScanPlanner(
            List<ParquetSplit> splits,
            FileProjector projector,
            FooterCache footers,
            MemoryAccount memory,
            ScanMetrics metrics,
            boolean readsToTheEnd,
            long sliceBytes) {
        this.splits = List.copyOf(splits);
        this.projector = projector;
        this.footers = footers;
        this.memory = memory;
        this.metrics = metrics;
        this.fetcher = new MetadataFetcher(memory, metrics);
        this.slicer = new RowGroupSlicer(sliceBytes);
        this.filesAhead = readsToTheEnd ? FILES_AHEAD : FILES_AHEAD_AT_FIRST;
    }

    /** The consumer took the first row group and asks for more. */
    void goOn() {
        filesAhead = FILES_AHEAD;
    }

    @Override
    public CompletableFuture<Optional<JobPlan<RowGroupPlan>>> next() {
        while (true) {
            if (rowGroups.hasNext()) {
                return CompletableFuture.completedFuture(Optional.of(job(rowGroups.next())));
            }
            CompletableFuture<?> wanted;
            if (current == null) {
                openAhead();
                Opening opening = openings.peek();
                if (opening == null) {
                    return CompletableFuture.completedFuture(Optional.empty());
                }
                opening.load().promote();
                wanted = opening.begun();
            } else if (nextBatch.isEmpty()) {
                current = null;
                continue;
            } else {
                wanted = nextBatch.get();
            }
            if (!wanted.isDone()) {
                return wanted.handle((done, error) -> null).thenCompose(nothing -> next());
            }
            int splitIndex = current == null ? openings.element().splitIndex() : current.splitIndex();
            try {
                if (current == null) {
                    enter(openings.remove().begun().join());
                } else {
                    takeBatch();
                }
            } catch (CompletionException e) {
                return CompletableFuture.failedFuture(failure(splitIndex, e.getCause()));
            } catch (RuntimeException e) {
                return CompletableFuture.failedFuture(failure(splitIndex, e));
            }
        }
    }

    private void enter(Begun begun) {
        current = begun.finder();
        nextBatch = begun.firstBatch().or(() -> beginBatch(current, true));
    }

    /** Hands out a batch, and begins the one after it, so that it is there in time. */
    private void takeBatch() {
        rowGroups = nextBatch.orElseThrow().join().iterator();
        nextBatch = beginBatch(current, true);
    }

    private Optional<CompletableFuture<List<RowGroupPlan>>> beginBatch(RowGroupFinder finder, boolean needed) {
        return finder.hasMore()
                ? finder.next(needed, held -> keep(finder.splitIndex(), held.lease()))
                : Optional.empty();
    }

    private SplitException failure(int splitIndex, Throwable cause) {
        return new SplitException(splitIndex, splits.get(splitIndex).object().location(), cause);
    }

    /** Gives back the memory of all footers, and takes back those on their way that no other scan waits for. */
    @Override
    public void close() {
        List<Lease> held;
        List<FooterCache.Load> useless;
        synchronized (heldLock) {
            closed = true;
            held = leases.values().stream().flatMap(List::stream).toList();
            leases.clear();
            useless = List.copyOf(loads);
            loads.clear();
        }
        useless.forEach(FooterCache.Load::close);
        held.forEach(Lease::close);
        fetcher.close();
    }

    /** Gives back the memory of the footers, and of the small files that came whole, before a split. Any thread. */
    void releaseBefore(int splitIndex) {
        List<Lease> done;
        synchronized (heldLock) {
            NavigableMap<Integer, List<Lease>> before = leases.headMap(splitIndex, false);
            done = before.values().stream().flatMap(List::stream).toList();
            before.clear();
        }
        done.forEach(Lease::close);
    }

    private void openAhead() {
        while (nextToOpen < splits.size() && openings.size() <= filesAhead) {
            ParquetSplit split = splits.get(nextToOpen);
            long bytes = footers.tailBytes(split.object().length());
            Optional<Lease> lease =
                    openings.isEmpty() ? Optional.of(memory.reserveNeeded(bytes)) : memory.tryReserve(bytes);
            if (lease.isEmpty()) {
                return;
            }
            openings.add(open(nextToOpen++, split, lease.get()));
        }
    }

    private Opening open(int index, ParquetSplit split, Lease lease) {
        Urgency urgency = openings.isEmpty() ? Urgency.AWAITED : Urgency.ahead(openings.size());
        FooterCache.Load load = footers.get(split.scheduler(), split.object(), urgency, metrics);
        track(load);
        CompletableFuture<Begun> begun = load.footer()
                .whenComplete((found, error) -> {
                    if (load.isCached()) {
                        lease.close();
                    } else {
                        keep(index, lease);
                    }
                })
                .thenApply(found -> {
                    try {
                        return begin(index, split, found);
                    } catch (IOException e) {
                        throw new CompletionException(e);
                    }
                });
        return new Opening(index, load, begun);
    }

    private void track(FooterCache.Load load) {
        boolean late;
        synchronized (heldLock) {
            late = closed;
            if (!late) {
                loads.add(load);
            }
        }
        if (late) {
            load.close();
            return;
        }
        load.footer().whenComplete((found, error) -> {
            synchronized (heldLock) {
                loads.remove(load);
            }
            load.close();
        });
    }

    private Begun begin(int index, ParquetSplit split, ParquetFooter footer) throws IOException {
        PlannedFile file = PlannedFile.of(index, split, footer, projector.project(footer));
        RowGroupFinder finder = new RowGroupFinder(file, fetcher, slicer, dictionaries);
        return new Begun(finder, beginBatch(finder, false));
    }

    /** Holds memory until the splits behind this one are read. */
    private void keep(int splitIndex, Lease lease) {
        synchronized (heldLock) {
            if (!closed) {
                leases.computeIfAbsent(splitIndex, any -> new ArrayList<>()).add(lease);
                return;
            }
        }
        lease.close();
    }

    private static JobPlan<RowGroupPlan> job(RowGroupPlan plan) {
        PlannedFile file = plan.file();
        return new JobPlan<>(plan, file.split().scheduler(), file.footer().object(), plan.ranges(), plan.rowCount());
    }

    /** A file whose footer is on its way or there. */
    private record Opening(int splitIndex, FooterCache.Load load, CompletableFuture<Begun> begun) {}

    /** A file whose first row groups are on their way, unless there was no room for what decides on them. */
    private record Begun(RowGroupFinder finder, Optional<CompletableFuture<List<RowGroupPlan>>> firstBatch) {}
}
