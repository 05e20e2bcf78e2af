package dev.readahead.spark;

import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.execution.datasources.FileFormat$;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat$;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

import java.util.ArrayList;
import java.util.List;

/**
 * The hidden column {@code _metadata}: where a row was read from. The same fields with the same values as in Spark's
 * own file sources. The row's place in its file is counted by the decoder, in a column that only the decoder and this
 * class see.
 */
final class FileMetadata {
    static final String NAME = FileFormat$.MODULE$.METADATA_NAME();
    static final String ROW_INDEX = ParquetFileFormat$.MODULE$.ROW_INDEX();

    /** What the decoder recognises the row index by. */
    static final StructField ROW_INDEX_COLUMN = new StructField(
            ParquetFileFormat$.MODULE$.ROW_INDEX_TEMPORARY_COLUMN_NAME(), DataTypes.LongType, true, Metadata.empty());

    private FileMetadata() {}

    static MetadataColumn column() {
        StructType type = allFields();
        return new MetadataColumn() {
            @Override
            public String name() {
                return NAME;
            }

            @Override
            public StructType dataType() {
                return type;
            }

            @Override
            public boolean isNullable() {
                return false;
            }

            @Override
            public String comment() {
                return "where a row was read from";
            }
        };
    }

    private static StructType allFields() {
        List<StructField> fields = new ArrayList<>();
        for (StructField field : CollectionConverters.asJava(new ParquetFileFormat().metadataSchemaFields())) {
            fields.add(new StructField(field.name(), field.dataType(), false, Metadata.empty()));
        }
        return new StructType(fields.toArray(StructField[]::new));
    }

    static boolean hasRowIndex(StructType requested) {
        return indexOf(requested, ROW_INDEX) >= 0;
    }

    static int indexOf(StructType type, String name) {
        for (int i = 0; i < type.fields().length; i++) {
            if (type.fields()[i].name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** The requested values of a file; the row index is left null. */
    static GenericInternalRow valuesOf(PartitionedFile file, StructType requested) {
        GenericInternalRow values = new GenericInternalRow(requested.fields().length);
        for (int i = 0; i < requested.fields().length; i++) {
            StructField field = requested.fields()[i];
            if (!field.name().equals(ROW_INDEX)) {
                values.update(
                        i,
                        FileFormat$.MODULE$
                                .getFileConstantMetadataColumnValue(
                                        field.name(),
                                        file,
                                        FileFormat$.MODULE$.BASE_METADATA_EXTRACTORS(),
                                        field.dataType())
                                .value());
            }
        }
        return values;
    }
}
