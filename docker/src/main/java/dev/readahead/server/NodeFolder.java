package dev.readahead.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The folder of one server, with {@code etc/} as Trino's manual describes it and the log. Immutable.
 *
 * @param folder the working directory of the server
 */
record NodeFolder(Path folder) {
    /**
     * Writes {@code etc/}.
     *
     * @param etc further files of properties, by their path below {@code etc/}, catalogs as
     *     {@code catalog/x.properties}
     */
    static NodeFolder create(Path folder, NodeSettings settings, Map<String, Map<String, String>> etc)
            throws IOException {
        NodeFolder node = new NodeFolder(folder.toAbsolutePath());
        Map<String, Map<String, String>> files = new TreeMap<>(etc);
        files.put("config.properties", settings.configProperties());
        files.put("node.properties", settings.nodeProperties());
        for (Map.Entry<String, Map<String, String>> file : files.entrySet()) {
            write(
                    node.etc().resolve(file.getKey()),
                    new TreeMap<>(file.getValue())
                            .entrySet().stream()
                                    .map(line -> line.getKey() + "=" + line.getValue())
                                    .toList());
        }
        write(node.jvmConfig(), jvmOptions(settings.heap()));
        return node;
    }

    Path etc() {
        return folder.resolve("etc");
    }

    Path jvmConfig() {
        return etc().resolve("jvm.config");
    }

    /** All that the server prints. */
    Path log() {
        return folder.resolve("server.log");
    }

    /** Trino's start script hands these on as system properties. */
    List<String> nodeProperties() throws IOException {
        return Files.readAllLines(etc().resolve("node.properties")).stream()
                .map(line -> "-D" + line)
                .collect(Collectors.toList());
    }

    private static List<String> jvmOptions(String heap) {
        return List.of(
                "-Xmx" + heap,
                "-XX:+UseG1GC",
                "-XX:+ExitOnOutOfMemoryError",
                "-Dfile.encoding=UTF-8",
                "--add-modules=jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow");
    }

    private static void write(Path file, List<String> lines) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, lines);
    }
}
