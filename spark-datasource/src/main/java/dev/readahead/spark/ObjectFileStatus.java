package dev.readahead.spark;

import dev.readahead.storage.StoredObject;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;

import java.time.Instant;

/** A listed object with its ETag. Located, for then Spark keeps it as it is. */
final class ObjectFileStatus extends LocatedFileStatus implements EtagSource {
    private static final long serialVersionUID = 1;
    private static final long BLOCK_BYTES = 128L << 20;

    private final String etag;

    ObjectFileStatus(StoredObject object, Path path) {
        super(
                new FileStatus(
                        object.length(),
                        false,
                        1,
                        BLOCK_BYTES,
                        object.lastModified().map(Instant::toEpochMilli).orElse(0L),
                        path),
                new BlockLocation[0]);
        this.etag = object.versionTag().orElse(null);
    }

    @Override
    public String getEtag() {
        return etag;
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
