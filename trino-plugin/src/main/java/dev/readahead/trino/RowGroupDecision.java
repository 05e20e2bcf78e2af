package dev.readahead.trino;

import dev.readahead.fetch.Fetch;
import dev.readahead.fetch.RangePlanner;
import dev.readahead.fetch.Urgency;
import dev.readahead.memory.Lease;
import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ByteRange;
import io.trino.parquet.metadata.BlockMetadata;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

/**
 * Decides on one row group, and fetches the page indexes, bloom filters and dictionaries that the decision turns out to
 * need: the reader is asked, says what it misses, and is asked again when that is there. Thread-safe.
 */
final class RowGroupDecision {
    /**
     * Statistics, column indexes, offset indexes, the head of a bloom filter, its bits, a dictionary: of each column.
     */
    private static final int MOST_ROUNDS_A_COLUMN = 8;

    private final PlannedPart part;
    private final BlockMetadata block;
    private final CompletableFuture<Optional<RowGroupWork>> result = new CompletableFuture<>();

    private final Object lock = new Object();
    private final List<JobBytes> held = new ArrayList<>();
    private final List<Lease> leases = new ArrayList<>();
    private List<Fetch<Void>> underWay = List.of();
    private int rounds;
    private boolean closed;

    private RowGroupDecision(PlannedPart part, BlockMetadata block) {
        this.part = part;
        this.block = block;
    }

    /** Begins. What the footer brought along is enough in most cases; then it is made by the time this returns. */
    static RowGroupDecision begin(PlannedPart part, BlockMetadata block) {
        RowGroupDecision decision = new RowGroupDecision(part, block);
        decision.result.whenComplete((work, error) -> decision.release());
        decision.decide();
        return decision;
    }

    /** Completed by the thread that began it or by a fetch thread; empty if the row group is ruled out. */
    CompletableFuture<Optional<RowGroupWork>> result() {
        return result;
    }

    private void decide() {
        List<JobBytes> known;
        synchronized (lock) {
            known = List.copyOf(held);
        }
        try {
            Optional<List<ByteRange>> missing = tryDecide(known);
            if (missing.isPresent()) {
                fetch(missing.get());
            }
        } catch (IOException | RuntimeException | Error e) {
            // Errors too: somebody waits for the result.
            result.completeExceptionally(e);
        }
    }

    /** Decides, or says what is missing for it. */
    private Optional<List<ByteRange>> tryDecide(List<JobBytes> known) throws IOException {
        try {
            result.complete(part.decide(block, known));
            return Optional.empty();
        } catch (MissingBytes missing) {
            return Optional.of(missing.ranges());
        }
    }

    private void fetch(List<ByteRange> ranges) {
        List<ByteRange> requests =
                RangePlanner.coalesce(ranges, part.scheduler().link());
        TreeMap<Long, byte[]> segments = new TreeMap<>();
        List<Fetch<Void>> fetches = new ArrayList<>();
        synchronized (lock) {
            if (closed
                    || ++rounds
                            > MOST_ROUNDS_A_COLUMN
                                    * (1 + part.columns().descriptors().size())) {
                result.completeExceptionally(
                        closed
                                ? new CancellationException("the scan was closed")
                                : new IOException(part.footer().object().location()
                                        + ": the metadata of a row group refers to ever more of itself"));
                return;
            }
            leases.add(part.scan()
                    .memory()
                    .reserveNeeded(
                            requests.stream().mapToLong(ByteRange::length).sum()));
            for (ByteRange range : requests) {
                byte[] target = new byte[Math.toIntExact(range.length())];
                segments.put(range.offset(), target);
                fetches.add(part.scheduler()
                        .fetch(
                                part.footer().object(),
                                range,
                                target,
                                0,
                                Urgency.AWAITED,
                                part.scan().metrics()));
            }
            underWay = fetches;
        }
        CompletableFuture.allOf(fetches.stream().map(Fetch::result).toArray(CompletableFuture[]::new))
                .whenComplete((nothing, error) -> {
                    if (error != null) {
                        result.completeExceptionally(error);
                        return;
                    }
                    synchronized (lock) {
                        held.add(new JobBytes(segments));
                    }
                    decide();
                });
    }

    /** Takes back what is under way. Idempotent; any thread. */
    void close() {
        List<Fetch<Void>> useless;
        synchronized (lock) {
            closed = true;
            useless = underWay;
        }
        useless.forEach(Fetch::cancel);
    }

    /**
     * What was fetched has been parsed, or will not be. All fetches are done: the last of them completed the result.
     */
    private void release() {
        List<Lease> done;
        synchronized (lock) {
            done = List.copyOf(leases);
            leases.clear();
            held.clear();
        }
        done.forEach(Lease::close);
    }
}
