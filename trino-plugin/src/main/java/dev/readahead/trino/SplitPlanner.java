package dev.readahead.trino;

import dev.readahead.fetch.FetchScheduler;
import dev.readahead.fetch.Urgency;
import dev.readahead.memory.Lease;
import dev.readahead.readahead.JobPlan;
import dev.readahead.readahead.JobPlanner;
import dev.readahead.storage.StoredObject;
import io.trino.parquet.metadata.BlockMetadata;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

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

    private final List<FilePart> parts;
    private final ScanContext scan;

    private final Deque<Opening> openings = new ArrayDeque<>();
    private int nextToOpen;
    private volatile int filesAhead;

    private PlannedPart current;
    private Iterator<BlockMetadata> undecided = List.<BlockMetadata>of().iterator();

    /** Those of the current part, in the order of its row groups. */
    private final Deque<RowGroupDecision> decisions = new ArrayDeque<>();

    private final Object lock = new Object();
    private final Set<RowGroupDecision> underWay = new HashSet<>();
    private final NavigableMap<Integer, Lease> leases = new TreeMap<>();
    private boolean closed;

    /** @param readsToTheEnd whether the consumer is known to want all rows */
    SplitPlanner(List<FilePart> parts, ScanContext scan, boolean readsToTheEnd) {
        this.parts = List.copyOf(parts);
        this.scan = scan;
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
            if (current == null) {
                openAhead();
                Opening opening = openings.peek();
                if (opening == null) {
                    return CompletableFuture.completedFuture(Optional.empty());
                }
                opening.load().promote();
                wanted = opening.begun();
            } else {
                decideAhead();
                RowGroupDecision decision = decisions.peek();
                if (decision == null) {
                    current = null;
                    continue;
                }
                wanted = decision.result();
            }
            if (!wanted.isDone()) {
                return wanted.handle((done, error) -> null).thenCompose(nothing -> next());
            }
            String file = (current == null
                            ? openings.element().object()
                            : current.footer().object())
                    .location()
                    .toString();
            try {
                if (current == null) {
                    enter(openings.remove().begun().join());
                } else {
                    Optional<RowGroupWork> work = decisions.remove().result().join();
                    if (work.isPresent()
                            && !work.get().isRuledOut(scan.predicate().get())) {
                        return CompletableFuture.completedFuture(Optional.of(job(work.get())));
                    }
                }
            } catch (IOException | RuntimeException e) {
                return CompletableFuture.failedFuture(Failures.of(file, e));
            }
        }
    }

    private void enter(Begun begun) {
        current = begun.part();
        undecided = begun.undecided();
        begun.first().ifPresent(decisions::add);
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
        FetchScheduler scheduler = scan.schedulers().apply(object.location());
        Urgency urgency = openings.isEmpty() ? Urgency.AWAITED : Urgency.ahead(openings.size());
        FooterCache.Load load = scan.footers().get(scheduler, object, urgency, scan.metrics());
        CompletableFuture<Begun> begun = load.footer().thenApply(footer -> {
            try {
                return begin(PlannedPart.of(index, scheduler, part, footer, scan));
            } catch (IOException e) {
                throw new CompletionException(e);
            }
        });
        return new Opening(object, load, begun);
    }

    /** Decides on the first row group at once: of many small files, the metadata is on its way at the same time. */
    private Begun begin(PlannedPart part) {
        Iterator<BlockMetadata> blocks = part.blocks().iterator();
        Optional<RowGroupDecision> first =
                blocks.hasNext() ? Optional.of(decide(part, blocks.next())) : Optional.empty();
        return new Begun(part, blocks, first);
    }

    private RowGroupDecision decide(PlannedPart part, BlockMetadata block) {
        RowGroupDecision decision = RowGroupDecision.begin(part, block);
        boolean late;
        synchronized (lock) {
            late = closed;
            underWay.add(decision);
        }
        decision.result().whenComplete((work, error) -> {
            synchronized (lock) {
                underWay.remove(decision);
            }
        });
        if (late) {
            decision.close();
        }
        return decision;
    }

    private void decideAhead() {
        while (undecided.hasNext() && decisions.size() < DECISIONS_AHEAD) {
            RowGroupDecision decision = decide(current, undecided.next());
            decisions.add(decision);
            if (decision.result().isDone()) {
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
                leases.put(index, lease);
                return;
            }
        }
        lease.close();
    }

    /** Gives back the memory of the footers, and of the small files that came whole, before a part. */
    void releaseBefore(int index) {
        List<Lease> done;
        synchronized (lock) {
            Map<Integer, Lease> before = leases.headMap(index, false);
            done = new ArrayList<>(before.values());
            before.clear();
        }
        done.forEach(Lease::close);
    }

    /** Takes back what only this scan waits for. Footers on their way are shared with others and go on. */
    @Override
    public void close() {
        List<RowGroupDecision> useless;
        List<Lease> held;
        synchronized (lock) {
            closed = true;
            useless = List.copyOf(underWay);
            held = List.copyOf(leases.values());
            leases.clear();
        }
        useless.forEach(RowGroupDecision::close);
        held.forEach(Lease::close);
    }

    /** A file whose footer is on its way or there. */
    private record Opening(StoredObject object, FooterCache.Load load, CompletableFuture<Begun> begun) {}

    /** A file whose first row group is being decided on. */
    private record Begun(PlannedPart part, Iterator<BlockMetadata> undecided, Optional<RowGroupDecision> first) {}
}
