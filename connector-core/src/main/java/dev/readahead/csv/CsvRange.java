package dev.readahead.csv;

import dev.readahead.storage.ByteRange;
import dev.readahead.storage.StoredObject;

/**
 * What one job reads: the records of a file whose first bytes lie in a range.
 *
 * @param splitIndex the place of its split in the scan
 * @param from first byte of the range
 * @param to behind its last byte
 * @param fetched the bytes of the job: those before the range that tell where its first record begins, where they are
 *     needed, the range, and some of those behind it, for the rest of its last record
 * @param firstOfSplit whether the job before it, if there is one, says nothing of where records begin
 */
record CsvRange(int splitIndex, CsvSplit split, long from, long to, ByteRange fetched, boolean firstOfSplit) {
    StoredObject object() {
        return split.object();
    }

    boolean reachesEndOfFile() {
        return fetched.end() == object().length();
    }
}
