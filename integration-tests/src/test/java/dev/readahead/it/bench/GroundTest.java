package dev.readahead.it.bench;

import dev.readahead.it.data.LineItemLayout;
import dev.readahead.it.data.TpchData;
import dev.readahead.it.link.LinkProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class GroundTest {
    private static final double SCALE = 0.01;
    private static final List<TableReader> READERS =
            List.of(TableReader.SPARK_CLASSIC, TableReader.SPARK_ANALYTICS, TableReader.READAHEAD, TableReader.LOCAL);

    @Test
    void letsAllReadersGiveTheSameAnswerOverTheLink(@TempDir Path folder) throws IOException {
        TpchData data = new TpchData(folder, SCALE, line -> {});
        List<String> progress = new ArrayList<>();
        try (Ground ground = new Ground(data, LinkProfile.unlimited().withRates(0, 100_000_000), READERS)) {
            for (ScanQuery query : ScanQuery.values()) {
                // A comparison fails if two answers differ.
                Comparison comparison =
                        Comparison.run(ground, query, LineItemLayout.ROW_GROUPS, READERS, 1, progress::add);

                long needed = NeededBytes.of(data.lineItem(LineItemLayout.ROW_GROUPS), query);
                for (TableReader reader : READERS) {
                    Measurement run = comparison.median(reader);
                    if (reader.bucket().isEmpty()) {
                        assertThat(run.link().requests()).as(reader.label()).isZero();
                    } else {
                        assertThat(run.link().bytes()).as(reader.label()).isGreaterThanOrEqualTo(needed);
                        assertThat(run.link().faults()).isZero();
                    }
                }
            }
        }
        assertThat(progress).hasSize(2 * 2 * READERS.size());
        assertThat(NeededBytes.of(data.lineItem(LineItemLayout.ROW_GROUPS), ScanQuery.Q6))
                .isLessThan(NeededBytes.of(data.lineItem(LineItemLayout.ROW_GROUPS), ScanQuery.ALL_COLUMNS) / 2);
    }
}
