package dev.readahead.it.bench;

import java.util.List;
import java.util.Locale;

/** Bytes over time as an SVG: one filled step curve for each reader, and the rate of the link. */
final class ThroughputPicture {
    private static final double WIDTH = 900;
    private static final double HEIGHT = 300;
    private static final double LEFT = 60;
    private static final double RIGHT = 20;
    private static final double TOP = 40;
    private static final double BOTTOM = 40;
    private static final double BUCKETS_PER_SECOND = 20;
    private static final double HEADROOM = 1.15;

    /**
     * One curve.
     *
     * @param label for the legend
     * @param color in CSS
     * @param run whose bytes are shown
     */
    record Series(String label, String color, Measurement run) {}

    private ThroughputPicture() {}

    static String svg(List<Series> series, long linkRate) {
        double seconds =
                series.stream().mapToDouble(one -> one.run().seconds()).max().orElse(1);
        double highest = HEADROOM * linkRate;
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" font-family=\"system-ui,sans-serif\" font-size=\"13\">"
                        + "<title>Throughput over time</title>",
                WIDTH,
                HEIGHT));
        axes(svg, seconds, highest);
        for (Series one : series) {
            curve(svg, one, seconds, highest);
        }
        line(svg, LEFT, y(linkRate, highest), WIDTH - RIGHT, y(linkRate, highest), "#cf222e", "6 4");
        double x = LEFT;
        for (Series one : series) {
            svg.append(String.format(
                    Locale.ROOT, "<rect x=\"%.0f\" y=\"10\" width=\"14\" height=\"14\" fill=\"%s\"/>", x, one.color()));
            text(
                    svg,
                    x + 20,
                    22,
                    "start",
                    String.format(
                            Locale.ROOT, "%s, %.2f s", one.label(), one.run().seconds()));
            x += 260;
        }
        text(svg, x, 22, "start", "dashed: rate of the link");
        return svg.append("</svg>").toString();
    }

    private static void axes(StringBuilder svg, double seconds, double highest) {
        for (double rate = 0; rate <= highest; rate += 25e6) {
            line(svg, LEFT, y(rate, highest), WIDTH - RIGHT, y(rate, highest), "#d0d7de", "none");
            text(svg, LEFT - 8, y(rate, highest) + 4, "end", String.format(Locale.ROOT, "%.0f", rate / 1e6));
        }
        text(svg, LEFT - 8, TOP - 6, "end", "MB/s");
        double step = seconds > 8 ? 2 : seconds > 3 ? 1 : 0.5;
        for (double time = 0; time <= seconds; time += step) {
            text(svg, x(time, seconds), HEIGHT - BOTTOM + 18, "middle", String.format(Locale.ROOT, "%.1f s", time));
        }
    }

    private static void curve(StringBuilder svg, Series series, double seconds, double highest) {
        StringBuilder path = new StringBuilder(String.format(Locale.ROOT, "M%.1f %.1f", x(0, seconds), y(0, highest)));
        long[] timeline = series.run().timeline();
        for (int bucket = 0; bucket < timeline.length; bucket++) {
            double rate = Math.min(timeline[bucket] * BUCKETS_PER_SECOND, highest);
            path.append(String.format(
                    Locale.ROOT,
                    "V%.1fH%.1f",
                    y(rate, highest),
                    x(Math.min((bucket + 1) / BUCKETS_PER_SECOND, seconds), seconds)));
        }
        path.append(String.format(Locale.ROOT, "V%.1fZ", y(0, highest)));
        svg.append(String.format(
                "<path d=\"%s\" fill=\"%s\" fill-opacity=\"0.45\" stroke=\"%s\"/>",
                path, series.color(), series.color()));
        double end = x(series.run().seconds(), seconds);
        line(svg, end, TOP, end, HEIGHT - BOTTOM, series.color(), "2 3");
    }

    private static double x(double time, double seconds) {
        return LEFT + time / seconds * (WIDTH - LEFT - RIGHT);
    }

    private static double y(double rate, double highest) {
        return HEIGHT - BOTTOM - rate / highest * (HEIGHT - TOP - BOTTOM);
    }

    private static void line(
            StringBuilder svg, double x1, double y1, double x2, double y2, String color, String dashes) {
        svg.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-dasharray=\"%s\"/>",
                x1,
                y1,
                x2,
                y2,
                color,
                dashes));
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"#57606a\">%s</text>",
                x,
                y,
                anchor,
                text));
    }
}
