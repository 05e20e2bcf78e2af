package dev.readahead.trino;

import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ByteRange;
import io.trino.memory.context.AggregatedMemoryContext;
import io.trino.parquet.metadata.PrunedBlockMetadata;
import io.trino.parquet.reader.ParquetReader;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.predicate.TupleDomain;

import java.io.IOException;
import java.util.List;

/**
 * Rows of a row group that are to be read, all or a slice, with the reader that will decode it. Used by one thread at a
 * time.
 */
final class RowGroupWork {
    private final PlannedPart part;
    private final PrunedBlockMetadata chunks;
    private final long rows;
    private final TupleDomain<ReadaheadColumnHandle> plannedFor;
    private final HeldDataSource source;
    private final ParquetReader reader;
    private final AggregatedMemoryContext readerMemory;

    RowGroupWork(
            PlannedPart part,
            PrunedBlockMetadata chunks,
            long rows,
            TupleDomain<ReadaheadColumnHandle> plannedFor,
            HeldDataSource source,
            ParquetReader reader,
            AggregatedMemoryContext readerMemory) {
        this.part = part;
        this.chunks = chunks;
        this.rows = rows;
        this.plannedFor = plannedFor;
        this.source = source;
        this.reader = reader;
        this.readerMemory = readerMemory;
    }

    PlannedPart part() {
        return part;
    }

    long rows() {
        return rows;
    }

    List<ByteRange> ranges() {
        return source.planned();
    }

    /** Whether what became known since it was planned rules it out. */
    boolean isRuledOut(TupleDomain<ReadaheadColumnHandle> predicate) throws IOException {
        return !predicate.equals(plannedFor)
                && part.isRuledOut(chunks, part.columns().domains(predicate));
    }

    void supply(JobBytes bytes) {
        source.supply(bytes);
    }

    /** The next rows, or null after the last. The columns are decoded when they are asked for, before the next call. */
    SourcePage nextPage() throws IOException {
        SourcePage page = reader.nextPage();
        return page == null ? null : part.columns().page(page);
    }

    long readerBytes() {
        return readerMemory.getBytes();
    }

    void close() throws IOException {
        reader.close();
    }
}
