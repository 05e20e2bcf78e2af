package dev.readahead.spark;

import dev.readahead.parquet.FileProjection;
import dev.readahead.parquet.FileProjector;
import dev.readahead.parquet.ParquetFooter;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.api.InitContext;
import org.apache.parquet.hadoop.api.ReadSupport.ReadContext;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.catalyst.util.RebaseDateTime.RebaseSpec;
import org.apache.spark.sql.execution.datasources.DataSourceUtils;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFilters;
import org.apache.spark.sql.execution.datasources.parquet.ParquetReadSupport;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.sources.Filter;
import scala.Option;

import java.io.IOException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What depends on the file being read: its columns, its filter, the calendars of its writer. Follows the settings of
 * Spark's own reader. Thread-safe: planning asks from other threads than the task's.
 */
final class FileContext implements FileProjector {
    private static final String WRITER_WITH_ZONED_INT96 = "parquet-mr";

    private final StockReader stock;
    private final Configuration conf;
    private final SqlSettings sql;

    /** Both are slow to make, and the same for all files of a task. Used by the task's thread alone. */
    private TaskAttemptContext attempt;

    private HadoopInputFile inputFile;

    FileContext(StockReader stock) {
        this.stock = stock;
        this.conf = stock.hadoopConf();
        this.sql = stock.sql();
    }

    @Override
    public FileProjection project(ParquetFooter footer) {
        ParquetMetadata metadata = footer.metadata();
        ParquetReadOptions options = HadoopReadOptions.builder(conf).build();
        FilterPredicate predicate = predicate(metadata);
        return new FileProjection(
                readContext(new ParquetReadSupport(), metadata.getFileMetaData())
                        .getRequestedSchema(),
                predicate == null ? FilterCompat.NOOP : FilterCompat.get(predicate),
                new FileProjection.FilterLevels(
                        options.useStatsFilter(),
                        options.useDictionaryFilter(),
                        options.useBloomFilter(),
                        options.useColumnIndexFilter()));
    }

    ReadContext readContext(ParquetReadSupport support, FileMetaData file) {
        Map<String, Set<String>> keyValues = new HashMap<>();
        file.getKeyValueMetaData().forEach((key, value) -> keyValues.put(key, Set.of(value)));
        return support.init(new InitContext(conf, keyValues, file.getSchema()));
    }

    /** What of the pushed filters this file's columns allow, or null. */
    FilterPredicate predicate(ParquetMetadata metadata) {
        if (!sql.filterPushDown()) {
            return null;
        }
        ParquetFilters filters = new ParquetFilters(
                metadata.getFileMetaData().getSchema(),
                sql.pushDownDate(),
                sql.pushDownTimestamp(),
                sql.pushDownDecimal(),
                sql.pushDownStringPredicate(),
                sql.pushDownInFilterThreshold(),
                sql.caseSensitive(),
                datetimeRebase(stock, metadata));
        FilterPredicate all = null;
        for (Filter filter : stock.filters()) {
            Option<FilterPredicate> converted = filters.createFilter(filter);
            if (converted.isDefined()) {
                all = all == null ? converted.get() : FilterApi.and(all, converted.get());
            }
        }
        return all;
    }

    static RebaseSpec datetimeRebase(StockReader stock, ParquetMetadata metadata) {
        Map<String, String> keyValues = metadata.getFileMetaData().getKeyValueMetaData();
        return DataSourceUtils.datetimeRebaseSpec(key -> keyValues.get(key), stock.datetimeRebaseMode());
    }

    RebaseSpec datetimeRebase(ParquetMetadata metadata) {
        return datetimeRebase(stock, metadata);
    }

    RebaseSpec int96Rebase(ParquetMetadata metadata) {
        Map<String, String> keyValues = metadata.getFileMetaData().getKeyValueMetaData();
        return DataSourceUtils.int96RebaseSpec(key -> keyValues.get(key), stock.int96RebaseMode());
    }

    /** The zone that INT96 timestamps are converted from, for files of writers that stored local time. */
    Option<ZoneId> int96Zone(ParquetMetadata metadata) {
        String createdBy = metadata.getFileMetaData().getCreatedBy();
        boolean converts =
                sql.int96Conversion() && (createdBy == null || !createdBy.startsWith(WRITER_WITH_ZONED_INT96));
        return converts
                ? Option.apply(DateTimeUtils.getZoneId(
                        conf.get(SQLConf.SESSION_LOCAL_TIMEZONE().key())))
                : Option.empty();
    }

    /** How pages are read: codecs, checksums, decryption. The rows have been chosen before, so without a filter. */
    ParquetReadOptions readOptions(PartitionedFile file) {
        return HadoopReadOptions.builder(conf, file.toPath())
                .withRecordFilter(FilterCompat.NOOP)
                .build();
    }

    /** What Hadoop's interface calls the task. */
    TaskAttemptContext attempt() {
        if (attempt == null) {
            attempt = new TaskAttemptContextImpl(conf, new TaskAttemptID(new TaskID(new JobID(), TaskType.MAP, 0), 0));
        }
        return attempt;
    }

    /** A file for a reader that will not open it: the first one of the task serves for all. */
    HadoopInputFile inputFile(PartitionedFile file) throws IOException {
        if (inputFile == null) {
            inputFile = HadoopInputFile.fromStatus(
                    new FileStatus(file.fileSize(), false, 1, 0, file.modificationTime(), file.toPath()), conf);
        }
        return inputFile;
    }

    Configuration hadoopConf() {
        return conf;
    }
}
