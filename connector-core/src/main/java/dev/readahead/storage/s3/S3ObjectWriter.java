package dev.readahead.storage.s3;

import dev.readahead.storage.Interruption;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectWriter;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.io.IOException;

/**
 * Writes to the buckets of one S3 service, with its own connections. Thread-safe.
 *
 * <p>A put is refused by the store if the object exists. Stores that do not know this condition are asked first whether
 * it does; then two writers at the same instant may both believe that they created it.
 */
public final class S3ObjectWriter implements ObjectWriter {
    private static final int CONFLICT = 409;
    private static final int PRECONDITION_FAILED = 412;
    private static final int NOT_IMPLEMENTED = 501;

    private final S3Connection connection;

    public S3ObjectWriter(S3Options options) {
        this.connection = new S3Connection(options, S3HttpClients.create(options));
    }

    @Override
    public boolean create(ObjectLocation location, byte[] content) throws IOException {
        try {
            put(request(location).ifNoneMatch("*"), location, content);
            return true;
        } catch (StorageException e) {
            switch (status(e)) {
                case PRECONDITION_FAILED:
                    return false;
                case CONFLICT:
                    throw new StorageException(
                            Reason.TRANSIENT, "writing " + location + ": somebody else is writing it now", e);
                case NOT_IMPLEMENTED:
                    return createIfMissing(location, content);
                default:
                    throw e;
            }
        }
    }

    private boolean createIfMissing(ObjectLocation location, byte[] content) throws StorageException {
        String operation = "asking whether " + location + " exists";
        HeadObjectRequest head = HeadObjectRequest.builder()
                .bucket(location.bucket())
                .key(location.key())
                .build();
        try {
            connection.call(location, operation, new Interruption(), client -> client.headObject(head));
            return false;
        } catch (StorageException e) {
            if (e.reason() != Reason.NOT_FOUND) {
                throw e;
            }
        }
        put(request(location), location, content);
        return true;
    }

    private static PutObjectRequest.Builder request(ObjectLocation location) {
        return PutObjectRequest.builder().bucket(location.bucket()).key(location.key());
    }

    private void put(PutObjectRequest.Builder request, ObjectLocation location, byte[] content)
            throws StorageException {
        connection.call(
                location,
                "writing " + location,
                new Interruption(),
                client -> client.putObject(request.build(), RequestBody.fromBytes(content)));
    }

    private static int status(StorageException failure) {
        return failure.getCause() instanceof S3Exception answer ? answer.statusCode() : 0;
    }

    @Override
    public void delete(ObjectLocation location) throws IOException {
        DeleteObjectRequest request = DeleteObjectRequest.builder()
                .bucket(location.bucket())
                .key(location.key())
                .build();
        connection.call(location, "deleting " + location, new Interruption(), client -> client.deleteObject(request));
    }

    @Override
    public void close() {
        connection.close();
    }
}
