package dev.readahead.storage.s3;

import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

import static java.util.Objects.requireNonNull;

/** Walks a listing page by page. Not thread-safe. */
final class S3Listing implements Iterator<StoredObject> {
    /** Fetches the page that a token stands for; null is the first. */
    @FunctionalInterface
    interface Pages {
        ListObjectsV2Response fetch(String token) throws StorageException;
    }

    private final ObjectLocation prefix;
    private final Pages pages;

    private Iterator<S3Object> page;
    private String nextToken;

    /** Fetches the first page, so that a missing bucket is noticed here. */
    S3Listing(ObjectLocation prefix, Pages pages) throws StorageException {
        this.prefix = prefix;
        this.pages = pages;
        turn();
    }

    private void turn() throws StorageException {
        ListObjectsV2Response response = pages.fetch(nextToken);
        if (response.isTruncated() == null) {
            // Any XML without objects, a web page for one, would look like an empty listing.
            throw new StorageException(
                    Reason.REFUSED, "listing " + prefix + ": the answer does not say whether it is complete");
        }
        page = response.contents().iterator();
        if (!response.isTruncated()) {
            nextToken = null;
            return;
        }
        String token = response.nextContinuationToken();
        if (token == null || token.isEmpty() || token.equals(nextToken)) {
            throw new StorageException(
                    Reason.REFUSED,
                    "listing " + prefix + ": the store says that more objects follow, but gives no new token to"
                            + " ask for them");
        }
        nextToken = token;
    }

    @Override
    public boolean hasNext() {
        try {
            while (!page.hasNext() && nextToken != null) {
                turn();
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
        S3Object found = page.next();
        return new StoredObject(
                new ObjectLocation(prefix.scheme(), prefix.bucket(), requireNonNull(found.key(), "key")),
                requireNonNull(found.size(), "size"),
                VersionTags.ofETag(found.eTag()),
                Optional.ofNullable(found.lastModified()));
    }
}
