package dev.readahead.csv;

import dev.readahead.fetch.FetchScheduler;
import dev.readahead.storage.StoredObject;

import static java.util.Objects.requireNonNull;

/**
 * A part of a file: the records whose first bytes lie in a range. Splits that cover a file yield each of its records
 * once, wherever they are cut. Of a file that cannot be cut, see {@link CsvOptions#isSplittable}, the split that begins
 * at 0 yields all records, and others none.
 *
 * @param scheduler fetches from the file's store
 * @param object the version of the file that was planned
 * @param start first byte of the range
 * @param length bytes of the range; the whole file is {@code [0, object.length())}
 */
public record CsvSplit(FetchScheduler scheduler, StoredObject object, long start, long length) {
    public CsvSplit {
        requireNonNull(scheduler, "scheduler");
        requireNonNull(object, "object");
        if (start < 0 || length < 0) {
            throw new IllegalArgumentException("not a part of a file: " + start + ", " + length);
        }
    }

    long end() {
        return length > object.length() - start ? object.length() : start + length;
    }
}
