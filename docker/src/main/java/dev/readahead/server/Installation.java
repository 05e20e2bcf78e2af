package dev.readahead.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * A Trino as its archive unpacks, with {@code lib/} and {@code plugin/}, shared by all servers of a machine. Immutable.
 *
 * @param home the folder that holds both
 */
record Installation(Path home) {
    /** Installs Trino and its exchange manager, and copies the directory of Readahead into {@code plugin/}. */
    static Installation create(Path home, Build build) throws IOException {
        Installation installation = new Installation(home.toAbsolutePath());
        Path lib = installation.lib();
        link(lib, build.serverJars());
        Files.createSymbolicLink(lib.resolve("classes"), build.ownClasses());
        Path exchange = installation.plugins().resolve("exchange-filesystem");
        link(exchange, build.exchangeJars());
        // In Trino's archive a jar like this names the plugin; what is on Maven Central does not have it.
        nameService(exchange.resolve("services.jar"), "io.trino.plugin.exchange.filesystem.FileSystemExchangePlugin");
        copy(build.pluginDirectory(), installation.plugins().resolve("readahead"));
        return installation;
    }

    Path plugins() {
        return home.resolve("plugin");
    }

    /** For the option {@code -classpath}. */
    String classPath() {
        return lib().resolve("classes") + java.io.File.pathSeparator + lib().resolve("*");
    }

    private Path lib() {
        return home.resolve("lib");
    }

    /** Numbers the jars, since some of different groups have the same name. */
    private static void link(Path folder, List<Path> jars) throws IOException {
        Files.createDirectories(folder);
        int number = 0;
        for (Path jar : jars) {
            Files.createSymbolicLink(
                    folder.resolve(String.format("%03d-%s", number++, jar.getFileName())), jar.toAbsolutePath());
        }
    }

    private static void nameService(Path jar, String plugin) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file)) {
            entries.putNextEntry(new JarEntry("META-INF/services/io.trino.spi.Plugin"));
            entries.write(plugin.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }
}
