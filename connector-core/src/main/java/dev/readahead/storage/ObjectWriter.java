package dev.readahead.storage;

import java.io.IOException;

/**
 * Writes small objects. They appear whole or not at all, and none is ever replaced. Every method blocks. Thread-safe.
 * Every failure is a {@link StorageException}, reported after a single attempt.
 */
public interface ObjectWriter extends AutoCloseable {
    /**
     * Creates an object, with the folders that it needs.
     *
     * @return false if there is one of that name, which stays as it is
     */
    boolean create(ObjectLocation location, byte[] content) throws IOException;

    /** Deletes an object. That there is none is no failure. */
    void delete(ObjectLocation location) throws IOException;

    @Override
    void close();
}
