package dev.readahead.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own. Thread-safe. Closing ends the process; its folder stays. */
final class TrinoServer implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(90);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final Duration END = Duration.ofSeconds(5);

    private final NodeSettings settings;
    private final NodeFolder folder;
    private final Process process;

    private TrinoServer(NodeSettings settings, NodeFolder folder, Process process) {
        this.settings = settings;
        this.folder = folder;
        this.process = process;
    }

    /** Starts a process with the Java of this one; it is not ready yet. */
    static TrinoServer start(Installation installation, NodeSettings settings, NodeFolder folder) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("@" + folder.jvmConfig());
        command.addAll(folder.nodeProperties());
        command.add("-Dconfig=" + folder.etc().resolve("config.properties"));
        command.add("-Dplugin.dir=" + installation.plugins());
        command.addAll(
                List.of("-classpath", installation.classPath(), ServerMain.class.getName(), Build.trinoVersion()));
        Process process = new ProcessBuilder(command)
                .directory(folder.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.log().toFile())
                .start();
        TrinoServer server = new TrinoServer(settings, folder, process);
        // The process ends with its standard input anyway; this is sooner.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return server;
    }

    NodeSettings settings() {
        return settings;
    }

    NodeFolder folder() {
        return folder;
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + settings.port());
    }

    long processId() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Waits until it answers that it has started. */
    void awaitStarted() {
        Deadline.await("the start of " + this, START, () -> {
            if (!process.isAlive()) {
                throw new Deadline.GaveUpException(
                        this + " ended with status " + process.exitValue() + ": " + lastLines());
            }
            return get("/v1/info").contains("\"starting\":false");
        });
    }

    /** Asks it to take no new tasks, finish those that it has, and end. */
    void shutDownGracefully() throws IOException {
        HttpRequest request = HttpRequest.newBuilder(uri().resolve("/v1/info/state"))
                .header("Content-Type", "application/json")
                .header("X-Trino-User", "operator")
                .timeout(ANSWER)
                .PUT(HttpRequest.BodyPublishers.ofString("\"SHUTTING_DOWN\""))
                .build();
        HttpResponse<String> answer = send(request);
        if (answer.statusCode() != 200) {
            throw new IOException(this + " refused to shut down: " + answer.statusCode() + " " + answer.body());
        }
    }

    /** Whether the process ended by itself within a time. */
    boolean awaitEnd(Duration most) throws InterruptedException {
        return process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Ends the process at once, as when a machine is lost. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return settings.id() + " (" + uri() + ", log " + folder.log() + ")";
    }

    private String get(String path) throws IOException {
        return send(HttpRequest.newBuilder(uri().resolve(path)).timeout(ANSWER).build())
                .body();
    }

    private static HttpResponse<String> send(HttpRequest request) throws IOException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    private String lastLines() throws IOException {
        List<String> lines = Files.readAllLines(folder.log());
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
    }
}
