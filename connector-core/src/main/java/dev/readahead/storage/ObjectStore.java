package dev.readahead.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
     * @param interruption ends the request, until the stream is handed out; from then on {@link ObjectStream#abort}
     *     does
     */
    ObjectStream open(StoredObject object, ByteRange range, Interruption interruption) throws IOException;

    /** Opens a range by a request that nobody interrupts. */
    default ObjectStream open(StoredObject object, ByteRange range) throws IOException {
        return open(object, range, new Interruption());
    }

    /**
     * Opens the last bytes of an object whose length need not be known: the whole object if it is not longer.
     *
     * @param expected the version tag that the object must have, where one is known
     * @param length how many bytes at most, at least 1
     * @param interruption as for {@link #open(StoredObject, ByteRange, Interruption)}
     */
    ObjectStream openTail(ObjectLocation location, Optional<String> expected, long length, Interruption interruption)
            throws IOException;

    /** Opens the last bytes by a request that nobody interrupts. */
    default ObjectStream openTail(ObjectLocation location, Optional<String> expected, long length) throws IOException {
        return openTail(location, expected, length, new Interruption());
    }

    /** Length and version without content. */
    StoredObject head(ObjectLocation location, Interruption interruption) throws IOException;

    /** Length and version, by a request that nobody interrupts. */
    default StoredObject head(ObjectLocation location) throws IOException {
        return head(location, new Interruption());
    }

    /**
     * Lists the objects whose keys begin with a prefix, in the order of the store, page by page as the iterator is
     * drained. The iterator throws {@link java.io.UncheckedIOException}.
     *
     * @param prefix bucket and first part of the key
     * @param interruption ends the request for the page under way, and the listing with it
     */
    Iterator<StoredObject> list(ObjectLocation prefix, Interruption interruption) throws IOException;

    /** A listing that nobody interrupts. */
    default Iterator<StoredObject> list(ObjectLocation prefix) throws IOException {
        return list(prefix, new Interruption());
    }

    /**
     * Lists what lies directly in a folder. Stores that have a request for it send no more than that; others go through
     * all that lies below.
     *
     * @param folder its key is empty or has a slash at its end
     * @param interruption ends the request under way
     */
    default FolderContent listFolder(ObjectLocation folder, Interruption interruption) throws IOException {
        List<StoredObject> objects = new ArrayList<>();
        Set<String> folders = new LinkedHashSet<>();
        int from = folder.key().length();
        try {
            for (Iterator<StoredObject> listed = list(folder, interruption); listed.hasNext(); ) {
                StoredObject object = listed.next();
                int slash = object.location().key().indexOf('/', from);
                if (slash < 0) {
                    objects.add(object);
                } else {
                    folders.add(object.location().key().substring(0, slash + 1));
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return new FolderContent(objects, List.copyOf(folders));
    }

    @Override
    void close();
}
