package dev.readahead.csv;

import dev.readahead.storage.StoredObject;
import io.airlift.compress.zstd.ZstdOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorOutputStream;
import org.apache.commons.compress.compressors.snappy.FramedSnappyCompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Files that cannot be cut: one stream of jobs each. */
class EncodedFilesTest {
    private static final CsvTuning SMALL = new CsvTuning(1, 100, 10, 10, 7);

    private static String text(int records) {
        StringBuilder text = new StringBuilder("number,text\n");
        for (int i = 0; i < records; i++) {
            text.append(i).append(",\"line ä\n").append(i % 7).append("\"\n");
        }
        return text.toString();
    }

    private static List<List<Object>> rows(int records) {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            rows.add(List.of(String.valueOf(i), "line ä\n" + i % 7));
        }
        return rows;
    }

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void compressedFilesAreToldByTheirNames(Compression compression) throws Exception {
        CsvOptions options = CsvOptions.DEFAULT.withHeader(true);
        byte[] content = compress(compression, text(500));
        try (CsvFixture fixture = new CsvFixture()) {
            StoredObject object = fixture.store.put("file.csv" + suffix(compression), content);
            assertThat(fixture.read(
                            fixture.splits(object, 1, content.length / 2),
                            options,
                            CsvFixture.texts(2, options),
                            SMALL,
                            10))
                    .isEqualTo(rows(500));
            assertThat(fixture.bytesHeldInTheEnd()).isZero();
        }
    }

    private static String suffix(Compression compression) {
        return switch (compression) {
            case NONE -> "";
            case GZIP -> ".gz";
            case ZSTD -> ".zst";
            case BZIP2 -> ".BZ2";
            case LZ4 -> ".lz4";
            case SNAPPY -> ".sz";
        };
    }

    private static byte[] compress(Compression compression, String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = switch (compression) {
            case NONE -> bytes;
            case GZIP -> new GZIPOutputStream(bytes);
            case ZSTD -> new ZstdOutputStream(bytes);
            case BZIP2 -> new BZip2CompressorOutputStream(bytes);
            case LZ4 -> new FramedLZ4CompressorOutputStream(bytes);
            case SNAPPY -> new FramedSnappyCompressorOutputStream(bytes);
        }) {
            out.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZSTD", "BZIP2", "LZ4"})
    void streamsOneAfterTheOtherAreOneFile(Compression compression) throws Exception {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(compress(compression, "1,a\n2,"));
        both.write(compress(compression, "b\n3,c"));
        try (CsvFixture fixture = new CsvFixture()) {
            StoredObject object = fixture.store.put("x" + suffix(compression), both.toByteArray());
            assertThat(fixture.read(
                            fixture.splits(object), CsvOptions.DEFAULT, CsvFixture.texts(2, CsvOptions.DEFAULT)))
                    .containsExactly(List.of("1", "a"), List.of("2", "b"), List.of("3", "c"));
        }
    }

    @ParameterizedTest
    @CsvSource({"ISO-8859-1", "UTF-16", "UTF-16LE", "windows-1252", "GB18030"})
    void otherEncodingsAreRead(String name) throws Exception {
        CsvOptions options = CsvOptions.DEFAULT.withHeader(true).withEncoding(Charset.forName(name));
        byte[] content = text(300).getBytes(Charset.forName(name));
        try (CsvFixture fixture = new CsvFixture()) {
            StoredObject object = fixture.store.put("file.csv", content);
            assertThat(fixture.read(fixture.splits(object, 40), options, CsvFixture.texts(2, options), SMALL, 10))
                    .isEqualTo(rows(300));
        }
    }

    @Test
    void brokenFilesFailByName() throws Exception {
        try (CsvFixture fixture = new CsvFixture()) {
            byte[] content = compress(Compression.GZIP, text(500));
            content[content.length / 2] ^= 0x55;
            StoredObject object = fixture.store.put("broken.gz", content);
            assertThatThrownBy(() -> fixture.read(
                            fixture.splits(object), CsvOptions.DEFAULT, CsvFixture.texts(2, CsvOptions.DEFAULT)))
                    .isInstanceOf(CsvSplitException.class)
                    .hasMessageContainingAll("broken.gz", "GZIP");
            assertThat(fixture.bytesHeldInTheEnd()).isZero();
        }
    }
}
