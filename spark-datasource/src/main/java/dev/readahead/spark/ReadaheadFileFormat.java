package dev.readahead.spark;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.mapreduce.Job;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.connector.read.VariantExtraction;
import org.apache.spark.sql.execution.datasources.FileFormat$;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.execution.datasources.v2.parquet.ParquetPartitionReaderFactory;
import org.apache.spark.sql.execution.datasources.v2.parquet.ParquetScan;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Function1;
import scala.Option;
import scala.collection.Iterator;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;
import scala.collection.mutable.ListBuffer;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag;

/**
 * Spark's Parquet format of the older kind, which opens one file after the other: each is read ahead within itself.
 * Reached only by queries on a path.
 */
public abstract class ReadaheadFileFormat extends ParquetFileFormat {
    private static final long serialVersionUID = 1;

    @Override
    public Function1<PartitionedFile, Iterator<InternalRow>> buildReaderWithPartitionValues(
            SparkSession session,
            StructType dataSchema,
            StructType partitionSchema,
            StructType requiredSchema,
            Seq<Filter> filters,
            Map<String, String> options,
            Configuration hadoopConf) {
        CaseInsensitiveStringMap readOptions = readOptions(options);
        Seq<Expression> noExpressions = new ListBuffer<Expression>().toList();
        // A scan only for the reader's settings that it derives; it lists nothing.
        ParquetScan scan = new ParquetScan(
                session,
                hadoopConf,
                null,
                dataSchema,
                requiredSchema,
                partitionSchema,
                (Filter[]) filters.toArray(ClassTag.apply(Filter.class)),
                readOptions,
                Option.empty(),
                noExpressions,
                noExpressions,
                new VariantExtraction[0]);
        return new FileReadFunction(
                StockReader.of((ParquetPartitionReaderFactory) scan.createReaderFactory(), new StructType()),
                ScanSettings.of(session, readOptions),
                Boolean.parseBoolean(options.getOrElse(FileFormat$.MODULE$.OPTION_RETURNING_BATCH(), () -> "false")));
    }

    @Override
    public Option<StructType> inferSchema(SparkSession session, Map<String, String> options, Seq<FileStatus> files) {
        return new SchemaInference(session, readOptions(options)).infer(files);
    }

    private static CaseInsensitiveStringMap readOptions(Map<String, String> options) {
        return ReadaheadFileSystem.inPlaceOfS3A(new CaseInsensitiveStringMap(CollectionConverters.asJava(options)));
    }

    /** The first that Spark asks before it writes, and before it deletes what is to be overwritten. */
    @Override
    public boolean allowDuplicatedColumnNames() {
        throw refusal();
    }

    @Override
    public OutputWriterFactory prepareWrite(
            SparkSession session, Job job, Map<String, String> options, StructType dataSchema) {
        throw refusal();
    }

    static UnsupportedOperationException refusal() {
        return new UnsupportedOperationException("readahead only reads; write with format(\"parquet\")");
    }
}
