package dev.readahead.it.bench;

import java.io.IOException;

/** Reads ranges of one object over one HTTP client. Thread-safe. */
interface RangeClient extends AutoCloseable {
    /** Fills the array with the bytes from {@code offset} on. */
    void read(long offset, byte[] target) throws IOException;

    @Override
    void close();
}
