package dev.readahead.spark;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** How a task waits: a task that is killed is interrupted and stops waiting. */
final class Waiting {
    private Waiting() {}

    static <T> T on(CompletableFuture<T> future) throws IOException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for bytes");
        } catch (CancellationException e) {
            throw new IOException("the scan was closed", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IOException(e.getCause().getMessage(), e.getCause());
        }
    }
}
