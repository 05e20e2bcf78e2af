package dev.readahead.spark;

import dev.readahead.fetch.Urgency;
import dev.readahead.parquet.FooterCache;
import dev.readahead.parquet.ParquetFooter;
import dev.readahead.parquet.ParquetFormatException;
import dev.readahead.runtime.ReadaheadRuntime;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.Footer;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.errors.QueryExecutionErrors;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.execution.datasources.parquet.ParquetOptions;
import org.apache.spark.sql.execution.datasources.parquet.ParquetToSparkSchemaConverter;
import org.apache.spark.sql.execution.datasources.v2.FileDataSourceV2$;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;

/**
 * The schema of Parquet files by Spark's rules: of a summary file or of the first file, or of all files merged if that
 * is asked for. The footers are fetched at once, by the driver.
 */
final class SchemaInference {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaInference.class);

    private final SparkSession session;
    private final CaseInsensitiveStringMap options;

    SchemaInference(SparkSession session, CaseInsensitiveStringMap options) {
        this.session = session;
        this.options = options;
    }

    Option<StructType> infer(Seq<FileStatus> files) {
        SQLConf conf = Sessions.conf(session);
        ParquetOptions parquet = new ParquetOptions(Sessions.scalaMap(options), conf);
        boolean merge = parquet.mergeSchema();
        List<FileStatus> touched =
                filesToTouch(CollectionConverters.asJava(files), merge, conf.isParquetSchemaRespectSummaries());
        ParquetToSparkSchemaConverter converter = converter(conf);
        StructType schema = null;
        for (ParquetFooter footer : footers(touched, parquet.ignoreCorruptFiles())) {
            Footer wrapped = new Footer(Locations.path(footer.object().location()), footer.metadata());
            StructType one = ParquetFileFormat.readSchemaFromFooter(wrapped, converter);
            schema = schema == null ? one : schema.merge(one, conf.caseSensitiveAnalysis());
        }
        return Option.apply(schema);
    }

    private static List<FileStatus> filesToTouch(List<FileStatus> files, boolean merge, boolean respectSummaries) {
        List<FileStatus> data = new ArrayList<>();
        List<FileStatus> metadata = new ArrayList<>();
        List<FileStatus> commonMetadata = new ArrayList<>();
        for (FileStatus file : files.stream()
                .sorted((a, b) -> a.getPath().toString().compareTo(b.getPath().toString()))
                .toList()) {
            switch (file.getPath().getName()) {
                case ParquetFileWriter.PARQUET_METADATA_FILE -> metadata.add(file);
                case ParquetFileWriter.PARQUET_COMMON_METADATA_FILE -> commonMetadata.add(file);
                default -> data.add(file);
            }
        }
        List<FileStatus> touched = new ArrayList<>();
        if (merge) {
            if (!respectSummaries) {
                touched.addAll(data);
            }
            touched.addAll(metadata);
            touched.addAll(commonMetadata);
        } else {
            touched.addAll(commonMetadata);
            touched.addAll(metadata);
            touched.addAll(data);
            touched = touched.subList(0, Math.min(1, touched.size()));
        }
        return touched;
    }

    /** @param leaveOutBroken what is no Parquet file is left out, as it will be when rows are read */
    private List<ParquetFooter> footers(List<FileStatus> files, boolean leaveOutBroken) {
        Configuration hadoopConf = Sessions.hadoopConf(session, options);
        ReadaheadRuntime runtime = Runtimes.get();
        FooterCache cache = Runtimes.footers(runtime);
        Stores stores = new Stores(runtime, hadoopConf);
        List<FooterCache.Load> loads = new ArrayList<>();
        for (FileStatus file : files) {
            loads.add(cache.get(
                    stores.schedulerOf(file.getPath()), Locations.object(file), Urgency.AWAITED, runtime.metrics()));
        }
        try {
            List<ParquetFooter> footers = new ArrayList<>();
            for (int i = 0; i < files.size(); i++) {
                Path path = files.get(i).getPath();
                try {
                    footers.add(loads.get(i).footer().join());
                } catch (CompletionException e) {
                    if (leaveOutBroken && e.getCause() instanceof ParquetFormatException) {
                        LOG.warn("Left the broken file {} out of the schema", path, e.getCause());
                        continue;
                    }
                    throw Exceptions.unchecked(
                            e.getCause() instanceof ParquetFormatException broken
                                    ? QueryExecutionErrors.cannotReadFooterForFileError(path, broken)
                                    : FileDataSourceV2$.MODULE$.attachFilePath(path::toString, e.getCause()));
                }
            }
            return footers;
        } finally {
            // After a failure nobody waits for the others.
            loads.forEach(FooterCache.Load::close);
        }
    }

    /** Set as Spark's own inference sets it: what is not named here keeps its default whatever the session says. */
    private static ParquetToSparkSchemaConverter converter(SQLConf conf) {
        boolean caseSensitive = false;
        boolean useFieldId = false;
        boolean ignoreVariantAnnotation = false;
        return new ParquetToSparkSchemaConverter(
                conf.isParquetBinaryAsString(),
                conf.isParquetINT96AsTimestamp(),
                caseSensitive,
                conf.parquetInferTimestampNTZEnabled(),
                conf.legacyParquetNanosAsLong(),
                useFieldId,
                ignoreVariantAnnotation,
                conf.parquetReaderRespectUnknownTypeAnnotation());
    }
}
