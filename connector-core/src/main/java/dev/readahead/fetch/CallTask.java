package dev.readahead.fetch;

import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.Interruption;
import dev.readahead.storage.ObjectStore;

import java.io.IOException;

/** A request without a body worth counting, such as a listing. Each attempt begins anew. */
final class CallTask<T> extends FetchTask<T> {
    private final String description;
    private final Call<T> call;

    CallTask(Dispatcher dispatcher, Lane lane, String description, Call<T> call, Urgency urgency, ScanMetrics metrics) {
        super(dispatcher, lane, urgency, metrics);
        this.description = description;
        this.call = call;
    }

    @Override
    T attempt(ObjectStore store, Request<T> request) throws IOException {
        metrics.add(ScanMetrics.Counter.REQUESTS, 1);
        return call.on(store, request.interruption);
    }

    @Override
    boolean mayBeHedged() {
        return false;
    }

    @Override
    long remainingBytes() {
        return 0;
    }

    @Override
    long progress() {
        return 0;
    }

    @Override
    String description() {
        return description;
    }

    interface Call<T> {
        T on(ObjectStore store, Interruption interruption) throws IOException;
    }
}
