package dev.readahead.storage.s3;

import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StoredObject;
import software.amazon.awssdk.services.s3.model.S3Object;

import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

import static java.util.Objects.requireNonNull;

/** Walks a listing page by page. Not thread-safe. */
final class S3Listing implements Iterator<StoredObject> {
    private final ObjectLocation prefix;
    private final S3Pages pages;

    private Iterator<S3Object> page;

    /** Fetches the first page, so that a missing bucket is noticed here. */
    S3Listing(ObjectLocation prefix, S3Pages pages) throws StorageException {
        this.prefix = prefix;
        this.pages = pages;
        this.page = pages.next().contents().iterator();
    }

    @Override
    public boolean hasNext() {
        try {
            while (!page.hasNext() && pages.hasNext()) {
                page = pages.next().contents().iterator();
            }
        } catch (StorageException e) {
            throw new UncheckedIOException(e);
        }
        return page.hasNext();
    }

    @Override
    public StoredObject next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more objects in " + prefix);
        }
        return describe(prefix, page.next());
    }

    static StoredObject describe(ObjectLocation prefix, S3Object found) {
        return new StoredObject(
                new ObjectLocation(prefix.scheme(), prefix.bucket(), requireNonNull(found.key(), "key")),
                requireNonNull(found.size(), "size"),
                VersionTags.ofETag(found.eTag()),
                Optional.ofNullable(found.lastModified()));
    }
}
