package dev.readahead.parquet;

import dev.readahead.fetch.Urgency;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.StoredObject;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TailSizeTest {
    private static final long GIGABYTE = 1L << 30;

    @Test
    void aSmallFileIsAskedForWhole() {
        assertThat(new TailSize().of(500_000)).isEqualTo(500_000);
        assertThat(new TailSize().of(0)).isEqualTo(8);
    }

    @Test
    void ofTheFirstFileAHundredthIsAskedForWithinBounds() {
        assertThat(new TailSize().of(2 << 20)).isEqualTo(64 << 10);
        assertThat(new TailSize().of(20_000_000)).isEqualTo(200_000);
        assertThat(new TailSize().of(GIGABYTE)).isEqualTo(1 << 20);
    }

    @Test
    void ofTheNextFilesWhatTheOnesBeforeNeededIsAskedFor() throws Exception {
        try (ScanFixture fixture = new ScanFixture()) {
            byte[] file = ParquetFiles.file(
                    0, 60_000, 20_000, builder -> builder.withCompressionCodec(CompressionCodecName.UNCOMPRESSED));
            StoredObject object = fixture.store.put("a", file);

            ParquetFooter footer = fixture.footers
                    .get(fixture.scheduler, object, Urgency.AWAITED, new ScanMetrics())
                    .footer()
                    .get();

            long needed = file.length - footer.metadataStart(1);
            assertThat(needed).isBetween(8L << 10, 1L << 20);
            assertThat((long) fixture.footers.tailBytes(GIGABYTE)).isEqualTo((long) (needed * 1.25));
        }
    }
}
