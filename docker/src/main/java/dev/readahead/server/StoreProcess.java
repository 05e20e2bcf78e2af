package dev.readahead.server;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The S3 service of the integration tests in a process of its own, with TPC-H's lineitem in it. Closing ends it. */
final class StoreProcess implements AutoCloseable {
    static final String ACCESS_KEY = "readahead-access";
    static final String SECRET_KEY = "readahead-secret";

    private static final long END_SECONDS = 5;

    private final Process process;
    private final URI endpoint;
    private final List<String> tables;

    private StoreProcess(Process process, URI endpoint, List<String> tables) {
        this.process = process;
        this.endpoint = endpoint;
        this.tables = tables;
    }

    /**
     * Starts the process, and waits until it has written its data and listens.
     *
     * @param folder keeps the data; what is there already is not written again
     * @param log of the process
     * @param layouts how the table is spread over files
     */
    static StoreProcess start(Build build, Path folder, Path log, double scale, String... layouts) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-classpath",
                build.storeClassPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                "dev.readahead.it.store.StoreMain",
                folder.toString(),
                Double.toString(scale)));
        command.addAll(List.of(layouts));
        Process process =
                new ProcessBuilder(command).redirectError(log.toFile()).start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        List<String> printed = new ArrayList<>();
        for (int i = 0; i <= layouts.length; i++) {
            String line = lines.readLine();
            if (line == null) {
                process.destroyForcibly();
                throw new IOException("The S3 service over " + folder + " did not start, see " + log);
            }
            printed.add(line);
        }
        return new StoreProcess(process, URI.create(printed.getFirst()), printed.subList(1, printed.size()));
    }

    URI endpoint() {
        return endpoint;
    }

    /** Where the table lies, in the order of the layouts. */
    List<String> tables() {
        return tables;
    }

    /** A catalog file for an S3 service. */
    static Map<String, String> catalog(URI endpoint, String accessKey, String secretKey) {
        return new TreeMap<>(Map.of(
                "connector.name",
                "readahead",
                "s3.endpoint",
                endpoint.toString(),
                "s3.region",
                "us-east-1",
                "s3.path-style-access",
                "true",
                "s3.aws-access-key",
                accessKey,
                "s3.aws-secret-key",
                secretKey));
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
