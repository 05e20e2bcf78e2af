package dev.readahead.storage.s3;

import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

/** The pages of a listing, one after the other. Not thread-safe. */
final class S3Pages {
    /** Fetches the page that a token stands for; null is the first. */
    @FunctionalInterface
    interface Source {
        ListObjectsV2Response fetch(String token) throws StorageException;
    }

    private final ObjectLocation prefix;
    private final Source source;

    private boolean begun;
    private String nextToken;

    S3Pages(ObjectLocation prefix, Source source) {
        this.prefix = prefix;
        this.source = source;
    }

    boolean hasNext() {
        return !begun || nextToken != null;
    }

    ListObjectsV2Response next() throws StorageException {
        ListObjectsV2Response response = source.fetch(nextToken);
        begun = true;
        if (response.isTruncated() == null) {
            // Any XML without objects, a web page for one, would look like an empty listing.
            throw new StorageException(
                    Reason.REFUSED, "listing " + prefix + ": the answer does not say whether it is complete");
        }
        if (!response.isTruncated()) {
            nextToken = null;
            return response;
        }
        String token = response.nextContinuationToken();
        if (token == null || token.isEmpty() || token.equals(nextToken)) {
            throw new StorageException(
                    Reason.REFUSED,
                    "listing " + prefix + ": the store says that more objects follow, but gives no new token to"
                            + " ask for them");
        }
        nextToken = token;
        return response;
    }
}
