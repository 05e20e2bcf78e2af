package dev.readahead.storage.s3;

import dev.readahead.storage.ByteRange;
import dev.readahead.storage.FolderContent;
import dev.readahead.storage.Interruption;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.RequestPayer;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * All buckets of one S3 service, as {@link S3Options} describe it. Thread-safe; closing it closes its connections, and
 * with them the streams that are still open.
 *
 * <p>Each call sends one request, with two exceptions that are no retries: a bucket found in another region is asked
 * again there, once per process, and the tail of an empty object is settled by a HEAD request.
 */
public final class S3ObjectStore implements ObjectStore {
    private static final int OK = 200;
    private static final int PARTIAL_CONTENT = 206;
    private static final int RANGE_NOT_SATISFIABLE = 416;

    private final S3Connection connection;

    public S3ObjectStore(S3Options options) {
        this(options, S3HttpClients.create(options));
    }

    /** @param httpClient carries the requests; this closes it */
    public S3ObjectStore(S3Options options, SdkHttpClient httpClient) {
        this.connection = new S3Connection(options, httpClient);
    }

    @Override
    public ObjectStream open(StoredObject object, ByteRange range, Interruption interruption) throws IOException {
        if (range.end() > object.length()) {
            throw new IllegalArgumentException(
                    range + " is not within the " + object.length() + " bytes of " + object.location());
        }
        String operation = "reading " + range + " of " + object.location();
        String header = "bytes=" + range.offset() + "-" + (range.end() - 1);
        ResponseInputStream<GetObjectResponse> body =
                get(object.location(), object.versionTag(), header, interruption, operation);
        try {
            ContentRange sent = requirePart(body.response(), operation);
            if (sent.first() != range.offset() || sent.length() != range.length()) {
                throw refused(
                        operation,
                        "the store sent other bytes: " + body.response().contentRange());
            }
            if (sent.total() != object.length()) {
                throw changed(operation, "its length is " + sent.total() + " instead of " + object.length());
            }
            StoredObject found = describe(object.location(), sent.total(), body.response());
            requireVersion(object.versionTag(), found, operation);
            return new S3ObjectStream(found, range.offset(), range.length(), body, connection.failures());
        } catch (IOException | RuntimeException e) {
            body.abort();
            throw e;
        }
    }

    @Override
    public ObjectStream openTail(
            ObjectLocation location, Optional<String> expected, long length, Interruption interruption)
            throws IOException {
        if (length < 1) {
            throw new IllegalArgumentException("length must be at least 1: " + length);
        }
        String operation = "reading the last " + length + " bytes of " + location;
        ResponseInputStream<GetObjectResponse> body;
        try {
            body = get(location, expected, "bytes=-" + length, interruption, operation);
        } catch (StorageException e) {
            if (e.getCause() instanceof S3Exception answer && answer.statusCode() == RANGE_NOT_SATISFIABLE) {
                return emptyTail(location, expected, interruption, operation);
            }
            throw e;
        }
        try {
            GetObjectResponse response = body.response();
            if (isEmptyObject(response)) {
                StoredObject found = describe(location, 0, response);
                requireVersion(expected, found, operation);
                return new S3ObjectStream(found, 0, 0, body, connection.failures());
            }
            ContentRange sent = requirePart(response, operation);
            long expectedLength = Math.min(length, sent.total());
            if (sent.last() != sent.total() - 1 || sent.length() != expectedLength) {
                throw refused(operation, "the store sent other bytes: " + response.contentRange());
            }
            StoredObject found = describe(location, sent.total(), response);
            requireVersion(expected, found, operation);
            return new S3ObjectStream(found, sent.first(), sent.length(), body, connection.failures());
        } catch (IOException | RuntimeException e) {
            body.abort();
            throw e;
        }
    }

    /** A range of an empty object cannot be satisfied, and that refusal describes no object. */
    private ObjectStream emptyTail(
            ObjectLocation location, Optional<String> expected, Interruption interruption, String operation)
            throws IOException {
        StoredObject found = head(location, interruption);
        if (found.length() > 0) {
            throw changed(operation, "the store found no last bytes, but then a length of " + found.length());
        }
        requireVersion(expected, found, operation);
        return new EmptyObjectStream(found);
    }

    @Override
    public StoredObject head(ObjectLocation location, Interruption interruption) throws IOException {
        String operation = "asking for the length of " + location;
        HeadObjectRequest.Builder request =
                HeadObjectRequest.builder().bucket(location.bucket()).key(location.key());
        if (connection.options().requesterPays()) {
            request.requestPayer(RequestPayer.REQUESTER);
        }
        HeadObjectResponse response =
                connection.call(location, operation, interruption, client -> client.headObject(request.build()));
        if (response.contentLength() == null) {
            throw refused(operation, "the answer names no length");
        }
        return new StoredObject(
                location,
                response.contentLength(),
                VersionTags.ofETag(response.eTag()),
                Optional.ofNullable(response.lastModified()));
    }

    @Override
    public Iterator<StoredObject> list(ObjectLocation prefix, Interruption interruption) throws IOException {
        return new S3Listing(prefix, pages(prefix, null, interruption));
    }

    @Override
    public FolderContent listFolder(ObjectLocation folder, Interruption interruption) throws IOException {
        List<StoredObject> objects = new ArrayList<>();
        List<String> folders = new ArrayList<>();
        for (S3Pages pages = pages(folder, "/", interruption); pages.hasNext(); ) {
            ListObjectsV2Response page = pages.next();
            page.contents().forEach(found -> objects.add(S3Listing.describe(folder, found)));
            page.commonPrefixes().forEach(found -> folders.add(found.prefix()));
        }
        return new FolderContent(objects, folders);
    }

    private S3Pages pages(ObjectLocation prefix, String delimiter, Interruption interruption) {
        String operation = "listing " + prefix;
        return new S3Pages(prefix, token -> {
            ListObjectsV2Request.Builder request = ListObjectsV2Request.builder()
                    .bucket(prefix.bucket())
                    .prefix(prefix.key())
                    .delimiter(delimiter)
                    .continuationToken(token);
            if (connection.options().requesterPays()) {
                request.requestPayer(RequestPayer.REQUESTER);
            }
            return connection.call(prefix, operation, interruption, client -> client.listObjectsV2(request.build()));
        });
    }

    private ResponseInputStream<GetObjectResponse> get(
            ObjectLocation location,
            Optional<String> expected,
            String range,
            Interruption interruption,
            String operation)
            throws StorageException {
        GetObjectRequest.Builder request = GetObjectRequest.builder()
                .bucket(location.bucket())
                .key(location.key())
                .range(range);
        expected.map(VersionTags::toETag).ifPresent(request::ifMatch);
        if (connection.options().requesterPays()) {
            request.requestPayer(RequestPayer.REQUESTER);
        }
        return connection.call(location, operation, interruption, client -> client.getObject(request.build()));
    }

    /** An answer that ignored the range carries the whole object, or a page of a proxy: never the bytes asked for. */
    private static ContentRange requirePart(GetObjectResponse response, String operation) throws StorageException {
        int status = response.sdkHttpResponse().statusCode();
        if (status != PARTIAL_CONTENT) {
            throw refused(operation, "expected HTTP 206 for a range, found HTTP " + status);
        }
        ContentRange sent = ContentRange.parse(response.contentRange())
                .orElseThrow(() -> refused(
                        operation, "the answer does not say which bytes it carries: " + response.contentRange()));
        if (response.contentLength() != null && response.contentLength() != sent.length()) {
            throw refused(
                    operation,
                    "the answer announces " + response.contentRange() + " in a body of " + response.contentLength()
                            + " bytes");
        }
        return sent;
    }

    private static boolean isEmptyObject(GetObjectResponse response) {
        return response.sdkHttpResponse().statusCode() == OK
                && response.contentRange() == null
                && response.contentLength() != null
                && response.contentLength() == 0;
    }

    private static StoredObject describe(ObjectLocation location, long length, GetObjectResponse response) {
        return new StoredObject(
                location, length, VersionTags.ofETag(response.eTag()), Optional.ofNullable(response.lastModified()));
    }

    /** For stores that do not know If-Match. */
    private static void requireVersion(Optional<String> expected, StoredObject found, String operation)
            throws StorageException {
        if (expected.isPresent() && found.versionTag().isPresent() && !expected.equals(found.versionTag())) {
            throw changed(operation, "its ETag is " + found.versionTag().get() + " instead of " + expected.get());
        }
    }

    private static StorageException changed(String operation, String found) {
        return new StorageException(
                Reason.CHANGED,
                operation + ": the object was replaced after it was planned: " + found + ". Run the query again");
    }

    private static StorageException refused(String operation, String found) {
        return new StorageException(Reason.REFUSED, operation + ": " + found);
    }

    @Override
    public void close() {
        connection.close();
    }

    @Override
    public String toString() {
        return "S3ObjectStore[" + connection.options() + "]";
    }
}
