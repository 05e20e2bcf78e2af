package dev.readahead.it.bench;

import dev.readahead.it.link.LinkProcess;
import dev.readahead.it.link.LinkProfile;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StoredObject;
import software.amazon.awssdk.core.util.VersionInfo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Measures what the HTTP clients of the AWS SDK cost over loopback: CPU time of this process for each GiB, and requests
 * a second. The server is a process of its own. The clients take turns, round after round, so that what else the
 * machine does meets all of them; the first round is not counted. Writes the medians as Markdown.
 */
public final class HttpClientBenchmark {
    private static final int DEFAULT_ROUNDS = 7;
    private static final int THREADS = 16;
    private static final int OBJECT_BYTES = 64 << 20;

    /** Ranges of one size, enough of them that a turn takes seconds. */
    private enum Load {
        LARGE("8 MiB", 8 << 20, 96),
        SMALL("64 KiB", 64 << 10, 4_096);

        private final String label;
        private final int rangeBytes;
        private final int requests;

        Load(String label, int rangeBytes, int requests) {
            this.label = label;
            this.rangeBytes = rangeBytes;
            this.requests = requests;
        }
    }

    private HttpClientBenchmark() {}

    /** @param arguments the file to write, and how many rounds count */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path output = Path.of(arguments[0]);
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : DEFAULT_ROUNDS;
        Path root = Files.createTempDirectory("http-client-benchmark");
        Path file = Files.createDirectories(root.resolve("bucket")).resolve("object");
        Files.write(file, new byte[OBJECT_BYTES]);
        Map<Load, Map<HttpClientKind, List<Turn>>> turns;
        try (LinkProcess link = LinkProcess.start(root, LinkProfile.unlimited())) {
            turns = measure(link, rounds);
        } finally {
            Files.delete(file);
            Files.delete(file.getParent());
            Files.delete(root);
        }
        Files.createDirectories(output.toAbsolutePath().getParent());
        Files.writeString(output, report(turns, rounds));
        System.out.println(Files.readString(output));
    }

    private static Map<Load, Map<HttpClientKind, List<Turn>>> measure(LinkProcess link, int rounds)
            throws IOException, InterruptedException {
        StoredObject object = new StoredObject(
                new ObjectLocation("s3", "bucket", "object"), OBJECT_BYTES, Optional.empty(), Optional.empty());
        Map<Load, Map<HttpClientKind, List<Turn>>> turns = new EnumMap<>(Load.class);
        for (int round = 0; round <= rounds; round++) {
            for (Load load : Load.values()) {
                for (HttpClientKind kind : HttpClientKind.values()) {
                    Turn turn = Turn.take(kind, link, object, load.rangeBytes, load.requests, THREADS);
                    System.out.printf(Locale.ROOT, "round %d, %s, %s: %s%n", round, load.label, kind, turn);
                    if (round > 0) {
                        turns.computeIfAbsent(load, any -> new EnumMap<>(HttpClientKind.class))
                                .computeIfAbsent(kind, any -> new ArrayList<>())
                                .add(turn);
                    }
                }
            }
        }
        return turns;
    }

    private static String report(Map<Load, Map<HttpClientKind, List<Turn>>> turns, int rounds) {
        StringBuilder text = new StringBuilder("# What the HTTP clients of the AWS SDK cost\n\n")
                .append("Written by `HttpClientBenchmark`; not edited by hand. ")
                .append(LocalDate.now(ZoneOffset.UTC))
                .append(", ")
                .append(System.getProperty("os.name"))
                .append(' ')
                .append(System.getProperty("os.arch"))
                .append(", ")
                .append(Runtime.getRuntime().availableProcessors())
                .append(" processors shared by client and server, Java ")
                .append(Runtime.version())
                .append(", SDK ")
                .append(VersionInfo.SDK_VERSION)
                .append(". Repeat with:\n\n```\n")
                .append("mvn -B -ntp -q -pl integration-tests -am -Phttp-client-benchmark process-classes\n```\n\n")
                .append("Plain HTTP over loopback, ")
                .append(THREADS)
                .append(" threads, ")
                .append(rounds)
                .append(" interleaved rounds; medians, with the least and the most in brackets. CPU is that of the"
                        + " reading process; the server is another one.\n");
        for (Load load : Load.values()) {
            text.append("\n## ")
                    .append(load.requests)
                    .append(" ranges of ")
                    .append(load.label)
                    .append("\n\n| client | CPU seconds / GiB | requests / s | connections opened |\n")
                    .append("|---|---:|---:|---:|\n");
            turns.get(load)
                    .forEach((kind, measured) -> text.append("| ")
                            .append(kind)
                            .append(" | ")
                            .append(summary(measured, Turn::cpuSecondsPerGiB, "%.2f"))
                            .append(" | ")
                            .append(summary(measured, Turn::requestsPerSecond, "%.0f"))
                            .append(" | ")
                            .append(summary(measured, Turn::connections, "%.0f"))
                            .append(" |\n"));
        }
        return text.toString();
    }

    private static String summary(List<Turn> turns, ToDoubleFunction<Turn> value, String format) {
        double[] sorted = turns.stream().mapToDouble(value).sorted().toArray();
        double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
        return String.format(
                Locale.ROOT, format + " (" + format + "-" + format + ")", median, sorted[0], sorted[sorted.length - 1]);
    }
}
