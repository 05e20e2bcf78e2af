package dev.readahead.trino;

import dev.readahead.fetch.FetchScheduler;
import dev.readahead.fetch.Urgency;
import dev.readahead.memory.Lease;
import dev.readahead.parquet.MetadataFetcher;
import dev.readahead.readahead.JobBytes;
import dev.readahead.readahead.JobPlan;
import dev.readahead.readahead.JobPlanner;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.StoredObject;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Plans the row groups of a split, in their order. The footers of its next files, and the metadata of its next row
 * groups, are on their way while the ones before are read.
 *
 * <p>{@link #next} is called by one thread at a time, as the queue promises; the other methods by any.
 */
final class SplitPlanner implements JobPlanner<RowGroupWork> {
    private static final int FILES_AHEAD_AT_FIRST = 4;
    private static final int FILES_AHEAD = 32;
    private static final int DECISIONS_AHEAD = 16;

    /** Page indexes of a part that are fetched at once; where there are more, each row group fetches its own. */
    private static final long MOST_INDEX_BYTES = 4 << 20;

    private static final JobBytes NOTHING = new JobBytes(new TreeMap<>());

    private final List<FilePart> parts;
    private final ScanContext scan;
    private final MetadataFetcher fetcher;

    private final Deque<Opening> openings = new ArrayDeque<>();
    private int nextToOpen;
    private volatile int filesAhead;

    private Begun current;
    private Iterator<RowGroupShare> undecided = List.<RowGroupShare>of().iterator();

    /** Those of the current part, in the order of its row groups. */
    private final Deque<CompletableFuture<List<RowGroupWork>>> decisions = new ArrayDeque<>();

    private Iterator<RowGroupWork> works = List.<RowGroupWork>of().iterator();

    private final Object lock = new Object();
    private final NavigableMap<Integer, List<Lease>> leases = new TreeMap<>();
    private boolean closed;

    /** @param readsToTheEnd whether the consumer is known to want all rows */
    SplitPlanner(List<FilePart> parts, ScanContext scan, boolean readsToTheEnd) {
        this.parts = List.copyOf(parts);
        this.scan = scan;
        this.fetcher = new MetadataFetcher(scan.memory(), scan.metrics());
        this.filesAhead = readsToTheEnd ? FILES_AHEAD : FILES_AHEAD_AT_FIRST;
    }

    /** The consumer took a row group and wants more. */
    void goOn() {
        filesAhead = FILES_AHEAD;
    }

    @Override
    public CompletableFuture<Optional<JobPlan<RowGroupWork>>> next() {
        while (true) {
            CompletableFuture<?> wanted;
            if (works.hasNext()) {
                wanted = CompletableFuture.completedFuture(null);
            } else if (current == null) {
                openAhead();
                Opening opening = openings.peek();
                if (opening == null) {
                    return CompletableFuture.completedFuture(Optional.empty());
                }
                opening.load().promote();
                wanted = opening.begun();
            } else {
                decideAhead();
                wanted = decisions.peek();
                if (wanted == null) {
                    current = null;
                    continue;
                }
            }
            if (!wanted.isDone()) {
                return wanted.handle((done, error) -> null).thenCompose(nothing -> next());
            }
            String file = (current == null
                            ? openings.element().object()
                            : current.part().footer().object())
                    .location()
                    .toString();
            try {
                Optional<RowGroupWork> work = step();
                if (work.isPresent()) {
                    return CompletableFuture.completedFuture(Optional.of(job(work.get())));
                }
            } catch (IOException | RuntimeException e) {
                return CompletableFuture.failedFuture(Failures.of(file, e));
            }
        }
    }

    /** Takes what is there: the next job, what was decided on the next row group, or the next part. */
    private Optional<RowGroupWork> step() throws IOException {
        if (works.hasNext()) {
            RowGroupWork work = works.next();
            return work.isRuledOut(scan.predicate().get()) ? Optional.empty() : Optional.of(work);
        }
        if (current == null) {
            current = openings.remove().begun().join();
            undecided = current.undecided();
            current.first().ifPresent(decisions::add);
        } else {
            works = decisions.remove().join().iterator();
        }
        return Optional.empty();
    }

    private void openAhead() {
        while (nextToOpen < parts.size() && openings.size() <= filesAhead) {
            FilePart part = parts.get(nextToOpen);
            StoredObject object = part.object();
            int bytes = FooterCache.tailBytes(object.length());
            Optional<Lease> lease = openings.isEmpty()
                    ? Optional.of(scan.memory().reserveNeeded(bytes))
                    : scan.memory().tryReserve(bytes);
            if (lease.isEmpty()) {
                return;
            }
            keep(nextToOpen, lease.get());
            openings.add(open(nextToOpen++, part, object));
        }
    }

    private Opening open(int index, FilePart part, StoredObject object) {
        FetchScheduler scheduler = scan.scheduler(object.location());
        Urgency urgency = openings.isEmpty() ? Urgency.AWAITED : Urgency.ahead(openings.size());
        FooterCache.Load load = scan.footers().get(scheduler, object, urgency, scan.metrics());
        CompletableFuture<Begun> begun = load.footer().thenCompose(footer -> {
            try {
                PlannedPart planned = PlannedPart.of(index, scheduler, part, footer, scan);
                return indexes(planned).thenApply(indexes -> begin(planned, indexes));
            } catch (IOException e) {
                return CompletableFuture.failedFuture(e);
            }
        });
        return new Opening(object, load, begun);
    }

    /** The page indexes of a part, unless they are too many to hold all at once. */
    private CompletableFuture<JobBytes> indexes(PlannedPart part) throws IOException {
        List<ByteRange> missing = part.missingIndexes();
        long bytes = missing.stream().mapToLong(ByteRange::length).sum();
        if (bytes == 0 || bytes > MOST_INDEX_BYTES) {
            return CompletableFuture.completedFuture(NOTHING);
        }
        return fetcher.fetch(part.scheduler(), part.footer().object(), missing, true)
                .orElseThrow()
                .thenApply(held -> {
                    keep(part.index(), held.lease());
                    return held.bytes();
                });
    }

    /** Decides on the first row group at once: of many small files, the metadata is on its way at the same time. */
    private Begun begin(PlannedPart part, JobBytes indexes) {
        Iterator<RowGroupShare> shares = part.shares().iterator();
        return new Begun(
                part,
                indexes,
                shares,
                shares.hasNext() ? Optional.of(decide(part, shares.next(), indexes)) : Optional.empty());
    }

    private CompletableFuture<List<RowGroupWork>> decide(PlannedPart part, RowGroupShare share, JobBytes indexes) {
        try {
            return RowGroupDecision.begin(part, share, indexes, fetcher);
        } catch (IOException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void decideAhead() {
        while (undecided.hasNext() && decisions.size() < DECISIONS_AHEAD) {
            CompletableFuture<List<RowGroupWork>> decision =
                    decide(current.part(), undecided.next(), current.indexes());
            decisions.add(decision);
            if (decision.isDone()) {
                // Nothing had to be fetched, so nothing is gained by deciding on more before they are needed.
                return;
            }
        }
    }

    private static JobPlan<RowGroupWork> job(RowGroupWork work) {
        PlannedPart part = work.part();
        return new JobPlan<>(work, part.scheduler(), part.footer().object(), work.ranges(), work.rows());
    }

    /** Holds memory until the parts behind this one are read. */
    private void keep(int index, Lease lease) {
        synchronized (lock) {
            if (!closed) {
                leases.computeIfAbsent(index, any -> new ArrayList<>()).add(lease);
                return;
            }
        }
        lease.close();
    }

    /** Gives back the memory of the footers, and of the small files that came whole, before a part. */
    void releaseBefore(int index) {
        List<Lease> done;
        synchronized (lock) {
            Map<Integer, List<Lease>> before = leases.headMap(index, false);
            done = before.values().stream().flatMap(List::stream).toList();
            before.clear();
        }
        done.forEach(Lease::close);
    }

    /** Takes back what only this scan waits for. Footers on their way are shared with others and go on. */
    @Override
    public void close() {
        List<Lease> held;
        synchronized (lock) {
            closed = true;
            held = leases.values().stream().flatMap(List::stream).toList();
            leases.clear();
        }
        held.forEach(Lease::close);
        fetcher.close();
    }

    /** A file whose footer is on its way or there. */
    private record Opening(StoredObject object, FooterCache.Load load, CompletableFuture<Begun> begun) {}

    /** A file whose first row group is being decided on. */
    private record Begun(
            PlannedPart part,
            JobBytes indexes,
            Iterator<RowGroupShare> undecided,
            Optional<CompletableFuture<List<RowGroupWork>>> first) {}
}
