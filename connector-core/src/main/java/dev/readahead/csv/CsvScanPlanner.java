package dev.readahead.csv;

import dev.readahead.readahead.JobPlan;
import dev.readahead.readahead.JobPlanner;
import dev.readahead.storage.ByteRange;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Cuts the splits into jobs, in their order. No request is needed for that.
 *
 * <p>{@link #next} is called by one thread at a time, as the queue promises.
 */
final class CsvScanPlanner implements JobPlanner<CsvRange> {
    private final List<CsvSplit> splits;
    private final CsvOptions options;
    private final CsvTuning tuning;

    private int splitIndex;
    private long jobBytes;

    /** Where the next job of the split begins; -1 before its first. */
    private long from = -1;

    /** Files without quotes need all of it: once one did, the next splits fetch it at once. */
    private volatile long lookbehindBytes;

    CsvScanPlanner(List<CsvSplit> splits, CsvOptions options, CsvTuning tuning) {
        this.splits = List.copyOf(splits);
        this.options = options;
        this.tuning = tuning;
        this.jobBytes = Math.min(tuning.firstJobBytes(), tuning.jobBytes());
        this.lookbehindBytes = tuning.lookbehindBytes();
    }

    /** The bytes before a split did not suffice. Called by the consumer. */
    void lookFurtherBehind(long bytes) {
        lookbehindBytes = Math.max(lookbehindBytes, bytes);
    }

    @Override
    public CompletableFuture<Optional<JobPlan<CsvRange>>> next() {
        while (splitIndex < splits.size()) {
            CsvSplit split = splits.get(splitIndex);
            boolean splittable = options.isSplittable(split.object().location());
            if (from < 0) {
                from = split.start();
            }
            long end = splittable
                    ? split.end()
                    : split.start() == 0 ? split.object().length() : 0;
            if (from < end) {
                CsvRange range = range(split, end, splittable);
                from = range.to();
                return CompletableFuture.completedFuture(Optional.of(job(range)));
            }
            splitIndex++;
            from = -1;
        }
        return CompletableFuture.completedFuture(Optional.empty());
    }

    private CsvRange range(CsvSplit split, long end, boolean splittable) {
        long to = Math.min(end, from + jobBytes);
        jobBytes = Math.min(tuning.jobBytes(), 2 * jobBytes);
        boolean first = from == split.start();
        long behind = 0;
        long over = 0;
        if (splittable) {
            over = Math.min(split.object().length() - to, tuning.overrunBytes());
            behind = first ? lookbehind() : 0;
            if (from == behind) {
                // Whether the file begins with a mark can be seen.
                over = Math.max(over, Math.min(split.object().length(), ByteOrderMark.LENGTH) - to);
            }
        }
        return new CsvRange(
                splitIndex, split, from, to, new ByteRange(from - behind, to + over - from + behind), first);
    }

    /** What comes before the rows may reach into the split only if that begins near the start of the file. */
    private long lookbehind() {
        boolean mayHoldHeader =
                options.recordsBeforeRows() > 0 && from <= options.dialect().mostRecordBytes();
        // A byte order mark has no state, so bytes that are looked at do not begin in one.
        return mayHoldHeader || from < lookbehindBytes + ByteOrderMark.LENGTH ? from : lookbehindBytes;
    }

    /** How many rows it yields is not known, so no limit ends the planning; the consumer does by closing. */
    private static JobPlan<CsvRange> job(CsvRange range) {
        return new JobPlan<>(range, range.split().scheduler(), range.object(), List.of(range.fetched()), 0);
    }

    @Override
    public void close() {}
}
