package dev.readahead.it.bench;

import dev.readahead.it.link.LinkProfile;

import java.util.List;
import java.util.Locale;

/** A page that stands alone: for each query a picture of the bytes over time, and the numbers. */
final class DemoPage {
    private static final String STYLE =
            "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
                    + "color:#1b1f24;background:#fff}table{border-collapse:collapse;margin:1rem 0}"
                    + "td,th{padding:.3rem .9rem;text-align:right;border-bottom:1px solid #d0d7de}"
                    + "td:first-child,th:first-child{text-align:left}svg{width:100%;height:auto}"
                    + ".number{font-variant-numeric:tabular-nums}p.note{color:#57606a;font-size:.9rem}";

    private DemoPage() {}

    static String html(List<Comparison> comparisons, LinkProfile link) {
        StringBuilder page = new StringBuilder("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                        + "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
                        + "<title>Readahead: the same query, waiting and not waiting</title><style>")
                .append(STYLE)
                .append("</style></head><body><h1>The same query, waiting and not waiting</h1>");
        page.append(String.format(
                Locale.ROOT,
                "<p>TPC-H lineitem in Parquet, read by Spark over a simulated link to object storage: first byte after"
                        + " %d ms, %.0f MB/s on one connection, %.0f MB/s in all. The readers took turns; the picture"
                        + " shows the median run of each.</p>",
                link.firstByte().toMillis(),
                link.connectionRate() / 1e6,
                link.linkRate() / 1e6));
        for (Comparison comparison : comparisons) {
            page.append(section(comparison, link));
        }
        return page.append(
                        "<p class=\"note\">Wait factor: time over the link, divided by the least possible time. That is"
                                + " the longer of moving the needed bytes at the full rate of the link and running the query on a"
                                + " hot local disk, plus three waits for a first byte.</p></body></html>\n")
                .toString();
    }

    private static String section(Comparison comparison, LinkProfile link) {
        StringBuilder section = new StringBuilder(String.format(
                Locale.ROOT,
                "<h2>%s: %.1f times as fast</h2>",
                comparison.query().label(),
                comparison.speedup(TableReader.READAHEAD, TableReader.SPARK)));
        section.append(ThroughputPicture.svg(
                List.of(
                        new ThroughputPicture.Series(
                                TableReader.SPARK.label(), "#8c959f", comparison.median(TableReader.SPARK)),
                        new ThroughputPicture.Series(
                                TableReader.READAHEAD.label(), "#1a7f37", comparison.median(TableReader.READAHEAD))),
                link.linkRate()));
        section.append("<table class=\"number\"><tr><th></th><th>seconds</th><th>MB/s</th><th>requests</th>"
                + "<th>wait factor</th></tr>");
        for (TableReader reader : List.of(TableReader.SPARK, TableReader.READAHEAD)) {
            section.append(String.format(
                    Locale.ROOT,
                    "<tr><td>%s</td><td>%.2f</td><td>%.1f</td><td>%d</td><td>%.2f</td></tr>",
                    reader.label(),
                    comparison.median(reader).seconds(),
                    comparison.megabytesPerSecond(reader),
                    comparison.median(reader).link().requests(),
                    comparison.waitFactor(reader)));
        }
        return section.append(String.format(
                        Locale.ROOT,
                        "<tr><td>%s</td><td>%.2f</td><td></td><td></td><td></td></tr>"
                                + "<tr><td>Least possible</td><td>%.2f</td><td></td><td></td><td>1.00</td></tr></table>",
                        TableReader.LOCAL.label(),
                        comparison.median(TableReader.LOCAL).seconds(),
                        comparison.limitSeconds()))
                .toString();
    }
}
