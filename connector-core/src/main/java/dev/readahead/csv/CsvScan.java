package dev.readahead.csv;

import dev.readahead.memory.MemoryAccount;
import dev.readahead.memory.MemoryGovernor;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.readahead.Job;
import dev.readahead.readahead.JobException;
import dev.readahead.readahead.ReadAheadOptions;
import dev.readahead.readahead.ReadAheadQueue;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * Reads the records of a list of splits into an engine's columns, the bytes of the next ones being fetched meanwhile.
 * One for each partition reader or page source.
 *
 * <p>All methods are called by the consumer's thread, {@link #close} by any other as well once the consumer reads no
 * more. None blocks but {@link #read} of a compressed file, which may wait for bytes in a rare case: when a
 * decompressor asks for more of them than were there in advance.
 */
public final class CsvScan implements AutoCloseable {
    private final List<CsvSplit> splits;
    private final CsvOptions options;
    private final CsvTuning tuning;
    private final CsvScanPlanner planner;
    private final MemoryAccount memory;
    private final ReadAheadQueue<CsvRange> queue;
    private final ScanMetrics metrics;
    private final RecordReader records;
    private final Boundaries boundaries;
    private final int writers;

    private CompletableFuture<?> pending = CompletableFuture.completedFuture(null);
    private CompletableFuture<Optional<Job<CsvRange>>> claim;
    private Text text;

    /** Whether the text has to bring more bytes before records can be read. */
    private boolean wantsMore;

    private boolean finished;
    private int splitIndex;

    /** What the range before says of the next one of the same split. */
    private RangeStart nextStart = RangeStart.UNKNOWN;

    /**
     * @param splits in the order of the rows
     * @param metrics counts what this scan does
     */
    public CsvScan(
            List<CsvSplit> splits,
            CsvOptions options,
            CsvProjection projection,
            MemoryGovernor governor,
            ReadAheadOptions readAhead,
            ScanMetrics metrics) {
        this(splits, options, projection, governor, governor.openAccount(), readAhead, metrics);
    }

    /** @param memory what the scan's bytes are charged to, an account of the governor */
    public CsvScan(
            List<CsvSplit> splits,
            CsvOptions options,
            CsvProjection projection,
            MemoryGovernor governor,
            MemoryAccount memory,
            ReadAheadOptions readAhead,
            ScanMetrics metrics) {
        this(splits, options, projection, governor, memory, readAhead, metrics, CsvTuning.of(options));
    }

    CsvScan(
            List<CsvSplit> splits,
            CsvOptions options,
            CsvProjection projection,
            MemoryGovernor governor,
            ReadAheadOptions readAhead,
            ScanMetrics metrics,
            CsvTuning tuning) {
        this(splits, options, projection, governor, governor.openAccount(), readAhead, metrics, tuning);
    }

    private CsvScan(
            List<CsvSplit> splits,
            CsvOptions options,
            CsvProjection projection,
            MemoryGovernor governor,
            MemoryAccount memory,
            ReadAheadOptions readAhead,
            ScanMetrics metrics,
            CsvTuning tuning) {
        this.splits = List.copyOf(splits);
        this.options = options;
        this.tuning = tuning;
        this.metrics = metrics;
        this.memory = memory;
        this.planner = new CsvScanPlanner(splits, options, tuning);
        this.queue =
                new ReadAheadQueue<>(planner, memory, governor::isUnderPressure, readAhead, metrics, System::nanoTime);
        this.records = new RecordReader(options, projection);
        this.boundaries = new Boundaries(options.dialect());
        this.writers = projection.writers();
    }

    /**
     * Completes when {@link #read} can go on; never with an error, which {@link #read} throws. Asked anew before each
     * call of {@link #read}.
     */
    public CompletableFuture<?> blocked() {
        return pending.isDone() ? CompletableFuture.completedFuture(null) : pending.handle((value, error) -> null);
    }

    /**
     * Reads rows of one split: as many as there are, up to {@code mostRows}, without waiting.
     *
     * @param columns the writers of the columns in the order of the projection, and of malformed records behind them if
     *     the projection has them; rows are numbered from 0 again
     * @return how many rows were written; 0 says nothing but that {@link #blocked} or {@link #isFinished} is to be
     *     asked
     * @throws CsvSplitException that says which split could not be read; then the scan yields no more
     */
    public int read(ColumnWriter[] columns, int mostRows) throws CsvSplitException {
        if (columns.length != writers || mostRows < 1) {
            throw new IllegalArgumentException(
                    columns.length + " writers in place of " + writers + ", or no rows asked for: " + mostRows);
        }
        if (finished || !pending.isDone()) {
            return 0;
        }
        try {
            return readReady(columns, mostRows);
        } catch (CsvSplitException e) {
            finished = true;
            throw e;
        } catch (IOException | RuntimeException e) {
            finished = true;
            throw failure(text == null ? splitIndex : text.range().splitIndex(), e);
        }
    }

    private int readReady(ColumnWriter[] columns, int mostRows) throws IOException {
        while (pending.isDone() && !finished) {
            if (text == null) {
                open();
            } else if (wantsMore) {
                bringMore();
            } else {
                RecordReader.Outcome outcome = records.read(text.window(), text.first(), text.end(), columns, mostRows);
                splitIndex = text.range().splitIndex();
                wantsMore = outcome == RecordReader.Outcome.NEEDS_MORE;
                if (outcome == RecordReader.Outcome.END) {
                    closeText();
                }
                if (records.rows() > 0) {
                    return records.rows();
                }
            }
        }
        return 0;
    }

    /** Takes the next job, if it is there. */
    private void open() throws IOException {
        if (claim == null) {
            claim = queue.claim();
            pending = claim;
            return;
        }
        Optional<Job<CsvRange>> job = claimed();
        claim = null;
        if (job.isEmpty()) {
            finished = true;
            return;
        }
        CsvRange range = job.get().description();
        text = options.isSplittable(range.object().location())
                ? rangeText(job.get())
                : new StreamText(job.get(), queue::claim, options, tuning);
        wantsMore = true;
        if (range.firstOfSplit()) {
            records.beginRange(range.object().location(), text.isFromFileStart());
        }
    }

    private RangeText rangeText(Job<CsvRange> job) {
        RangeStart start = job.description().firstOfSplit() ? RangeStart.UNKNOWN : nextStart;
        return new RangeText(job, start, boundaries, tuning, planner, memory, metrics);
    }

    private void bringMore() throws IOException {
        throwFailureOf(pending);
        Optional<CompletableFuture<?>> fetch = text.more();
        wantsMore = fetch.isPresent();
        if (wantsMore) {
            pending = fetch.get();
        }
    }

    private void closeText() throws IOException {
        if (text instanceof RangeText range) {
            range.checkEnd();
            nextStart = range.startOfNext();
        }
        text.close();
        text = null;
    }

    private Optional<Job<CsvRange>> claimed() throws IOException {
        try {
            return claim.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof JobException job && job.description() instanceof CsvRange range) {
                throw failure(range.splitIndex(), job.getCause());
            }
            throw new IOException(e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException("a future that is done was waited for", e);
        }
    }

    private static void throwFailureOf(CompletableFuture<?> done) throws IOException {
        try {
            done.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof IOException failure
                    ? failure
                    : new IOException(e.getCause().getMessage(), e.getCause());
        }
    }

    private CsvSplitException failure(int split, Throwable cause) {
        return new CsvSplitException(split, splits.get(split).object().location(), cause);
    }

    /** Whether all rows were read, or the scan failed. */
    public boolean isFinished() {
        return finished;
    }

    /** The place in the list of the split that the rows read last are of. */
    public int splitIndex() {
        return splitIndex;
    }

    /** How many jobs lie ahead, their bytes there or on the way. */
    public int jobsAhead() {
        return queue.jobsAhead();
    }

    public ScanMetrics metrics() {
        return metrics;
    }

    /** Gives everything back: requests, memory. Idempotent. */
    @Override
    public void close() {
        finished = true;
        if (text != null) {
            text.close();
            text = null;
        }
        queue.close();
    }
}
