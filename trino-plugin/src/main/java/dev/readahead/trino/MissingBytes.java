package dev.readahead.trino;

import dev.readahead.storage.ByteRange;

import java.util.List;

/** Trino's reader asked for metadata that is not there yet: it is fetched, and the reader asked again. */
final class MissingBytes extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<ByteRange> ranges;

    MissingBytes(List<ByteRange> ranges) {
        super("not fetched yet: " + ranges, null, false, false);
        this.ranges = List.copyOf(ranges);
    }

    List<ByteRange> ranges() {
        return ranges;
    }
}
