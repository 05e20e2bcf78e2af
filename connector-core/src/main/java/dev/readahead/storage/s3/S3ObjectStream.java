package dev.readahead.storage.s3;

import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;
import software.amazon.awssdk.core.ResponseInputStream;

import java.io.IOException;
import java.util.Objects;

/** The body of a checked response. Counts its bytes, so that a body that ends early is an error and never an end. */
final class S3ObjectStream implements ObjectStream {
    private final StoredObject object;
    private final long offset;
    private final long length;
    private final ResponseInputStream<?> body;
    private final S3Failures failures;

    private long position;
    private volatile boolean aborted;
    private boolean closed;

    S3ObjectStream(StoredObject object, long offset, long length, ResponseInputStream<?> body, S3Failures failures) {
        this.object = object;
        this.offset = offset;
        this.length = length;
        this.body = body;
        this.failures = failures;
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
    public int read(byte[] target, int start, int count) throws IOException {
        Objects.checkFromIndexSize(start, count, target.length);
        if (closed) {
            throw new IllegalStateException("closed: " + object.location());
        }
        if (position == length) {
            return -1;
        }
        if (count == 0) {
            return 0;
        }
        int read = readBody(target, start, (int) Math.min(count, length - position));
        if (read < 0) {
            throw new StorageException(
                    Reason.TRANSIENT, operation() + ": the body ended " + (length - position) + " bytes early");
        }
        position += read;
        return read;
    }

    private int readBody(byte[] target, int start, int count) throws IOException {
        try {
            return body.read(target, start, count);
        } catch (IOException e) {
            throw broken(e);
        } catch (RuntimeException e) {
            throw broken(new IOException(e.getMessage(), e));
        }
    }

    private StorageException broken(IOException e) {
        return aborted
                ? new StorageException(Reason.TRANSIENT, operation() + ": aborted", e)
                : failures.bodyFailure(e, operation());
    }

    private String operation() {
        return "reading bytes " + offset + "-" + (offset + length - 1) + " of " + object.location() + ", byte "
                + (offset + position) + " reached";
    }

    @Override
    public void abort() {
        aborted = true;
        body.abort();
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        if (position < length || aborted) {
            // Draining would cost the rest of the body; the connection is the cheaper thing to lose.
            body.abort();
            return;
        }
        finish();
    }

    /** The client gives the connection back when it has seen the end, which is after the last byte. */
    private void finish() {
        try {
            if (length == 0 || body.read() < 0) {
                body.close();
            } else {
                body.abort();
            }
        } catch (IOException | RuntimeException e) {
            // Every byte that was asked for has been delivered: only the connection is lost.
            body.abort();
        }
    }
}
