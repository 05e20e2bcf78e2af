package dev.readahead.it.link;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ByteSelectionTest {
    @ParameterizedTest
    @CsvSource({
        "bytes=0-0, 0, 1, true",
        "bytes=3-5, 3, 3, true",
        "bytes=3-, 3, 7, true",
        "bytes=3-99, 3, 7, true",
        "bytes=9-9, 9, 1, true",
        "bytes=-4, 6, 4, true",
        "bytes=-99, 0, 10, true",
        "bytes=-, 0, 10, false",
        "bytes=5-3, 0, 10, false",
        "'bytes=0-1,4-5', 0, 10, false",
        "lines=0-1, 0, 10, false",
        ", 0, 10, false",
    })
    void selectsBytesOfAnObjectOfTenBytes(String header, long start, long length, boolean partial) {
        assertThat(ByteSelection.of(header, 10)).contains(new ByteSelection(start, length, partial));
    }

    @ParameterizedTest
    @CsvSource({"bytes=10-, 10", "bytes=10-12, 10", "bytes=-0, 10", "bytes=-5, 0", "bytes=0-, 0"})
    void findsRangesThatLieOutside(String header, long objectLength) {
        assertThat(ByteSelection.of(header, objectLength)).isEmpty();
    }

    @Test
    void wordsTheContentRange() {
        assertThat(new ByteSelection(3, 4, true).contentRange(10)).isEqualTo("bytes 3-6/10");
    }
}
