package dev.readahead.it.link;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A simulated link in a process of its own, so that its CPU time is not the reader's. Thread-safe. Closing ends the
 * process.
 */
public final class LinkProcess implements AutoCloseable {
    private static final long EXIT_SECONDS = 5;

    private final Process process;
    private final URI endpoint;

    private LinkProcess(Process process, URI endpoint) {
        this.process = process;
        this.endpoint = endpoint;
    }

    /**
     * Starts a process with the Java of this one and waits until it listens.
     *
     * @param root folder whose sub-folders are the buckets
     */
    public static LinkProcess start(Path root, LinkProfile profile) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-cp",
                classPath(),
                LinkMain.class.getName(),
                "--root=" + root));
        command.addAll(profile.toOptions());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String address =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        if (address == null) {
            process.destroy();
            throw new IOException("The simulated link over " + root + " did not start; its error is printed above");
        }
        return new LinkProcess(process, URI.create(address));
    }

    /** Address for path-style requests, without bucket. */
    public URI endpoint() {
        return endpoint;
    }

    public LinkCounters counters() throws IOException {
        return LinkCounters.parse(ask(LinkAdmin.COUNTERS));
    }

    /** Bytes sent in each 50 ms since the start or the last reset, up to the last byte. */
    public long[] timeline() throws IOException {
        String text = ask(LinkAdmin.TIMELINE);
        return text.isEmpty()
                ? new long[0]
                : Stream.of(text.split(",")).mapToLong(Long::parseLong).toArray();
    }

    /** Counts from zero again; the next request has the fate of the first. */
    public void reset() throws IOException {
        ask(LinkAdmin.RESET);
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private String ask(String path) throws IOException {
        URL url = endpoint.resolve(path).toURL();
        try (var answer = url.openStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Only where these classes lie: the link needs nothing else. */
    private static String classPath() {
        try {
            return Path.of(LinkMain.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
