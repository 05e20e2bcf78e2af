package dev.readahead.fetch;

import dev.readahead.metrics.ScanMetrics;
import dev.readahead.metrics.ScanMetrics.Counter;
import dev.readahead.storage.Interruption;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;

import java.io.IOException;
import java.util.concurrent.CancellationException;

/**
 * A request for the bytes of an object. Only the request that has won its race calls {@link #begin} and {@link #read}:
 * one thread at a time.
 */
abstract class BodyTask<T> extends FetchTask<T> {
    BodyTask(Dispatcher dispatcher, Lane lane, Urgency urgency, ScanMetrics metrics) {
        super(dispatcher, lane, urgency, metrics);
    }

    /** Asks for what is still missing. Changes nothing: two requests may do it at once. */
    abstract ObjectStream open(ObjectStore store, Interruption interruption) throws IOException;

    /** An answer has begun. */
    abstract void begin(ObjectStream stream) throws IOException;

    /** Takes some bytes and remembers how far it came. */
    abstract int read(ObjectStream stream) throws IOException;

    abstract T value();

    @Override
    final boolean mayBeHedged() {
        return true;
    }

    @Override
    final T attempt(ObjectStore store, Request<T> request) throws IOException {
        if (remainingBytes() > 0) {
            metrics.add(Counter.REQUESTS, 1);
            drain(store, request);
        }
        return value();
    }

    private void drain(ObjectStore store, Request<T> request) throws IOException {
        try (ObjectStream stream = open(store, request.interruption)) {
            request.interruption.onInterrupt(stream::abort);
            if (!request.race.claim(request) || request.interruption.isInterrupted()) {
                throw new CancellationException(description());
            }
            if (request.isHedge) {
                metrics.add(Counter.HEDGES_WON, 1);
            }
            dispatcher().answered(request);
            begin(stream);
            long arrived = 0;
            while (arrived < stream.length()) {
                int read = read(stream);
                if (read < 0) {
                    throw truncated(stream, arrived);
                }
                arrived += read;
                metrics.add(Counter.BYTES_FETCHED, read);
                dispatcher().arrived(read);
            }
            dispatcher().body(request, arrived);
        } finally {
            request.interruption.onInterrupt(() -> {});
        }
    }

    private static IOException truncated(ObjectStream stream, long arrived) {
        return new StorageException(
                StorageException.Reason.TRANSIENT,
                stream.object().location() + ": the body that begins at byte " + stream.offset() + " ended after "
                        + arrived + " of " + stream.length() + " bytes");
    }
}
