package dev.readahead.spark;

import org.apache.spark.sql.internal.SQLConf;

import java.io.Serializable;

/** What of the session's SQL settings the executors need: Spark's own object does not survive the journey. */
record SqlSettings(
        boolean filterPushDown,
        boolean pushDownDate,
        boolean pushDownTimestamp,
        boolean pushDownDecimal,
        boolean pushDownStringPredicate,
        int pushDownInFilterThreshold,
        boolean caseSensitive,
        boolean recordFilter,
        boolean int96Conversion,
        boolean offHeap,
        int batchRows)
        implements Serializable {
    /** On the driver. */
    static SqlSettings of(SQLConf conf) {
        return new SqlSettings(
                conf.parquetFilterPushDown(),
                conf.parquetFilterPushDownDate(),
                conf.parquetFilterPushDownTimestamp(),
                conf.parquetFilterPushDownDecimal(),
                conf.parquetFilterPushDownStringPredicate(),
                conf.parquetFilterPushDownInFilterThreshold(),
                conf.caseSensitiveAnalysis(),
                conf.parquetRecordFilterEnabled(),
                conf.isParquetINT96TimestampConversion(),
                conf.offHeapColumnVectorEnabled(),
                conf.parquetVectorizedReaderBatchSize());
    }
}
