package dev.readahead.it.link;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Measures what the simulated link itself costs: reads a file through it, as a reader with many requests in flight
 * does, and prints the rate and the share of one core that serving took.
 */
public final class LinkCost {
    private static final int CONNECTIONS = 16;
    private static final int RANGE_BYTES = 4 << 20;
    private static final int RANGES = 256;
    private static final int FILE_BYTES = 64 << 20;

    private LinkCost() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path root = Files.createTempDirectory("link-cost");
        Path file = Files.createDirectories(root.resolve("bucket")).resolve("object");
        Files.write(file, new byte[FILE_BYTES]);
        try (LinkProcess link = LinkProcess.start(root, LinkProfile.objectStorage())) {
            // The first round compiles the code of the link.
            read(link);
            link.reset();
            LinkCounters before = link.counters();
            long start = System.nanoTime();
            read(link);
            double seconds = (System.nanoTime() - start) / 1e9;
            LinkCounters after = link.counters();
            double cores = (after.cpuNanos() - before.cpuNanos()) / 1e9 / seconds;
            System.out.printf(
                    "%d requests of %d KiB on %d connections: %.1f MB/s, %.3f of a core for serving,"
                            + " %.3f CPU seconds per 100 MB%n",
                    after.requests(),
                    RANGE_BYTES >> 10,
                    after.connections(),
                    after.bytes() / seconds / 1e6,
                    cores,
                    cores * seconds / (after.bytes() / 1e8));
        } finally {
            Files.delete(file);
            Files.delete(file.getParent());
            Files.delete(root);
        }
    }

    private static void read(LinkProcess link) throws InterruptedException, IOException {
        ExecutorService readers = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            List<Future<?>> ranges = new ArrayList<>();
            for (int index = 0; index < RANGES; index++) {
                long start = (long) index * RANGE_BYTES % FILE_BYTES;
                ranges.add(readers.submit(() -> {
                    readRange(link, start);
                    return null;
                }));
            }
            for (Future<?> range : ranges) {
                range.get();
            }
        } catch (ExecutionException failure) {
            throw new IOException("A range could not be read through the link", failure.getCause());
        } finally {
            readers.shutdownNow();
        }
    }

    private static void readRange(LinkProcess link, long start) throws IOException {
        HttpURLConnection connection = (HttpURLConnection)
                link.endpoint().resolve("/bucket/object").toURL().openConnection();
        connection.setRequestProperty("Range", "bytes=" + start + "-" + (start + RANGE_BYTES - 1));
        byte[] buffer = new byte[64 << 10];
        try (InputStream content = connection.getInputStream()) {
            while (content.read(buffer) >= 0) {
                continue;
            }
        }
    }
}
