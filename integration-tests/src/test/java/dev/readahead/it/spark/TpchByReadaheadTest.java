package dev.readahead.it.spark;

import dev.readahead.it.data.LineItemLayout;
import dev.readahead.it.data.Tpch;
import dev.readahead.it.data.TpchData;
import dev.readahead.it.link.LinkProfile;
import dev.readahead.it.link.LinkServer;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

class TpchByReadaheadTest {
    private static final double SCALE = 0.02;
    private static final List<String> QUERIES = List.of(Tpch.Q1, Tpch.Q6, "select * from lineitem");

    @Test
    void lineItemIsAnsweredAsByTheStockReaderAndInItsOrder(@TempDir Path root) throws Exception {
        TpchData data = new TpchData(root, SCALE, line -> {});
        try (LinkServer link = LinkServer.start(root, LinkProfile.unlimited());
                SparkSession spark = LocalSpark.start(2, LocalSpark.s3a(link.endpoint(), "any", "any"))) {
            for (LineItemLayout layout : LineItemLayout.values()) {
                String local = data.lineItem(layout).toString();
                for (String query : QUERIES) {
                    spark.read().parquet(local).createOrReplaceTempView("lineitem");
                    List<Row> expected = spark.sql(query).collectAsList();
                    spark.read()
                            .format("readahead")
                            .load("s3a://" + TpchData.BUCKET + "/" + data.prefix(layout))
                            .createOrReplaceTempView("lineitem");
                    assertThat(spark.sql(query).collectAsList())
                            .as("%s of %s", query, layout)
                            .isEqualTo(expected);
                }
            }
        }
    }
}
