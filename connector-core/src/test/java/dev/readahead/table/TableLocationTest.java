package dev.readahead.table;

import dev.readahead.storage.ObjectLocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TableLocationTest {
    @Test
    void keysAreTakenAsTheyAre() {
        assertThat(TableLocation.parse("s3://bucket/a b%20c+d=e#f/g.parquet").location())
                .isEqualTo(new ObjectLocation("s3", "bucket", "a b%20c+d=e#f/g.parquet"));
        assertThat(TableLocation.parse("s3a://bucket").location()).isEqualTo(new ObjectLocation("s3a", "bucket", ""));
        assertThat(TableLocation.parse("s3://bucket//double").location().key()).isEqualTo("/double");
    }

    @Test
    void localPathsBeginAtTheRoot() {
        ObjectLocation expected = new ObjectLocation("file", "", "data/t");
        assertThat(TableLocation.parse("/data/t").location()).isEqualTo(expected);
        assertThat(TableLocation.parse("file:///data/t").location()).isEqualTo(expected);
        assertThat(TableLocation.parse("file:/data/t").location()).isEqualTo(expected);
    }

    @Test
    void aFolderIsListedWithItsSlashSoThatItsNeighboursAreNot() {
        assertThat(TableLocation.parse("s3://b/t").prefix().key()).isEqualTo("t/");
        assertThat(TableLocation.parse("s3://b/t/").prefix().key()).isEqualTo("t/");
        assertThat(TableLocation.parse("s3://b").prefix().key()).isEmpty();
        assertThat(TableLocation.literal(new ObjectLocation("s3", "b", "t*"))
                        .prefix()
                        .key())
                .isEqualTo("t*/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"relative/path", "", "s3:///key", "s3:key", "file://host/data", "bucket"})
    void whatIsNoPlaceIsRefused(String text) {
        assertThatThrownBy(() -> TableLocation.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith(": " + text);
    }
}
