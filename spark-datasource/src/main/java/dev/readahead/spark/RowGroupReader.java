package dev.readahead.spark;

import dev.readahead.metrics.ScanMetrics;
import dev.readahead.metrics.ScanMetrics.Counter;
import dev.readahead.parquet.ParquetScan;
import dev.readahead.parquet.ParquetSplit;
import dev.readahead.parquet.RowGroupJob;
import dev.readahead.parquet.SplitException;
import dev.readahead.runtime.ReadaheadRuntime;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import org.apache.spark.rdd.InputFileBlockHolder;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.datasources.DataSourceUtils;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.v2.FileDataSourceV2$;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads the files of a partition row group by row group, the next ones being fetched meanwhile. All methods are called
 * by the task's thread.
 */
final class RowGroupReader<T> implements PartitionReader<T> {
    private static final Logger LOG = LoggerFactory.getLogger(RowGroupReader.class);

    private final StockReader stock;
    private final PartitionedFile[] files;
    private final List<ParquetSplit> splits;
    private final ScanSettings settings;
    private final DecoderOpener<T> decoders;
    private final FileContext context;
    private final ReadaheadRuntime runtime = Runtimes.get();
    private final ScanMetrics metrics = new ScanMetrics(runtime.metrics());
    private final InputBytes inputBytes;

    private ParquetScan scan;

    /** The place of the scan's first split among the files: a scan begins anew behind a file that is skipped. */
    private int scanStart;

    private int currentFile = -1;
    private Decoder<T> decoder;
    private RowGroupJob job;

    RowGroupReader(StockReader stock, ReadaheadPartition partition, ScanSettings settings, DecoderOpener<T> decoders) {
        this.stock = stock;
        this.files = partition.files();
        this.settings = settings;
        this.decoders = decoders;
        this.context = new FileContext(stock);
        Splits mapping = new Splits(runtime, stock.hadoopConf(), partition.etags());
        this.splits = Arrays.stream(files).map(mapping::of).toList();
        this.inputBytes = InputBytes.of(splits);
        this.scan = openScan(0);
    }

    private ParquetScan openScan(int start) {
        scanStart = start;
        return new ParquetScan(
                splits.subList(start, splits.size()),
                context,
                runtime.governor(),
                Runtimes.footers(runtime),
                settings.readAheadOptions(),
                metrics);
    }

    @Override
    public boolean next() throws IOException {
        while (true) {
            try {
                if (decoder != null && decoder.next()) {
                    return true;
                }
                if (!advance()) {
                    return false;
                }
            } catch (SplitException e) {
                skipOrThrow(scanStart + e.splitIndex(), e);
            } catch (IOException | RuntimeException e) {
                skipOrThrow(Math.max(currentFile, 0), e);
            }
        }
    }

    /** Goes on to the next row group. */
    private boolean advance() throws IOException {
        closeJob();
        Optional<RowGroupJob> next = Waiting.on(scan.next());
        inputBytes.count(metrics.get(Counter.BYTES_FETCHED));
        if (next.isEmpty()) {
            closeDecoder();
            return false;
        }
        job = next.get();
        int file = scanStart + job.splitIndex();
        if (decoder == null || file != currentFile) {
            closeDecoder();
            currentFile = file;
            InputFileBlockHolder.set(files[file].urlEncodedPath(), files[file].start(), files[file].length());
            decoder = decoders.open(files[file], job);
        }
        decoder.offer(job.readPages(() -> context.readOptions(files[file])), job.rowCount());
        return true;
    }

    /** By Spark's rules a broken or missing file may be left out, from where it broke. */
    private void skipOrThrow(int file, Exception error) throws IOException {
        boolean missing = reason(error) == Reason.NOT_FOUND;
        boolean skip = missing
                ? stock.options().ignoreMissingFiles()
                : reason(error) == null
                        && stock.options().ignoreCorruptFiles()
                        && DataSourceUtils.shouldIgnoreCorruptFileException(error);
        if (!skip || error instanceof java.io.InterruptedIOException) {
            throw Exceptions.unchecked(FileDataSourceV2$.MODULE$.attachFilePath(files[file]::urlEncodedPath, error));
        }
        LOG.warn("Left out {} file {}", missing ? "the missing" : "the rest of the corrupt", files[file], error);
        closeJob();
        closeDecoder();
        scan.close();
        scan = openScan(file + 1);
    }

    private static Reason reason(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof StorageException refusal) {
                return refusal.reason();
            }
        }
        return null;
    }

    @Override
    public T get() {
        return decoder.get();
    }

    @Override
    public CustomTaskMetric[] currentMetricsValues() {
        return SparkMetrics.values(metrics);
    }

    private void closeJob() {
        if (job != null) {
            job.close();
            job = null;
        }
    }

    private void closeDecoder() throws IOException {
        if (decoder != null) {
            Decoder<T> closing = decoder;
            decoder = null;
            closing.close();
        }
    }

    @Override
    public void close() throws IOException {
        closeJob();
        try {
            closeDecoder();
        } finally {
            scan.close();
            inputBytes.count(metrics.get(Counter.BYTES_FETCHED));
            InputFileBlockHolder.unset();
        }
    }

    /** Opens a decoder for the file that a row group is in. */
    interface DecoderOpener<T> {
        Decoder<T> open(PartitionedFile file, RowGroupJob first) throws IOException;
    }
}
