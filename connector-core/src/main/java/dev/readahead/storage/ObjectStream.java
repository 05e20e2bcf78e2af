package dev.readahead.storage;

import java.io.Closeable;
import java.io.IOException;

/**
 * The body of one response. Read by one thread; {@link #abort} may be called by any.
 *
 * <p>The caller closes it. Closing after the last byte gives the connection back; closing earlier drops it.
 */
public interface ObjectStream extends Closeable {
    /** The object as this response described it: its whole length and its version. */
    StoredObject object();

    /** Which bytes of the object the body carries. Length 0 of an empty object has no range: see {@link #length()}. */
    long offset();

    /** How many bytes the body carries, as the response announced. */
    long length();

    /**
     * Reads into {@code target}, blocking until at least one byte is there.
     *
     * @return the number of bytes read, or -1 at the end of the body
     * @throws StorageException when the connection breaks or nothing arrives for the store's time limit
     */
    int read(byte[] target, int offset, int length) throws IOException;

    /** Makes a blocked {@link #read} fail soon. Thread-safe, idempotent, never throws. */
    void abort();
}
