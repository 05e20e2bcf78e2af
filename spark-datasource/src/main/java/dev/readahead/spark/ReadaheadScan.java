package dev.readahead.spark;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering;
import org.apache.spark.sql.connector.read.VariantExtraction;
import org.apache.spark.sql.execution.datasources.FilePartition;
import org.apache.spark.sql.execution.datasources.PartitionDirectory;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.PartitioningAwareFileIndex;
import org.apache.spark.sql.execution.datasources.v2.parquet.ParquetPartitionReaderFactory;
import org.apache.spark.sql.execution.datasources.v2.parquet.ParquetScan;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Spark's own Parquet scan with partitions that can be read ahead and a reader that does so. */
final class ReadaheadScan extends ParquetScan implements SupportsRuntimeV2Filtering {
    private static final long serialVersionUID = 1;

    private final transient ScanSettings settings;
    private final StructType metadata;
    private transient PartitionPredicates runtimePredicates = PartitionPredicates.NONE;

    private ReadaheadScan(
            SparkSession session,
            Configuration hadoopConf,
            PartitioningAwareFileIndex fileIndex,
            StructType dataSchema,
            StructType readDataSchema,
            StructType readPartitionSchema,
            Filter[] pushedFilters,
            CaseInsensitiveStringMap options,
            Option<Aggregation> pushedAggregate,
            Seq<Expression> partitionFilters,
            Seq<Expression> dataFilters,
            VariantExtraction[] pushedVariantExtractions,
            ScanSettings settings,
            StructType metadata) {
        super(
                session,
                hadoopConf,
                fileIndex,
                dataSchema,
                readDataSchema,
                readPartitionSchema,
                pushedFilters,
                options,
                pushedAggregate,
                partitionFilters,
                dataFilters,
                pushedVariantExtractions);
        this.settings = settings;
        this.metadata = metadata;
    }

    /** @param metadata the fields of {@code _metadata} that are asked for */
    static ReadaheadScan of(ParquetScan scan, ScanSettings settings, StructType metadata) {
        return new ReadaheadScan(
                scan.sparkSession(),
                scan.hadoopConf(),
                scan.fileIndex(),
                scan.dataSchema(),
                scan.readDataSchema(),
                scan.readPartitionSchema(),
                scan.pushedFilters(),
                scan.options(),
                scan.pushedAggregate(),
                scan.partitionFilters(),
                scan.dataFilters(),
                scan.pushedVariantExtractions(),
                settings,
                metadata);
    }

    @Override
    public StructType readSchema() {
        if (metadata.fields().length == 0) {
            return super.readSchema();
        }
        StructType result = new StructType();
        for (StructField field : super.readSchema().fields()) {
            if (!field.name().equals(FileMetadata.ROW_INDEX_COLUMN.name())) {
                result = result.add(field);
            }
        }
        return result.add(FileMetadata.NAME, metadata, false);
    }

    @Override
    public InputPartition[] planInputPartitions() {
        List<PartitionedFile> files = new ArrayList<>();
        for (FilePartition partition : CollectionConverters.asJava(partitions())) {
            for (PartitionedFile file : partition.files()) {
                if (runtimePredicates.mayMatch(file.partitionValues())) {
                    files.add(file);
                }
            }
        }
        return PartitionPacking.of(sparkSession()).pack(files, etags()).toArray(InputPartition[]::new);
    }

    /** What the listing said of each file's version, where it said anything. */
    private Map<String, String> etags() {
        Map<String, String> etags = new HashMap<>();
        for (PartitionDirectory directory :
                CollectionConverters.asJava(fileIndex().listFiles(partitionFilters(), dataFilters()))) {
            CollectionConverters.asJava(directory.files()).forEach(file -> {
                FileStatus status = file.fileStatus();
                Locations.etag(status)
                        .ifPresent(etag -> etags.put(status.getPath().toString(), etag));
            });
        }
        return etags;
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return new ReadaheadReaderFactory(
                StockReader.of((ParquetPartitionReaderFactory) super.createReaderFactory(), metadata), settings);
    }

    @Override
    public CustomMetric[] supportedCustomMetrics() {
        return SparkMetrics.all();
    }

    /** None where footers answer an aggregate: the partition columns are no columns of such a scan. */
    @Override
    public NamedReference[] filterAttributes() {
        return pushedAggregate().isDefined()
                ? new NamedReference[0]
                : PartitionPredicates.attributes(readPartitionSchema());
    }

    @Override
    public void filter(Predicate[] predicates) {
        runtimePredicates = PartitionPredicates.of(predicates, readPartitionSchema());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReadaheadScan scan
                && super.equals(scan)
                && settings.equals(scan.settings)
                && metadata.equals(scan.metadata);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
