package dev.readahead.it.bench;

import dev.readahead.it.link.LinkProcess;
import dev.readahead.storage.StoredObject;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What one client needed for a number of equal ranges.
 *
 * @param cpuSecondsPerGiB CPU time of this process, which serves nothing itself
 * @param connections opened during the turn
 */
record Turn(double cpuSecondsPerGiB, double requestsPerSecond, double connections) {
    private static final double GIB = 1L << 30;
    private static final double NANOS = 1e9;

    static Turn take(
            HttpClientKind kind, LinkProcess link, StoredObject object, int rangeBytes, int requests, int threads)
            throws IOException, InterruptedException {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        link.reset();
        long cpu = system.getProcessCpuTime();
        long start = System.nanoTime();
        try (RangeClient client = kind.open(link.endpoint(), object, threads)) {
            readAll(client, object.length() / rangeBytes, rangeBytes, requests, threads);
        }
        double seconds = (System.nanoTime() - start) / NANOS;
        double cpuSeconds = (system.getProcessCpuTime() - cpu) / NANOS;
        double gib = (double) rangeBytes * requests / GIB;
        return new Turn(cpuSeconds / gib, requests / seconds, link.counters().connections());
    }

    private static void readAll(RangeClient client, long ranges, int rangeBytes, int requests, int threads)
            throws IOException, InterruptedException {
        AtomicInteger next = new AtomicInteger();
        ExecutorService readers = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                running.add(readers.submit(() -> {
                    byte[] target = new byte[rangeBytes];
                    for (int index = next.getAndIncrement(); index < requests; index = next.getAndIncrement()) {
                        client.read(index % ranges * rangeBytes, target);
                    }
                    return null;
                }));
            }
            for (Future<?> reader : running) {
                reader.get();
            }
        } catch (ExecutionException failure) {
            throw new IOException("a range could not be read", failure.getCause());
        } finally {
            readers.shutdownNow();
        }
    }
}
