package dev.readahead.parquet;

import dev.readahead.readahead.Job;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.metadata.BlockMetaData;

import java.io.IOException;
import java.util.function.Supplier;

/**
 * A row group whose bytes are there, or a slice of a large one. Used by the consumer's thread; closed by it when the
 * next one is asked for, or by the scan.
 */
public final class RowGroupJob implements AutoCloseable {
    private final Job<RowGroupPlan> job;
    private final FileReaders readers;

    RowGroupJob(Job<RowGroupPlan> job, FileReaders readers) {
        this.job = job;
        this.readers = readers;
    }

    /** The place of its split in the scan. */
    public int splitIndex() {
        return plan().file().splitIndex();
    }

    public ParquetFooter footer() {
        return plan().file().footer();
    }

    public FileProjection projection() {
        return plan().file().projection();
    }

    /** The row group; several jobs in a row may be of the same. */
    public BlockMetaData block() {
        return plan().block();
    }

    /**
     * The rows that it yields: those of the row group, without the ones that the page index left out or that belong to
     * another slice.
     */
    public long rowCount() {
        return plan().rowCount();
    }

    /**
     * The pages of the requested columns, as parquet-hadoop's own reader finds them in the bytes.
     *
     * @param options the engine's: codecs, checksums, decryption; without a filter. Called once for each file of the
     *     scan.
     */
    public PageReadStore readPages(Supplier<ParquetReadOptions> options) throws IOException {
        try {
            return readers.read(plan(), job.bytes(), options);
        } catch (IOException | RuntimeException e) {
            throw new SplitException(splitIndex(), footer().object().location(), e);
        }
    }

    @Override
    public void close() {
        job.close();
    }

    private RowGroupPlan plan() {
        return job.description();
    }
}
