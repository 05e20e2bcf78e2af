package dev.readahead.parquet;

import dev.readahead.readahead.ReadAheadOptions;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;

import static org.apache.parquet.filter2.predicate.FilterApi.and;
import static org.apache.parquet.filter2.predicate.FilterApi.binaryColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.eq;
import static org.apache.parquet.filter2.predicate.FilterApi.gtEq;
import static org.apache.parquet.filter2.predicate.FilterApi.intColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.longColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.notEq;
import static org.apache.parquet.filter2.predicate.FilterApi.or;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class HostileFooterTest {
    private static final int FOOTER_LENGTH_FROM_END = 8;

    @Test
    void anEmptyFileIsRefused() {
        assertRefused(new byte[0], "has only 0 bytes");
    }

    @Test
    void aFileShorterThanAnyParquetFileIsRefused() {
        assertRefused("PAR1PAR1".getBytes(java.nio.charset.StandardCharsets.US_ASCII), "has only 8 bytes");
    }

    @Test
    void wrongMagicIsRefusedWithWhatWasFound() throws IOException {
        byte[] file = ParquetFiles.file(0, 10, 10);
        file[file.length - 4] = 'X';
        assertRefused(file, "it ends with [88, 65, 82, 49]");
    }

    @Test
    void anEncryptedFooterIsRefusedAsSuch() throws IOException {
        byte[] file = ParquetFiles.file(0, 10, 10);
        file[file.length - 1] = 'E';
        assertRefused(file, "encrypted footer");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 100_000_000})
    void aFooterLengthBeyondTheFileIsRefused(int length) throws IOException {
        byte[] file = ParquetFiles.file(0, 10, 10);
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(file.length - FOOTER_LENGTH_FROM_END, length);
        assertRefused(file, "claims a footer of " + (length & 0xFFFFFFFFL) + " bytes");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 9, 50, 200, 1_000})
    void aTruncatedFileIsRefused(int missing) throws IOException {
        byte[] file = ParquetFiles.file(0, 1_000, 100);
        assertRefused(Arrays.copyOf(file, file.length - missing), "fake://bucket/hostile");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void flippedBytesEndInAnErrorThatNamesTheFileOrInRows(long seed) throws Exception {
        byte[] file = ParquetFiles.file(0, 1_000, 100);
        assertHarmless(new Random(seed), file, 3_000, ScanFixture.everything());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void flippedBytesOfIndexesAndDictionariesDoTheSameToFilters(long seed) throws Exception {
        byte[] file = ParquetFiles.file(
                0, 1_000, 100, builder -> builder.withPageRowCountLimit(10).withBloomFilterEnabled("name", true));
        FilterPredicate predicate = and(
                or(gtEq(longColumn("id"), 333L), eq(intColumn("bucket"), 0)),
                notEq(binaryColumn("name"), Binary.fromString("name of 3 and 0")));
        FileProjection filtered =
                new FileProjection(ParquetFiles.SCHEMA, FilterCompat.get(predicate), FileProjection.FilterLevels.ALL);
        assertHarmless(new Random(seed), file, file.length - 4, filtered);
    }

    /** Whatever its last bytes are changed to, reading a file ends, by itself, and gives everything back. */
    private static void assertHarmless(Random random, byte[] file, int lastBytes, FileProjection projection)
            throws Exception {
        for (int round = 0; round < 60; round++) {
            byte[] flipped = file.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                flipped[flipped.length - 1 - random.nextInt(lastBytes)] = (byte) random.nextInt();
            }
            try (ScanFixture fixture = new ScanFixture()) {
                fixture.add("hostile", flipped);
                try {
                    fixture.read(footer -> projection, ReadAheadOptions.adaptive(), 1 << 10);
                } catch (SplitException e) {
                    assertThat(e).hasMessageContaining("fake://bucket/hostile");
                } catch (RuntimeException e) {
                    // Thrown while decoding, which is the engine's.
                    assertThat(e.getStackTrace()).isNotEmpty();
                }
                assertThat(fixture.bytesHeldInTheEnd()).isZero();
            }
        }
    }

    private static void assertRefused(byte[] file, String message) {
        try (ScanFixture fixture = new ScanFixture()) {
            fixture.add("hostile", file);
            assertThatThrownBy(() -> fixture.read(ScanFixture.everything(), ReadAheadOptions.adaptive()))
                    .isInstanceOf(SplitException.class)
                    .hasMessageContaining("fake://bucket/hostile")
                    .hasMessageContaining(message);
            assertThat(fixture.bytesHeldInTheEnd()).isZero();
        }
    }
}
