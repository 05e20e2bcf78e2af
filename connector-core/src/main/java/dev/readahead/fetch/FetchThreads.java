package dev.readahead.fetch;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of one scheduler: as many as it has requests in flight, gone a minute after the last one. All are
 * daemons, and none keeps the class loader of the query that happened to start it.
 */
final class FetchThreads implements Executor, Delayer, AutoCloseable {
    private final ExecutorService workers = Executors.newCachedThreadPool(named("readahead-fetch-"));
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(named("readahead-timer-"));

    @Override
    public void execute(Runnable work) {
        workers.execute(work);
    }

    @Override
    public void runAfter(Duration delay, Runnable action) {
        timer.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        workers.shutdown();
    }

    private static ThreadFactory named(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(null, work, prefix + number.incrementAndGet(), 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(FetchThreads.class.getClassLoader());
            return thread;
        };
    }
}
