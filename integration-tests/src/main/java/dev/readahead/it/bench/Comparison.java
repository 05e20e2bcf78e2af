package dev.readahead.it.bench;

import dev.readahead.it.data.LineItemLayout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The runs of one query on one layout.
 *
 * @param runs of every reader, in the order in which they took turns
 * @param limitSeconds see {@link Ground#limitSeconds}
 */
record Comparison(
        ScanQuery query, LineItemLayout layout, Map<TableReader, List<Measurement>> runs, double limitSeconds) {

    /**
     * Lets the readers take turns: the first round warms up and does not count.
     *
     * @param readers one of them {@link TableReader#LOCAL}
     * @param progress is told a line of text after each run
     * @throws IllegalStateException if two readers give different answers
     */
    static Comparison run(
            Ground ground,
            ScanQuery query,
            LineItemLayout layout,
            List<TableReader> readers,
            int rounds,
            Consumer<String> progress)
            throws IOException {
        Map<TableReader, List<Measurement>> runs = new LinkedHashMap<>();
        String answer = null;
        for (int round = 0; round <= rounds; round++) {
            for (TableReader reader : readers) {
                Measurement run = ground.measure(reader, query, layout);
                if (answer == null) {
                    answer = run.answer();
                } else if (!answer.equals(run.answer())) {
                    throw new IllegalStateException(String.format(
                            "%s on %s: %s answers %s, %s answers %s",
                            query.label(),
                            layout.folder(),
                            readers.get(0).label(),
                            answer,
                            reader.label(),
                            run.answer()));
                }
                progress.accept(String.format(
                        "%s, %s, %s: %s %.2f s",
                        query.label(),
                        layout.folder(),
                        round == 0 ? "warm-up" : "round " + round + " of " + rounds,
                        reader.label(),
                        run.seconds()));
                if (round > 0) {
                    runs.computeIfAbsent(reader, any -> new ArrayList<>()).add(run);
                }
            }
        }
        double local = Measurement.median(runs.get(TableReader.LOCAL)).seconds();
        return new Comparison(query, layout, runs, ground.limitSeconds(query, layout, local));
    }

    Measurement median(TableReader reader) {
        return Measurement.median(runs.get(reader));
    }

    /** How many times the least possible time a reader needs. */
    double waitFactor(TableReader reader) {
        return median(reader).seconds() / limitSeconds;
    }

    /** How many times as fast as another reader: the median of the ratios of runs of the same round. */
    double speedup(TableReader reader, TableReader peer) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < runs.get(reader).size(); round++) {
            ratios.add(runs.get(peer).get(round).seconds()
                    / runs.get(reader).get(round).seconds());
        }
        ratios.sort(null);
        return ratios.get(ratios.size() / 2);
    }

    /** Content sent over the link in the median run, in MB/s. */
    double megabytesPerSecond(TableReader reader) {
        Measurement median = median(reader);
        return median.link().bytes() / median.seconds() / 1e6;
    }
}
