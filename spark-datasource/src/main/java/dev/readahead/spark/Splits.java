package dev.readahead.spark;

import dev.readahead.parquet.ParquetSplit;
import dev.readahead.runtime.ReadaheadRuntime;
import dev.readahead.storage.StoredObject;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.execution.datasources.PartitionedFile;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Spark's parts of files as the core's splits. */
final class Splits {
    private final Stores stores;
    private final Map<String, String> etags;

    Splits(ReadaheadRuntime runtime, Configuration conf, Map<String, String> etags) {
        this.stores = new Stores(runtime, conf);
        this.etags = etags;
    }

    ParquetSplit of(PartitionedFile file) {
        Path path = file.toPath();
        StoredObject object = new StoredObject(
                Locations.location(path),
                file.fileSize(),
                Optional.ofNullable(etags.get(path.toString())),
                Optional.of(Instant.ofEpochMilli(file.modificationTime())));
        return new ParquetSplit(stores.schedulerOf(path), object, file.start(), file.length());
    }
}
