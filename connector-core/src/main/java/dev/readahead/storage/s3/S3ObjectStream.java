package dev.readahead.storage.s3;

import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

import java.io.IOException;

/** The body of a GET. */
final class S3ObjectStream implements ObjectStream {
    private final StoredObject object;
    private final long offset;
    private final long length;
    private final ResponseInputStream<GetObjectResponse> body;
    private long reached;

    S3ObjectStream(StoredObject object, long offset, long length, ResponseInputStream<GetObjectResponse> body) {
        this.object = object;
        this.offset = offset;
        this.length = length;
        this.body = body;
    }

    @Override
    public StoredObject object() {
        return object;
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public int read(byte[] target, int targetOffset, int most) throws IOException {
        int read;
        try {
            read = body.read(target, targetOffset, (int) Math.min(most, Math.max(1, length - reached)));
        } catch (IOException | SdkException e) {
            throw broken(S3Errors.rootMessage(e), e);
        }
        if (read < 0 && reached < length) {
            throw broken("the body ended", null);
        }
        reached += Math.max(read, 0);
        return read;
    }

    private StorageException broken(String how, Exception cause) {
        return new StorageException(
                Reason.TRANSIENT,
                object.location() + ": bytes from " + offset + " on broke off after " + reached + " of " + length + ": "
                        + how,
                cause);
    }

    @Override
    public void abort() {
        body.abort();
    }

    @Override
    public void close() throws IOException {
        if (reached < length) {
            // Reading the rest to save the connection costs more than a new one.
            body.abort();
        } else {
            body.close();
        }
    }
}
