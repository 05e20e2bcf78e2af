package dev.readahead.spark;

import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.execution.datasources.parquet.ParquetOptions;
import org.apache.spark.sql.execution.datasources.parquet.ParquetUtils;
import org.apache.spark.sql.execution.datasources.v2.parquet.ParquetPartitionReaderFactory;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;

import java.io.Serializable;

/**
 * How Spark's own reader is set up for a scan, as it travels to the executors.
 *
 * @param factory Spark's
 * @param sql settings of the session
 * @param vectorized whether the vectorised reader takes all types that are read
 * @param datetimeRebaseMode which calendar dates and timestamps are read by; the factory's options forget it on the way
 * @param int96RebaseMode the same for INT96 timestamps
 * @param metadata the fields of {@code _metadata} that are asked for, none if none are
 */
record StockReader(
        ParquetPartitionReaderFactory factory,
        SqlSettings sql,
        boolean vectorized,
        String datetimeRebaseMode,
        String int96RebaseMode,
        StructType metadata)
        implements Serializable {
    /** On the driver, where the options are still complete. */
    static StockReader of(ParquetPartitionReaderFactory factory, StructType metadata) {
        StructType result = factory.partitionSchema();
        for (StructField field : factory.readDataSchema().fields()) {
            result = result.add(field);
        }
        return new StockReader(
                factory,
                SqlSettings.of(factory.sqlConf()),
                ParquetUtils.isBatchReadSupportedForSchema(factory.sqlConf(), result),
                factory.options().datetimeRebaseModeInRead(),
                factory.options().int96RebaseModeInRead(),
                metadata);
    }

    boolean supportsBatches(InputPartition partition) {
        return factory.supportColumnarReads(partition);
    }

    Configuration hadoopConf() {
        return factory.broadcastedConf().value().value();
    }

    StructType dataSchema() {
        return factory.dataSchema();
    }

    StructType readDataSchema() {
        return factory.readDataSchema();
    }

    StructType partitionSchema() {
        return factory.partitionSchema();
    }

    Filter[] filters() {
        return factory.filters();
    }

    Option<Aggregation> aggregation() {
        return factory.aggregation();
    }

    ParquetOptions options() {
        return factory.options();
    }
}
