package dev.readahead.it.bench;

import dev.readahead.it.data.LineItemLayout;
import dev.readahead.it.data.TpchData;
import dev.readahead.it.link.LinkProfile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures two queries on three layouts of lineitem by every reader and prints a Markdown table. Arguments: the folder
 * for data, the scale, the number of rounds that count, and the file for the table.
 */
public final class Benchmark {
    private static final List<TableReader> READERS =
            List.of(TableReader.SPARK_CLASSIC, TableReader.SPARK_ANALYTICS, TableReader.READAHEAD, TableReader.LOCAL);

    private Benchmark() {}

    public static void main(String[] arguments) throws IOException {
        TpchData data = new TpchData(Path.of(arguments[0]), Double.parseDouble(arguments[1]), System.out::println);
        int rounds = Integer.parseInt(arguments[2]);
        for (LineItemLayout layout : LineItemLayout.values()) {
            data.lineItem(layout);
        }
        List<Comparison> comparisons = new ArrayList<>();
        try (Ground ground = new Ground(data, LinkProfile.objectStorage(), READERS)) {
            for (LineItemLayout layout : LineItemLayout.values()) {
                for (ScanQuery query : ScanQuery.values()) {
                    comparisons.add(Comparison.run(ground, query, layout, READERS, rounds, System.out::println));
                }
            }
        }
        String table = markdown(comparisons);
        System.out.println(table);
        Files.writeString(Path.of(arguments[3]), table);
    }

    private static String markdown(List<Comparison> comparisons) {
        StringBuilder table = new StringBuilder(
                "| lineitem | limit | hot local | S3A classic | S3A analytics | Readahead | wait factor"
                        + " | times classic | times analytics | requests: classic / analytics / Readahead |\n"
                        + "|---|---|---|---|---|---|---|---|---|---|\n");
        for (Comparison comparison : comparisons) {
            table.append(String.format(
                    Locale.ROOT,
                    "| %s, %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.1f | %.1f | %d / %d / %d |%n",
                    comparison.query().label(),
                    comparison.layout().folder(),
                    comparison.limitSeconds(),
                    comparison.median(TableReader.LOCAL).seconds(),
                    comparison.median(TableReader.SPARK_CLASSIC).seconds(),
                    comparison.median(TableReader.SPARK_ANALYTICS).seconds(),
                    comparison.median(TableReader.READAHEAD).seconds(),
                    comparison.waitFactor(TableReader.READAHEAD),
                    comparison.speedup(TableReader.READAHEAD, TableReader.SPARK_CLASSIC),
                    comparison.speedup(TableReader.READAHEAD, TableReader.SPARK_ANALYTICS),
                    comparison.median(TableReader.SPARK_CLASSIC).link().requests(),
                    comparison.median(TableReader.SPARK_ANALYTICS).link().requests(),
                    comparison.median(TableReader.READAHEAD).link().requests()));
        }
        return table.toString();
    }
}
