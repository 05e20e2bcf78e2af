package dev.readahead.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.collection.mutable.ListBuffer;

import java.util.Map;

/**
 * {@code format("readahead")}: Parquet files, read ahead.
 *
 * <p>A plain table provider rather than one of Spark's file sources, because Spark reads tables of those through their
 * older version, which knows nothing of reading ahead.
 *
 * <p>A query on a path, {@code select * from `readahead`.`s3a://...`}, reaches a source through Spark's older interface
 * alone. For that the class is a {@link ReadaheadFileFormat} as well.
 */
public class ReadaheadSource extends ReadaheadFileFormat implements TableProvider {
    static final String SHORT_NAME = "readahead";

    private static final String FORMAT_OPTION = "format";
    private static final String PARQUET = "parquet";

    private static final long serialVersionUID = 1;

    private transient ReadaheadTable inferred;

    @Override
    public String shortName() {
        return SHORT_NAME;
    }

    @Override
    public boolean supportsExternalMetadata() {
        return true;
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        inferred = table(options, Option.empty());
        return inferred.schema();
    }

    @Override
    public Transform[] inferPartitioning(CaseInsensitiveStringMap options) {
        // The table finds its partition columns itself.
        return new Transform[0];
    }

    @Override
    public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> properties) {
        if (inferred != null) {
            // Spark hands back the schema that was inferred a moment ago: the listing is still good.
            ReadaheadTable table = inferred;
            inferred = null;
            return table;
        }
        return table(new CaseInsensitiveStringMap(properties), Option.apply(schema));
    }

    private static ReadaheadTable table(CaseInsensitiveStringMap options, Option<StructType> schema) {
        String format = options.getOrDefault(FORMAT_OPTION, PARQUET);
        if (!format.equalsIgnoreCase(PARQUET)) {
            throw new IllegalArgumentException("readahead reads format=parquet, not format=" + format);
        }
        SparkSession session = SparkSession.active();
        return new ReadaheadTable(session, ReadaheadFileSystem.inPlaceOfS3A(options), paths(options), schema);
    }

    private static Seq<String> paths(CaseInsensitiveStringMap options) {
        ListBuffer<String> paths = new ListBuffer<>();
        if (options.containsKey("paths")) {
            try {
                for (String path : new ObjectMapper().readValue(options.get("paths"), String[].class)) {
                    paths.addOne(path);
                }
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException("paths is not a JSON array of strings: " + options.get("paths"), e);
            }
        }
        if (options.containsKey("path")) {
            paths.addOne(options.get("path"));
        }
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("readahead needs a path: load(\"s3a://bucket/folder\")");
        }
        return paths.toList();
    }
}
