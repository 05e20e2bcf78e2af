package dev.readahead.parquet;

import dev.readahead.metrics.ScanMetrics.Counter;
import dev.readahead.parquet.FileProjection.FilterLevels;
import dev.readahead.readahead.ReadAheadOptions;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The public files of apache/parquet-testing, read whole and in slices: the same rows as parquet-hadoop reads, or a
 * refusal where it refuses. Looks for a checkout at {@code -Dparquet-testing.dir} or beside the repository.
 */
class CorpusTest {
    private static final Path DIRECTORY =
            Path.of(System.getProperty("parquet-testing.dir", "../../shared/corpora/parquet-testing"));

    @TestFactory
    Stream<DynamicTest> filesOfManyWriters() throws IOException {
        return files("data").map(file -> DynamicTest.dynamicTest(file.toString(), () -> assertSame(file)));
    }

    @TestFactory
    Stream<DynamicTest> brokenFiles() throws IOException {
        return files("bad_data").map(file -> DynamicTest.dynamicTest(file.toString(), () -> assertSame(file)));
    }

    @Test
    void ofAnEncryptedFileWithAPlainFooterTheOtherColumnsAreRead() throws Exception {
        String name = "encrypt_columns_plaintext_footer.parquet.encrypted";
        Path file = files("data")
                .filter(DIRECTORY.resolve("data").resolve(name)::equals)
                .findFirst()
                .orElseThrow();
        MessageType plain = MessageTypeParser.parseMessageType(
                "message schema { required boolean boolean_field; required int32 int32_field; }");
        FileProjection projection = new FileProjection(plain, FilterCompat.NOOP, FilterLevels.ALL);
        try (ScanFixture fixture = new ScanFixture()) {
            fixture.add("file", Files.readAllBytes(file));
            assertThat(fixture.read(projection, ReadAheadOptions.adaptive()))
                    .isEqualTo(fixture.expected(projection))
                    .extracting(ScanFixture.Result::rowGroups)
                    .isEqualTo(1);
            assertThatThrownBy(() -> fixture.read(
                            footer -> everything(
                                    footer.metadata().getFileMetaData().getSchema()),
                            ReadAheadOptions.adaptive(),
                            RowGroupSlicer.SLICE_BYTES))
                    .hasMessageContaining("is encrypted, which Readahead does not read")
                    .hasMessageContaining("_field");
        }
    }

    private static Stream<Path> files(String folder) throws IOException {
        Path directory = DIRECTORY.resolve(folder);
        assumeTrue(
                Files.isDirectory(directory),
                () -> "no checkout of apache/parquet-testing at "
                        + DIRECTORY.toAbsolutePath().normalize() + "; set -Dparquet-testing.dir");
        List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            files = all.filter(file -> file.toString().contains(".parquet") && Files.isRegularFile(file))
                    .filter(file -> !file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
        assertThat(files).isNotEmpty();
        return files.stream();
    }

    private static void assertSame(Path path) throws Exception {
        byte[] file = Files.readAllBytes(path);
        for (long sliceBytes : new long[] {RowGroupSlicer.SLICE_BYTES, 1}) {
            try (ScanFixture fixture = new ScanFixture()) {
                fixture.add("file", file);
                Optional<ScanFixture.Result> expected = attempt(() -> fixture.expected(CorpusTest::everything));
                Optional<ScanFixture.Result> actual = attempt(() -> fixture.read(
                        footer -> everything(footer.metadata().getFileMetaData().getSchema()),
                        ReadAheadOptions.adaptive(),
                        sliceBytes));

                assertThat(actual).isEqualTo(expected);
                assertThat(fixture.bytesHeldInTheEnd()).isZero();
                if (expected.isPresent()) {
                    assertThat(fixture.metrics.get(Counter.UNPLANNED_READS)).isZero();
                }
            }
        }
    }

    private static FileProjection everything(MessageType schema) {
        return new FileProjection(schema, FilterCompat.NOOP, FilterLevels.ALL);
    }

    /** Empty where reading is refused, which must be by an exception that says something. */
    private static Optional<ScanFixture.Result> attempt(Reading reading) throws Exception {
        try {
            return Optional.of(reading.rows());
        } catch (IOException | RuntimeException e) {
            assertThat(e.toString()).isNotBlank();
            return Optional.empty();
        } catch (NoClassDefFoundError e) {
            // A codec that engines bring and this module does not.
            assertThat(e).hasMessageContaining("lz4");
            return Optional.empty();
        }
    }

    private interface Reading {
        ScanFixture.Result rows() throws Exception;
    }
}
