package dev.readahead.spark;

import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.execution.datasources.v2.FileTable;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;
import scala.collection.immutable.Seq;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Parquet files as a table that can be read. Listing, partitions and schema rules are those of Spark's file tables. */
final class ReadaheadTable extends FileTable implements SupportsMetadataColumns {
    private static final ParquetFileFormat STOCK = new ParquetFileFormat();

    private final SparkSession session;
    private final CaseInsensitiveStringMap options;

    ReadaheadTable(
            SparkSession session, CaseInsensitiveStringMap options, Seq<String> paths, Option<StructType> schema) {
        super(session, options, paths, schema);
        this.session = session;
        this.options = options;
    }

    @Override
    public String name() {
        return ReadaheadSource.SHORT_NAME;
    }

    @Override
    public String formatName() {
        return "Readahead Parquet";
    }

    @Override
    public Map<String, String> properties() {
        return ReadaheadFileSystem.withoutOurs(options);
    }

    @Override
    public Set<TableCapability> capabilities() {
        return EnumSet.of(TableCapability.BATCH_READ);
    }

    @Override
    public MetadataColumn[] metadataColumns() {
        return new MetadataColumn[] {FileMetadata.column()};
    }

    @Override
    public Option<StructType> inferSchema(Seq<FileStatus> files) {
        return new SchemaInference(session, options).infer(files);
    }

    /** As the file source that users of Spark's own format get, which takes more types than its DataSourceV2 twin. */
    @Override
    public boolean supportsDataType(DataType type) {
        return STOCK.supportDataType(type);
    }

    /** What Spark inserts with: it refuses. */
    @Override
    public Class<? extends FileFormat> fallbackFileFormat() {
        return ReadaheadSource.class;
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap scanOptions) {
        return new ReadaheadScanBuilder(session, fileIndex(), schema(), dataSchema(), mergedOptions(scanOptions));
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        throw ReadaheadFileFormat.refusal();
    }
}
