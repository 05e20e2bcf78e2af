package dev.readahead.it.bench;

import dev.readahead.it.link.LinkCounters;

import java.util.Comparator;
import java.util.List;

/**
 * One run of a query by one reader.
 *
 * @param seconds from asking Spark for the table to the answer
 * @param link what the link served in this time
 * @param timeline bytes in each 50 ms since the start
 * @param answer what the query gave
 */
record Measurement(double seconds, LinkCounters link, long[] timeline, String answer) {

    /** The run in the middle: of an even number the slower of the two. */
    static Measurement median(List<Measurement> runs) {
        List<Measurement> sorted = runs.stream()
                .sorted(Comparator.comparingDouble(Measurement::seconds))
                .toList();
        return sorted.get(sorted.size() / 2);
    }
}
