package dev.readahead.storage.s3;

import dev.readahead.storage.Interruption;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;

import java.util.function.Supplier;

/**
 * Lets other threads end a request before its answer has come. The SDK has a way to abort a body, but none to abort the
 * call that waits for the head of it; the HTTP client below has.
 *
 * <p>Relies on the synchronous SDK sending a request on the thread that calls it. Thread-safe.
 */
final class InterruptibleHttpClient implements SdkHttpClient {
    private final SdkHttpClient client;
    private final ThreadLocal<Interruption> current = new ThreadLocal<>();

    /** @param client carries the requests; this closes it */
    InterruptibleHttpClient(SdkHttpClient client) {
        this.client = client;
    }

    /** Makes a call whose requests the interruption ends. */
    <T> T call(Interruption interruption, Supplier<T> call) {
        current.set(interruption);
        try {
            return call.get();
        } finally {
            current.remove();
        }
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        ExecutableHttpRequest prepared = client.prepareRequest(request);
        Interruption interruption = current.get();
        if (interruption != null) {
            interruption.onInterrupt(prepared::abort);
        }
        return prepared;
    }

    @Override
    public String clientName() {
        return client.clientName();
    }

    @Override
    public void close() {
        client.close();
    }
}
