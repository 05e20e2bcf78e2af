package dev.readahead.parquet;

import dev.readahead.memory.MemoryAccount;
import dev.readahead.memory.MemoryGovernor;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.readahead.JobException;
import dev.readahead.readahead.ReadAheadOptions;
import dev.readahead.readahead.ReadAheadQueue;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Reads the row groups of a list of splits, ahead of the consumer. One for each partition reader or page source.
 *
 * <p>{@link #next} and {@link #close} are called by the consumer's thread, {@link #close} by any other as well, once
 * the consumer does not decode any more. Neither blocks.
 */
public final class ParquetScan implements AutoCloseable {
    private final ScanPlanner planner;
    private final ReadAheadQueue<RowGroupPlan> queue;
    private final FileReaders readers;
    private final ScanMetrics metrics;

    private boolean begun;

    /**
     * @param splits in the order of the rows
     * @param footers shared by the scans of the JVM
     * @param metrics counts what this scan does
     */
    public ParquetScan(
            List<ParquetSplit> splits,
            FileProjector projector,
            MemoryGovernor governor,
            FooterCache footers,
            ReadAheadOptions options,
            ScanMetrics metrics) {
        this(splits, projector, governor, footers, options, metrics, RowGroupSlicer.SLICE_BYTES);
    }

    /** @param sliceBytes the least that a job should fetch of a row group that is much larger */
    ParquetScan(
            List<ParquetSplit> splits,
            FileProjector projector,
            MemoryGovernor governor,
            FooterCache footers,
            ReadAheadOptions options,
            ScanMetrics metrics,
            long sliceBytes) {
        MemoryAccount memory = governor.openAccount();
        this.planner =
                new ScanPlanner(splits, projector, footers, memory, metrics, options.readsToTheEnd(), sliceBytes);
        this.queue =
                new ReadAheadQueue<>(planner, memory, governor::isUnderPressure, options, metrics, System::nanoTime);
        this.readers = new FileReaders(metrics);
        this.metrics = metrics;
    }

    /**
     * The next row group when its bytes are there, or empty after the last. Fails with a {@link SplitException} that
     * says which split could not be read. The job before should be closed by then.
     */
    public CompletableFuture<Optional<RowGroupJob>> next() {
        if (begun) {
            planner.goOn();
        }
        begun = true;
        return queue.claim().handle((job, error) -> {
            if (error != null) {
                throw new CompletionException(naming(error));
            }
            // The consumer is done with the files before this one.
            job.ifPresent(present ->
                    planner.releaseBefore(present.description().file().splitIndex()));
            return job.map(present -> new RowGroupJob(present, readers));
        });
    }

    private static Throwable naming(Throwable error) {
        Throwable failure = error instanceof CompletionException ? error.getCause() : error;
        if (failure instanceof JobException job && job.description() instanceof RowGroupPlan plan) {
            return new SplitException(
                    plan.file().splitIndex(), plan.file().footer().object().location(), job.getCause());
        }
        return failure;
    }

    /** How many row groups lie ahead, their bytes there or on the way. */
    public int jobsAhead() {
        return queue.jobsAhead();
    }

    public ScanMetrics metrics() {
        return metrics;
    }

    /** Gives everything back: requests, memory, codecs. Idempotent. */
    @Override
    public void close() throws IOException {
        queue.close();
        readers.close();
    }
}
