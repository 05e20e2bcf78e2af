package dev.readahead.spark;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.VariantExtraction;
import org.apache.spark.sql.execution.datasources.PartitioningAwareFileIndex;
import org.apache.spark.sql.execution.datasources.v2.parquet.ParquetScan;
import org.apache.spark.sql.execution.datasources.v2.parquet.ParquetScanBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Spark's own builder, which also learns how far the scan will be read. */
final class ReadaheadScanBuilder extends ParquetScanBuilder implements SupportsPushDownLimit {
    private final StructType tableSchema;
    private ScanSettings settings;
    private StructType metadata = new StructType();

    ReadaheadScanBuilder(
            SparkSession session,
            PartitioningAwareFileIndex fileIndex,
            StructType schema,
            StructType dataSchema,
            CaseInsensitiveStringMap options) {
        super(session, fileIndex, schema, dataSchema, options);
        this.tableSchema = schema;
        this.settings = ScanSettings.of(session, options);
    }

    @Override
    public void pruneColumns(StructType requiredSchema) {
        StructType columns = new StructType();
        metadata = new StructType();
        boolean isColumnOfTheTable = FileMetadata.indexOf(tableSchema, FileMetadata.NAME) >= 0;
        for (StructField field : requiredSchema.fields()) {
            if (!isColumnOfTheTable && field.name().equals(FileMetadata.NAME)) {
                metadata = (StructType) field.dataType();
            } else {
                columns = columns.add(field);
            }
        }
        super.pruneColumns(FileMetadata.hasRowIndex(metadata) ? columns.add(FileMetadata.ROW_INDEX_COLUMN) : columns);
    }

    @Override
    public boolean pushAggregation(Aggregation aggregation) {
        // Whether or not the footers can answer it: an aggregate takes every row.
        settings = settings.withReadsToTheEnd(true);
        return super.pushAggregation(aggregation);
    }

    /**
     * None is taken: Spark 4.2 then plans the scan without column pruning, and fails where a variant is asked for as a
     * whole. Left alone, it reads the columns that are asked for and extracts from the variants itself.
     */
    @Override
    public boolean[] pushVariantExtractions(VariantExtraction[] extractions) {
        return new boolean[extractions.length];
    }

    /** Each partition stops early; Spark still counts the rows of all of them. */
    @Override
    public boolean pushLimit(int limit) {
        settings = settings.withRowLimit(limit);
        return true;
    }

    @Override
    public ParquetScan build() {
        return ReadaheadScan.of(super.build(), settings, metadata);
    }
}
