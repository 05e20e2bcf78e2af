package dev.readahead.it.link;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * What a link has served since it was started or reset.
 *
 * @param gets objects or ranges of them, without the next
 * @param tailGets requests for the last bytes of an object
 * @param heads requests for length and version
 * @param lists requests for pages of a listing
 * @param others requests of any other kind
 * @param faults requests that met a fault
 * @param bytes of content sent
 * @param connections accepted
 * @param inFlightPeak most requests under way at once
 * @param cpuNanos CPU time of the whole process that serves, not reset
 */
public record LinkCounters(
        long gets,
        long tailGets,
        long heads,
        long lists,
        long others,
        long faults,
        long bytes,
        long connections,
        long inFlightPeak,
        long cpuNanos) {

    /** All requests. */
    public long requests() {
        return gets + tailGets + heads + lists + others;
    }

    String toText() {
        return "gets=" + gets + "\ntailGets=" + tailGets + "\nheads=" + heads + "\nlists=" + lists + "\nothers="
                + others + "\nfaults=" + faults + "\nbytes=" + bytes + "\nconnections=" + connections
                + "\ninFlightPeak=" + inFlightPeak + "\ncpuNanos=" + cpuNanos + "\n";
    }

    static LinkCounters parse(String text) {
        Properties values = new Properties();
        try {
            values.load(new StringReader(text));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return new LinkCounters(
                number(values, "gets"),
                number(values, "tailGets"),
                number(values, "heads"),
                number(values, "lists"),
                number(values, "others"),
                number(values, "faults"),
                number(values, "bytes"),
                number(values, "connections"),
                number(values, "inFlightPeak"),
                number(values, "cpuNanos"));
    }

    private static long number(Properties values, String name) {
        return Long.parseLong(values.getProperty(name));
    }
}
