package dev.readahead.it.spark;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a reader says of a file: its schema and its rows, or that it refuses it. */
record Answers(List<String> lines, boolean refused) {
    private static final int SHOWN = 300;

    static Answers of(SparkSession spark, String format, String location) {
        try {
            return of(spark.read().format(format).load(location));
        } catch (Exception refusal) {
            return new Answers(List.of(refusal.toString()), true);
        }
    }

    /** The rows in an order of their own. */
    static Answers of(Dataset<Row> table) {
        List<String> lines = new ArrayList<>(List.of(table.schema().sql()));
        table.toJSON().collectAsList().stream().sorted().forEach(lines::add);
        return new Answers(lines, false);
    }

    /** Where another answer differs, if it does; two refusals are the same. */
    Optional<String> difference(Answers other) {
        if (refused && other.refused || equals(other)) {
            return Optional.empty();
        }
        int line = 0;
        while (line < lines.size() - 1
                && line < other.lines.size() - 1
                && lines.get(line).equals(other.lines.get(line))) {
            line++;
        }
        return Optional.of(lines.size() - 1 + " rows and " + (other.lines.size() - 1) + ", line " + line + ": "
                + shown(lines.get(line)) + " <> " + shown(other.lines.get(line)));
    }

    String summary() {
        return (refused ? "refused: " : lines.size() - 1 + " rows of ") + shown(lines.get(0));
    }

    private static String shown(String line) {
        return line.substring(0, Math.min(SHOWN, line.length()));
    }
}
