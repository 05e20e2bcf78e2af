package dev.readahead.storage.s3;

import dev.readahead.storage.ByteRange;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.RequestPayer;
import software.amazon.awssdk.services.s3.model.S3Object;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The buckets that one set of {@link S3Options} reaches. */
public final class S3ObjectStore implements ObjectStore {
    /** As HTTP writes it: the bytes that came and the length of the whole. */
    private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d+)-(\\d+)/(\\d+)");

    private static final int RANGE_NOT_SATISFIABLE = 416;

    private final S3Client client;
    private final SdkHttpClient http;
    private final RequestPayer payer;

    public S3ObjectStore(S3Options options) {
        this.http = S3Clients.http(options);
        this.client = S3Clients.s3(options, http);
        this.payer = options.requesterPays() ? RequestPayer.REQUESTER : null;
    }

    @Override
    public ObjectStream open(StoredObject object, ByteRange range) throws IOException {
        String what = object.location() + ", " + range;
        GetObjectRequest request = get(object.location())
                .range("bytes=" + range.offset() + "-" + (range.end() - 1))
                .ifMatch(object.versionTag().orElse(null))
                .build();
        ResponseInputStream<GetObjectResponse> body = send(what, () -> client.getObject(request));
        S3ObjectStream stream = describe(what, object.location(), body);
        if (stream.object().length() != object.length()) {
            stream.abort();
            throw new StorageException(
                    Reason.CHANGED,
                    what + ": the object had " + object.length() + " bytes when the query was planned and has "
                            + stream.object().length() + " now: run the query again");
        }
        if (stream.offset() != range.offset() || stream.length() != range.length()) {
            stream.abort();
            throw new StorageException(
                    Reason.REFUSED,
                    what + ": the store sent " + stream.length() + " bytes from " + stream.offset()
                            + " on instead; it does not honour range requests");
        }
        return stream;
    }

    @Override
    public ObjectStream openTail(ObjectLocation location, Optional<String> expected, long length) throws IOException {
        String what = location + ", last " + length + " bytes";
        GetObjectRequest request = get(location)
                .range("bytes=-" + length)
                .ifMatch(expected.orElse(null))
                .build();
        try {
            return describe(what, location, send(what, () -> client.getObject(request)));
        } catch (StorageException e) {
            if (e.getCause() instanceof software.amazon.awssdk.awscore.exception.AwsServiceException answer
                    && answer.statusCode() == RANGE_NOT_SATISFIABLE) {
                // An empty object has no last byte.
                return new EmptyObjectStream(emptyObject(location, e));
            }
            throw e;
        }
    }

    private StoredObject emptyObject(ObjectLocation location, StorageException refusal) throws IOException {
        StoredObject object = head(location);
        if (object.length() > 0) {
            throw refusal;
        }
        return object;
    }

    @Override
    public StoredObject head(ObjectLocation location) throws IOException {
        HeadObjectRequest request = HeadObjectRequest.builder()
                .bucket(location.bucket())
                .key(location.key())
                .requestPayer(payer)
                .build();
        HeadObjectResponse answer = send(location.toString(), () -> client.headObject(request));
        return new StoredObject(
                location,
                answer.contentLength(),
                Optional.ofNullable(answer.eTag()),
                Optional.ofNullable(answer.lastModified()));
    }

    @Override
    public Iterator<StoredObject> list(ObjectLocation prefix) throws IOException {
        ListObjectsV2Request request = ListObjectsV2Request.builder()
                .bucket(prefix.bucket())
                .prefix(prefix.key())
                .requestPayer(payer)
                .build();
        String what = "listing of " + prefix;
        Iterator<S3Object> listed = send(
                what, () -> client.listObjectsV2Paginator(request).contents().iterator());
        // The first page is asked for here, so that a missing bucket is an error of this call.
        send(what, listed::hasNext);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return sendUnchecked(what, listed::hasNext);
            }

            @Override
            public StoredObject next() {
                S3Object next = sendUnchecked(what, listed::next);
                return new StoredObject(
                        new ObjectLocation(prefix.scheme(), prefix.bucket(), next.key()),
                        next.size(),
                        Optional.ofNullable(next.eTag()),
                        Optional.ofNullable(next.lastModified()));
            }
        };
    }

    @Override
    public void close() {
        client.close();
        http.close();
    }

    private GetObjectRequest.Builder get(ObjectLocation location) {
        return GetObjectRequest.builder()
                .bucket(location.bucket())
                .key(location.key())
                .requestPayer(payer);
    }

    /** What the head of an answer says of the object and of the bytes that follow. */
    private static S3ObjectStream describe(
            String what, ObjectLocation location, ResponseInputStream<GetObjectResponse> body) throws StorageException {
        GetObjectResponse head = body.response();
        long length = head.contentLength() == null ? -1 : head.contentLength();
        long offset = 0;
        long whole = length;
        if (head.contentRange() != null) {
            Matcher range = CONTENT_RANGE.matcher(head.contentRange());
            if (!range.matches()) {
                body.abort();
                throw new StorageException(
                        Reason.REFUSED, what + ": the store answered with Content-Range " + head.contentRange());
            }
            offset = Long.parseLong(range.group(1));
            whole = Long.parseLong(range.group(3));
            if (length < 0) {
                length = Long.parseLong(range.group(2)) - offset + 1;
            }
        }
        if (length < 0) {
            body.abort();
            throw new StorageException(Reason.REFUSED, what + ": the store did not say how long its answer is");
        }
        StoredObject object = new StoredObject(
                location, whole, Optional.ofNullable(head.eTag()), Optional.ofNullable(head.lastModified()));
        return new S3ObjectStream(object, offset, length, body);
    }

    private static <T> T send(String what, Supplier<T> request) throws StorageException {
        try {
            return request.get();
        } catch (SdkException e) {
            throw S3Errors.explain(what, e);
        }
    }

    private static <T> T sendUnchecked(String what, Supplier<T> request) {
        try {
            return send(what, request);
        } catch (StorageException e) {
            throw new UncheckedIOException(e);
        }
    }
}
