package dev.readahead.server;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * What the build has made and named. Immutable.
 *
 * @param root the folder of the root pom
 */
record Build(Path root) {
    private static final String HINT = ": run `mvn -DskipTests package` first";

    /** The build that this class belongs to. */
    static Build own() {
        try {
            Path classes = Path.of(Build.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return new Build(classes.resolve("../../..").toRealPath());
        } catch (IOException | java.net.URISyntaxException e) {
            throw new IllegalStateException("Not run from docker/target/classes", e);
        }
    }

    /** Trino's version. */
    static String trinoVersion() {
        return versions().getProperty("trino");
    }

    private static Properties versions() {
        Properties versions = new Properties();
        try (InputStream from = Build.class.getResourceAsStream("/versions.properties")) {
            versions.load(from);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return versions;
    }

    /** The directory that is copied into a server's {@code plugin/}. */
    Path pluginDirectory() {
        Path directory =
                root.resolve("trino-plugin/target/readahead-trino-" + versions().getProperty("readahead"));
        if (!Files.isDirectory(directory)) {
            throw new IllegalStateException(directory + " is missing" + HINT);
        }
        return directory;
    }

    /** All that a server has below {@code lib/}, without what plugins bring. */
    List<Path> serverJars() {
        // What both need stands on the class path of the plugin only.
        return Stream.concat(classPath("docker", "server").stream(), classPath("docker", "exchange").stream())
                .filter(jar -> !jar.getFileName().toString().startsWith("trino-exchange-filesystem"))
                .distinct()
                .toList();
    }

    /** All that Trino's plugin for exchanges through files consists of. */
    List<Path> exchangeJars() {
        return classPath("docker", "exchange");
    }

    /** This module's own classes. */
    Path ownClasses() {
        return root.resolve("docker/target/classes");
    }

    /** What the S3 service and the generator of data run on. */
    List<Path> storeClassPath() {
        return Stream.concat(
                        Stream.of(root.resolve("integration-tests/target/classes")),
                        classPath("integration-tests", "store").stream())
                .toList();
    }

    private List<Path> classPath(String module, String name) {
        Path file = root.resolve(module).resolve("target").resolve(name + ".classpath");
        try {
            return Stream.of(Files.readString(file).strip().split(File.pathSeparator))
                    .map(Path::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read" + HINT, e);
        }
    }
}
