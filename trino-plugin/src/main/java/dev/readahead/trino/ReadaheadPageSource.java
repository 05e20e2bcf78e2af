package dev.readahead.trino;

import dev.readahead.memory.MemoryAccount;
import dev.readahead.memory.MemoryGovernor;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.metrics.ScanMetrics.Counter;
import dev.readahead.readahead.Job;
import dev.readahead.readahead.ReadAheadOptions;
import dev.readahead.readahead.ReadAheadQueue;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.MemoryContext;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.metrics.Metrics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * Reads a split row group by row group, the next ones being fetched meanwhile. All methods are called by one thread at
 * a time and none waits: while the bytes of the next row group are on their way, {@link #isBlocked} is their future.
 */
final class ReadaheadPageSource implements ConnectorPageSource {
    /** The engine is told of memory in steps of this size. */
    private static final long MEMORY_STEP_BYTES = 1L << 20;

    private final ScanContext scan;
    private final SplitPlanner planner;
    private final ReadAheadQueue<RowGroupWork> queue;
    private final MemoryAccount account;
    private final ScanMetrics metrics;
    private final MemoryContext memory;

    private CompletableFuture<Optional<Job<RowGroupWork>>> claim;
    private CompletableFuture<?> blocked;
    private Job<RowGroupWork> job;
    private long rows;
    private long reportedSteps;
    private boolean closed;

    ReadaheadPageSource(
            List<FilePart> parts,
            ScanContext scan,
            MemoryGovernor governor,
            ReadAheadOptions options,
            MemoryContext memory) {
        this.scan = scan;
        this.account = scan.memory();
        this.metrics = scan.metrics();
        this.memory = memory;
        this.planner = new SplitPlanner(parts, scan, options.readsToTheEnd());
        this.queue =
                new ReadAheadQueue<>(planner, account, governor::isUnderPressure, options, metrics, System::nanoTime);
        scan.running().show(queue::jobsAhead);
        claimNext();
    }

    private void claimNext() {
        claim = queue.claim();
        blocked = claim.handle((claimed, error) -> null);
    }

    @Override
    public CompletableFuture<?> isBlocked() {
        return closed || job != null || claim.isDone() ? NOT_BLOCKED : blocked;
    }

    @Override
    public SourcePage getNextSourcePage() {
        if (closed) {
            return null;
        }
        try {
            while (job != null || claim.isDone()) {
                if (job == null) {
                    Optional<Job<RowGroupWork>> claimed = claim.join();
                    if (claimed.isEmpty()) {
                        close();
                        return null;
                    }
                    begin(claimed.get());
                } else {
                    SourcePage page = job.description().nextPage();
                    if (page != null) {
                        rows += page.getPositionCount();
                        reportMemory();
                        return page;
                    }
                    giveBack();
                    claimNext();
                }
            }
            reportMemory();
            return null;
        } catch (IOException | RuntimeException e) {
            String file = job == null
                    ? "the split"
                    : job.description().part().footer().object().location().toString();
            RuntimeException failure = Failures.of(file, e);
            try {
                close();
            } catch (RuntimeException again) {
                failure.addSuppressed(again);
            }
            throw failure;
        }
    }

    /** Begins a row group, or leaves it for the next one if a dynamic filter rules it out by now. */
    private void begin(Job<RowGroupWork> claimed) throws IOException {
        job = claimed;
        RowGroupWork work = job.description();
        // The rows of the files before were handed out and decoded.
        planner.releaseBefore(work.part().index());
        planner.goOn();
        if (work.isRuledOut(scan.predicate().get())) {
            giveBack();
            claimNext();
        } else {
            work.supply(job.bytes());
        }
    }

    private void giveBack() throws IOException {
        Job<RowGroupWork> done = job;
        job = null;
        try {
            done.description().close();
        } finally {
            done.close();
        }
    }

    private void reportMemory() {
        long bytes = account.heldBytes() + (job == null ? 0 : job.description().readerBytes());
        long steps = (bytes + MEMORY_STEP_BYTES - 1) / MEMORY_STEP_BYTES;
        if (steps != reportedSteps) {
            reportedSteps = steps;
            memory.setBytes(steps * MEMORY_STEP_BYTES);
        }
    }

    @Override
    public boolean isFinished() {
        return closed;
    }

    @Override
    public long getCompletedBytes() {
        return metrics.get(Counter.BYTES_FETCHED);
    }

    @Override
    public OptionalLong getCompletedPositions() {
        return OptionalLong.of(rows);
    }

    @Override
    public long getReadTimeNanos() {
        return metrics.get(Counter.WAIT_NANOS);
    }

    @Override
    public Metrics getMetrics() {
        return ScanFigures.of(metrics);
    }

    /** Gives everything back: requests, memory, decoders. Idempotent. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (job != null) {
                giveBack();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            queue.close();
            scan.running().close();
            memory.setBytes(0);
        }
    }
}
