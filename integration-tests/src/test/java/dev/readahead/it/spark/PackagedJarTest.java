package dev.readahead.it.spark;

import dev.readahead.it.store.S3Store;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The jar as a user gets it: what is in it, and that Spark reads with it, with and without Hadoop's S3A beside it. */
class PackagedJarTest {
    private static final String BUCKET = "jar";
    private static final long MOST_SECONDS = 120;

    private static Path jar;

    @TempDir
    Path folder;

    @BeforeAll
    static void find() throws IOException {
        Path target = Path.of("..", "spark-datasource", "target");
        Optional<Path> found = Optional.empty();
        if (Files.isDirectory(target)) {
            try (Stream<Path> files = Files.list(target)) {
                found = files.filter(file -> file.getFileName().toString().matches("readahead-spark-.*\\.jar"))
                        .findFirst();
            }
        }
        assumeTrue(found.isPresent(), "the jar is made by `mvn package`, and this run did not make it");
        jar = found.get();
    }

    @Test
    void holdsNothingThatSparkBringsAndNothingUnderAForeignName() throws IOException {
        try (JarFile contents = new JarFile(jar.toFile())) {
            assertThat(contents.stream().map(Object::toString).filter(name -> name.endsWith(".class")))
                    .isNotEmpty()
                    .allMatch(name -> name.startsWith("dev/readahead/"));
            assertThat(contents.getEntry("dev/readahead/shaded/awssdk/services/s3/S3Client.class"))
                    .isNotNull();
        }
    }

    @Test
    void readsWithoutHadoopsS3A() throws Exception {
        assertThat(countByAnotherProcess(false, "local[2]")).contains("rows: 1000");
    }

    @Test
    void readsBesideHadoopsS3A() throws Exception {
        assertThat(countByAnotherProcess(true, "local[2]")).contains("rows: 1000");
    }

    @Test
    void readsInExecutorsOfTheirOwn() throws Exception {
        assertThat(countByAnotherProcess(false, "local-cluster[2,1,1024]")).contains("rows: 1000");
    }

    /** Runs {@link JarUser} with Spark and the jar on its class path, and none of this build's own classes. */
    private String countByAnotherProcess(boolean withS3A, String master) throws Exception {
        try (S3Store store = S3Store.inMemory()) {
            store.createBucket(BUCKET);
            store.put(BUCKET, "t/a.parquet", JarUser.parquet(folder.resolve("rows")));
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString()));
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .filter(option -> option.startsWith("--add-opens") || option.startsWith("-Djdk."))
                    .forEach(command::add);
            command.addAll(List.of(
                    "-cp",
                    classPath(withS3A),
                    JarUser.class.getName(),
                    store.endpoint().toString(),
                    "s3a://" + BUCKET + "/t",
                    master));
            Path output = folder.resolve("output");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment()
                    .putAll(Map.of(
                            "SPARK_HOME", installation(withS3A).toString(),
                            "SPARK_SCALA_VERSION", "2.13",
                            "SPARK_LOCAL_IP", "127.0.0.1"));
            Process process = builder.start();
            try {
                assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS))
                        .as("ended in time")
                        .isTrue();
            } finally {
                process.destroyForcibly();
            }
            return Files.readString(output, StandardCharsets.UTF_8);
        }
    }

    /** Where executors find Spark and the jar. */
    private Path installation(boolean withS3A) throws IOException {
        Path jars = Files.createDirectories(folder.resolve("spark").resolve("jars"));
        for (String entry : classPath(withS3A).split(File.pathSeparator)) {
            Path file = Path.of(entry);
            if (entry.endsWith(".jar")) {
                Files.createSymbolicLink(jars.resolve(file.getFileName()), file);
            }
        }
        return jars.getParent();
    }

    private static String classPath(boolean withS3A) {
        String own = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("connector-core")
                        && !entry.contains("spark-datasource")
                        && !entry.contains(
                                "integration-tests" + File.separator + "target" + File.separator + "classes"))
                .filter(entry -> withS3A || !(entry.contains("awssdk") || entry.contains("hadoop-aws")))
                .collect(Collectors.joining(File.pathSeparator));
        return jar.toAbsolutePath() + File.pathSeparator + own;
    }
}
