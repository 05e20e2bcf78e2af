package dev.readahead.csv;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * Tries every likely dialect on the first text of a file and takes the one by which most records have the same number
 * of fields. In doubt the one that comes first: what was given, then the most usual.
 */
final class DialectDetector {
    private static final List<String> DELIMITERS = List.of(",", "\t", ";", "||", "|", "^", "~", "\u0001", "\u001f");
    private static final List<Character> QUOTES = List.of('"', '\'');
    private static final char BACKSLASH = '\\';
    private static final char COMMENT = '#';

    /** So much text tells a dialect. */
    private static final int MOST_BYTES = 128 << 10;

    /** Where fewer records are alike, their delimiter is none. */
    private static final double LEAST_REGULAR = 0.6;

    /** Dialects whose scores differ by less are told apart by their order. */
    private static final double NO_DIFFERENCE = 1e-6;

    private final CsvDialect given;
    private final Set<CsvProperty> fixed;
    private final byte[] text;
    private final int to;
    private final boolean last;

    DialectDetector(CsvDialect given, Set<CsvProperty> fixed, Sample sample) {
        this.given = given;
        this.fixed = fixed;
        this.text = sample.text();
        this.to = Math.min(text.length, MOST_BYTES);
        this.last = sample.whole() && to == text.length;
    }

    DialectFit detect() {
        if (!fixed.contains(CsvProperty.COMMENT) && given.comment().isEmpty() && hasCommentLine()) {
            DialectFit best = best(Optional.of(COMMENT));
            if (best.fields() > 1 && !commentsLookLikeRecords(best)) {
                return best;
            }
        }
        return best(given.comment());
    }

    private boolean hasCommentLine() {
        for (int i = 0; i < to; i++) {
            if (text[i] == COMMENT && (i == 0 || text[i - 1] == '\n' || text[i - 1] == '\r')) {
                return true;
            }
        }
        return false;
    }

    /** A header may begin with this character too, and so may the first field of a row. */
    private boolean commentsLookLikeRecords(DialectFit fit) {
        CsvDialect dialect = fit.dialect();
        RecordTokenizer tokenizer =
                new RecordTokenizer(dialect(dialect.delimiter(), dialect.quote(), dialect.escape(), Optional.empty()));
        for (int at = 0; at < to; ) {
            int next = tokenizer.parse(text, at, to, last);
            if (next == RecordTokenizer.NEEDS_MORE) {
                return false;
            }
            if (text[at] == COMMENT && tokenizer.fields() == fit.fields()) {
                return true;
            }
            at = next;
        }
        return false;
    }

    private DialectFit best(Optional<Character> comment) {
        DialectFit best = fit(dialect(given.delimiter(), given.quote(), given.escape(), comment));
        for (CsvDialect dialect : candidates(comment)) {
            DialectFit fit = fit(dialect);
            // What quotes nothing here is no quote, however well the rest fits.
            boolean quotes = fit.quoted() > 0
                    || dialect.quote().isEmpty()
                    || dialect.quote().equals(given.quote());
            if (quotes && fit.regularShare() >= LEAST_REGULAR && fit.score() > best.score() + NO_DIFFERENCE) {
                best = fit;
            }
        }
        return best;
    }

    private DialectFit fit(CsvDialect dialect) {
        return DialectFit.of(dialect, text, to, last);
    }

    private CsvDialect dialect(
            String delimiter, Optional<Character> quote, Optional<Character> escape, Optional<Character> comment) {
        return new CsvDialect(delimiter, quote, escape, comment, given.lineSeparator(), given.mostRecordBytes());
    }

    private List<CsvDialect> candidates(Optional<Character> comment) {
        List<CsvDialect> candidates = new ArrayList<>();
        for (String delimiter : delimiters()) {
            for (Optional<Character> quote : quotes()) {
                for (Optional<Character> escape : escapes(quote)) {
                    try {
                        candidates.add(dialect(delimiter, quote, escape, comment));
                    } catch (IllegalArgumentException contradictory) {
                        // What was given rules this one out.
                        continue;
                    }
                }
            }
        }
        return candidates;
    }

    private Set<String> delimiters() {
        Set<String> delimiters = new LinkedHashSet<>(List.of(given.delimiter()));
        if (!fixed.contains(CsvProperty.DELIMITER)) {
            DELIMITERS.stream().filter(delimiter -> holds(delimiter.charAt(0))).forEach(delimiters::add);
        }
        return delimiters;
    }

    private Set<Optional<Character>> quotes() {
        Set<Optional<Character>> quotes = new LinkedHashSet<>(List.of(given.quote()));
        if (!fixed.contains(CsvProperty.QUOTE)) {
            QUOTES.stream().filter(this::holds).map(Optional::of).forEach(quotes::add);
            quotes.add(Optional.empty());
        }
        return quotes;
    }

    private Set<Optional<Character>> escapes(Optional<Character> quote) {
        if (fixed.contains(CsvProperty.ESCAPE)) {
            return Set.of(given.escape());
        }
        if (quote.isEmpty()) {
            return Set.of(Optional.empty());
        }
        Set<Optional<Character>> escapes = new LinkedHashSet<>();
        if (quote.equals(given.quote())) {
            escapes.add(given.escape());
        }
        escapes.add(quote);
        if (holds(BACKSLASH)) {
            escapes.add(Optional.of(BACKSLASH));
        }
        return escapes;
    }

    private boolean holds(char character) {
        byte value = String.valueOf(character).getBytes(US_ASCII)[0];
        for (int i = 0; i < to; i++) {
            if (text[i] == value) {
                return true;
            }
        }
        return false;
    }
}
