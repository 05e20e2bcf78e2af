package dev.readahead.storage;

import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;

/**
 * A place that holds objects. Every method blocks, so none is called on an engine's thread while rows are being
 * decoded. Thread-safe. Every failure is a {@link StorageException}, reported after a single attempt.
 */
public interface ObjectStore extends AutoCloseable {
    /**
     * Opens a range. Returns when the head of the response has arrived.
     *
     * @param object where to read; if it has a version tag, another version is refused with
     *     {@link StorageException.Reason#CHANGED}
     * @param range lies inside the object
     */
    ObjectStream open(StoredObject object, ByteRange range) throws IOException;

    /**
     * Opens the last bytes of an object whose length need not be known: the whole object if it is not longer.
     *
     * @param expected the version tag that the object must have, where one is known
     * @param length how many bytes at most, at least 1
     */
    ObjectStream openTail(ObjectLocation location, Optional<String> expected, long length) throws IOException;

    /** Length and version without content. */
    StoredObject head(ObjectLocation location) throws IOException;

    /**
     * Lists the objects whose keys begin with a prefix, in the order of the store, page by page as the iterator is
     * drained. The iterator throws {@link java.io.UncheckedIOException}.
     *
     * @param prefix bucket and first part of the key
     */
    Iterator<StoredObject> list(ObjectLocation prefix) throws IOException;

    @Override
    void close();
}
