package dev.readahead.parquet;

import dev.readahead.fetch.FetchScheduler;
import dev.readahead.storage.StoredObject;

import static java.util.Objects.requireNonNull;

/**
 * A part of a file: the row groups whose middle lies in a byte range, which is how every engine cuts Parquet.
 *
 * @param scheduler fetches from the file's store
 * @param object the version of the file that was planned
 * @param start first byte of the range
 * @param length bytes of the range; the whole file is {@code [0, object.length())}
 */
public record ParquetSplit(FetchScheduler scheduler, StoredObject object, long start, long length) {
    public ParquetSplit {
        requireNonNull(scheduler, "scheduler");
        requireNonNull(object, "object");
        if (start < 0 || length < 0) {
            throw new IllegalArgumentException("not a part of a file: " + start + ", " + length);
        }
    }

    boolean contains(long position) {
        return position >= start && position - start < length;
    }
}
