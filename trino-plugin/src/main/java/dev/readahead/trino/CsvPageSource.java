package dev.readahead.trino;

import dev.readahead.csv.CsvScan;
import dev.readahead.memory.MemoryAccount;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.metrics.ScanMetrics.Counter;
import dev.readahead.trino.csv.BlockWriter;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.block.RunLengthEncodedBlock;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.MemoryContext;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.metrics.Metrics;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * Reads a split of CSV files record by record, the bytes of the next ones being fetched meanwhile. All methods are
 * called by one thread at a time and none waits: while the bytes of the next records are on their way,
 * {@link #isBlocked} is their future.
 */
final class CsvPageSource implements ConnectorPageSource {
    private static final long MEMORY_STEP_BYTES = 1L << 20;
    private static final long PAGE_BYTES = 1L << 20;
    private static final int MOST_ROWS = 8_192;
    private static final int ROWS_AT_FIRST = 1_024;

    private final List<FilePart> parts;
    private final CsvChannels channels;
    private final CsvScan scan;
    private final RunningScan running;
    private final MemoryAccount account;
    private final MemoryContext memory;
    private final BlockWriter[] writers;

    private int mostRows = ROWS_AT_FIRST;
    private long rows;
    private long reportedSteps;
    private boolean closed;

    /** @param scan of the parts, in their order; closed with this */
    CsvPageSource(List<FilePart> parts, CsvChannels channels, CsvScan scan, RunningScan running, MemoryContext memory) {
        this.parts = parts;
        this.channels = channels;
        this.scan = scan;
        this.running = running;
        this.account = running.memory();
        this.memory = memory;
        this.writers = channels.writers();
        running.show(scan::jobsAhead);
    }

    @Override
    public CompletableFuture<?> isBlocked() {
        return closed ? NOT_BLOCKED : scan.blocked();
    }

    @Override
    public SourcePage getNextSourcePage() {
        if (closed) {
            return null;
        }
        try {
            int read = scan.read(writers, mostRows);
            if (read > 0) {
                Page page = page(read);
                rows += read;
                long rowBytes = Math.max(1, page.getSizeInBytes() / read);
                mostRows = Math.clamp(PAGE_BYTES / rowBytes, 1, MOST_ROWS);
                reportMemory();
                return SourcePage.create(page);
            }
            if (scan.isFinished()) {
                close();
            } else {
                reportMemory();
            }
            return null;
        } catch (IOException | RuntimeException e) {
            RuntimeException failure = Failures.of("the split", e);
            try {
                close();
            } catch (RuntimeException again) {
                failure.addSuppressed(again);
            }
            throw failure;
        }
    }

    private Page page(int read) {
        FilePart part = parts.get(scan.splitIndex());
        Block[] written = new Block[writers.length];
        for (int i = 0; i < written.length; i++) {
            written[i] = writers[i].build(read);
        }
        Block[] blocks = new Block[channels.columns().size()];
        for (int channel = 0; channel < blocks.length; channel++) {
            int writer = channels.writerOf(channel);
            blocks[channel] = writer >= 0
                    ? written[writer]
                    : RunLengthEncodedBlock.create(
                            FileConstants.block(channels.columns().get(channel), part.object(), part.partition()),
                            read);
        }
        return new Page(read, blocks);
    }

    private void reportMemory() {
        long steps = (account.heldBytes() + MEMORY_STEP_BYTES - 1) / MEMORY_STEP_BYTES;
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
        return metrics().get(Counter.BYTES_FETCHED);
    }

    @Override
    public OptionalLong getCompletedPositions() {
        return OptionalLong.of(rows);
    }

    @Override
    public long getReadTimeNanos() {
        return metrics().get(Counter.WAIT_NANOS);
    }

    @Override
    public Metrics getMetrics() {
        return ScanFigures.of(metrics());
    }

    private ScanMetrics metrics() {
        return running.metrics();
    }

    /** Gives everything back: requests, memory. Idempotent. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            scan.close();
        } finally {
            running.close();
            memory.setBytes(0);
        }
    }
}
