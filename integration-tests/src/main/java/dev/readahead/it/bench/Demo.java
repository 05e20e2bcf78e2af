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
 * Shows in three minutes what reading ahead is worth: Spark's own reader and this one take turns over the same
 * simulated link. Prints a table and writes a page with the picture of both. Arguments: the folder for data, the scale,
 * the number of rounds that count, and the file for the page.
 */
public final class Demo {
    private static final List<TableReader> READERS =
            List.of(TableReader.SPARK, TableReader.READAHEAD, TableReader.LOCAL);

    private Demo() {}

    public static void main(String[] arguments) throws IOException {
        TpchData data = new TpchData(Path.of(arguments[0]), Double.parseDouble(arguments[1]), System.out::println);
        int rounds = Integer.parseInt(arguments[2]);
        Path page = Path.of(arguments[3]);
        data.lineItem(LineItemLayout.ROW_GROUPS);
        List<Comparison> comparisons = new ArrayList<>();
        try (Ground ground = new Ground(data, LinkProfile.objectStorage(), READERS)) {
            for (ScanQuery query : ScanQuery.values()) {
                comparisons.add(
                        Comparison.run(ground, query, LineItemLayout.ROW_GROUPS, READERS, rounds, System.out::println));
            }
            Files.writeString(page, DemoPage.html(comparisons, ground.profile()));
        }
        System.out.println();
        comparisons.forEach(comparison -> System.out.println(table(comparison)));
        System.out.println("The picture is in " + page.toAbsolutePath().toUri());
    }

    private static String table(Comparison comparison) {
        StringBuilder table = new StringBuilder(String.format(
                Locale.ROOT,
                "%s (nobody could be faster than %.2f s)%n%-24s %8s %8s %9s %12s%n",
                comparison.query().label(),
                comparison.limitSeconds(),
                "",
                "seconds",
                "MB/s",
                "requests",
                "wait factor"));
        for (TableReader reader : READERS) {
            Measurement median = comparison.median(reader);
            if (reader.bucket().isEmpty()) {
                table.append(String.format(Locale.ROOT, "%-24s %8.2f%n", reader.label(), median.seconds()));
            } else {
                table.append(String.format(
                        Locale.ROOT,
                        "%-24s %8.2f %8.1f %9d %12.2f%n",
                        reader.label(),
                        median.seconds(),
                        comparison.megabytesPerSecond(reader),
                        median.link().requests(),
                        comparison.waitFactor(reader)));
            }
        }
        return table.append(String.format(
                        Locale.ROOT,
                        "Readahead is %.1f times as fast.%n",
                        comparison.speedup(TableReader.READAHEAD, TableReader.SPARK)))
                .toString();
    }
}
