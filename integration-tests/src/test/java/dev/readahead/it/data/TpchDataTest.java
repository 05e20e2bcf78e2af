package dev.readahead.it.data;

import dev.readahead.it.spark.LocalSpark;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

class TpchDataTest {
    private static final double SCALE = 0.03;
    private static final long ROWS = 180_566;

    @Test
    void giveTheSameAnswerInEveryLayout(@TempDir Path root) throws IOException {
        List<String> progress = new ArrayList<>();
        TpchData data = new TpchData(root, SCALE, progress::add);
        try (SparkSession spark = LocalSpark.start(2, Map.of())) {
            for (LineItemLayout layout : LineItemLayout.values()) {
                spark.read().parquet(data.lineItem(layout).toUri().toString()).createOrReplaceTempView("lineitem");

                assertThat(spark.sql("SELECT count(*) FROM lineitem").first().getLong(0))
                        .isEqualTo(ROWS);
                assertThat(spark.sql(Tpch.Q6).first().getDecimal(0)).isEqualByComparingTo(revenue());
            }
        }
        assertThat(progress).hasSize(30).contains("Writing lineitem at scale 0.03 as hundred-files: 50 %");

        assertThat(rowGroups(data.lineItem(LineItemLayout.ROW_GROUPS))).containsExactly(122_880L, 57_686L);
        assertThat(rowGroups(data.lineItem(LineItemLayout.ONE_ROW_GROUP))).containsExactly(ROWS);
        assertThat(rowGroups(data.lineItem(LineItemLayout.HUNDRED_FILES))).hasSize(100);
        assertThat(progress).as("nothing is written twice").hasSize(30);
    }

    /** The answer to Q6, worked out from the generator's numbers without any file. */
    private static BigDecimal revenue() {
        int from = (int) LocalDate.of(1994, 1, 1).toEpochDay();
        int to = (int) LocalDate.of(1995, 1, 1).toEpochDay();
        long centsTimesPercent = 0;
        for (LineItem row : new LineItemGenerator(SCALE, 1, 1)) {
            boolean discounted = row.getDiscountPercent() >= 5 && row.getDiscountPercent() <= 7;
            if (row.getShipDate() >= from && row.getShipDate() < to && discounted && row.getQuantity() < 24) {
                centsTimesPercent += row.getExtendedPriceInCents() * row.getDiscountPercent();
            }
        }
        return BigDecimal.valueOf(centsTimesPercent, 4);
    }

    private static List<Long> rowGroups(Path folder) throws IOException {
        List<Long> rows = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
                    reader.getRowGroups().stream()
                            .map(BlockMetaData::getRowCount)
                            .forEach(rows::add);
                }
            }
        }
        return rows;
    }
}
