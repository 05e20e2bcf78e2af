package dev.readahead.csv;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How well a dialect fits a text.
 *
 * @param records how many there are, complete ones
 * @param fields how many fields most of them have
 * @param regular how many of them have just as many
 * @param malformed how many of them have text behind a closing quote, or a quote that is never closed
 * @param quoted how many fields stand in quotes
 * @param escaped how many of these hold escapes
 * @param clean which share of the fields holds nothing that could separate or quote fields, but for quoted ones
 */
record DialectFit(
        CsvDialect dialect,
        int records,
        int fields,
        int regular,
        int malformed,
        int quoted,
        int escaped,
        double clean) {
    private static final int MOST_FIELDS = 512;
    private static final String SUSPECT = ",;\t|\"";

    /** @param last whether the text ends with its last byte */
    static DialectFit of(CsvDialect dialect, byte[] text, int to, boolean last) {
        RecordTokenizer tokenizer =
                new RecordTokenizer(dialect, IntStream.range(0, MOST_FIELDS).toArray());
        Map<Integer, Integer> recordsByFields = new HashMap<>();
        int malformed = 0;
        int quoted = 0;
        int escaped = 0;
        long clean = 0;
        long all = 0;
        for (int at = 0; at < to; ) {
            int next = tokenizer.parse(text, at, to, last);
            if (next == RecordTokenizer.NEEDS_MORE) {
                break;
            }
            at = next;
            if (tokenizer.fields() == 0) {
                continue;
            }
            recordsByFields.merge(tokenizer.fields(), 1, Integer::sum);
            malformed += tokenizer.isMalformed() ? 1 : 0;
            for (int n = 0; n < tokenizer.found(); n++) {
                quoted += tokenizer.isQuoted(n) ? 1 : 0;
                escaped += tokenizer.isEscaped(n) ? 1 : 0;
                clean += tokenizer.isQuoted(n) || isClean(text, tokenizer.start(n), tokenizer.end(n)) ? 1 : 0;
                all++;
            }
        }
        int records = recordsByFields.values().stream().mapToInt(n -> n).sum();
        int fields = recordsByFields.entrySet().stream()
                .max(Map.Entry.<Integer, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(0);
        return new DialectFit(
                dialect,
                records,
                fields,
                recordsByFields.getOrDefault(fields, 0),
                malformed,
                quoted,
                escaped,
                all == 0 ? 1 : (double) clean / all);
    }

    /** A number with a comma or a point is clean whatever the delimiter is; what begins with a quote is not. */
    private static boolean isClean(byte[] text, int from, int to) {
        if (from < to && text[from] == '\'') {
            return false;
        }
        boolean number = true;
        boolean suspect = false;
        for (int i = from; i < to; i++) {
            int value = text[i];
            number &= value >= '0' && value <= '9' || value == '.' || value == ',' || value == '-' || value == '+';
            suspect |= value >= 0 && SUSPECT.indexOf(value) >= 0;
        }
        boolean inApostrophes = to - from > 1 && text[from] == '\'' && text[to - 1] == '\'';
        return number || !suspect && !inApostrophes;
    }

    /** Between 0 and 1. A dialect that separates nothing fits nothing. */
    double score() {
        if (records == 0 || fields < 2) {
            return 0;
        }
        double wellFormed = 1 - (double) malformed / records;
        return regularShare() * wellFormed * wellFormed * clean * (fields - 1) / fields;
    }

    double regularShare() {
        return records == 0 ? 0 : (double) regular / records;
    }

    String shape() {
        return regular + " of " + records + " records have " + fields + (fields == 1 ? " field" : " fields");
    }
}
