package dev.readahead.csv;

import dev.readahead.csv.CsvType.Kind;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Takes the values of one column in place of a parser and keeps the types that all of them have: the same parsers that
 * a scan would read them with say so. Texts that often stand for null are kept apart.
 */
final class ColumnInference implements FieldParser {
    /** What writers of files put where there is no value, the least ambiguous first. */
    static final List<String> NULLS =
            List.of("\\N", "NULL", "null", "Null", "NA", "N/A", "n/a", "#N/A", "None", "nil", "-", "?");

    /** The narrowest first: every value of a type is one of all text, but the order decides where several are left. */
    private static final List<CsvType> TYPES = List.of(
            CsvType.of(Kind.BOOLEAN),
            CsvType.of(Kind.BIGINT),
            CsvType.decimal(CsvType.MOST_PRECISION, 0),
            CsvType.of(Kind.DOUBLE),
            CsvType.of(Kind.DATE),
            CsvType.of(Kind.TIMESTAMP),
            CsvType.of(Kind.TIMESTAMP_WITH_TIME_ZONE));

    private static final int MOST_SHOWN_BYTES = 40;

    private record Candidate(CsvType type, FieldParser parser) {}

    private final List<Candidate> candidates = new ArrayList<>();
    private final Set<String> nulls = new TreeSet<>();
    private final ColumnWriter nowhere = new NoValues();
    private long values;
    private String whyText = "";

    ColumnInference(CsvOptions options) {
        for (CsvType type : TYPES) {
            candidates.add(new Candidate(type, FieldParsers.of(type, options)));
        }
    }

    @Override
    public boolean parse(byte[] bytes, int from, int to, ColumnWriter writer, int row) {
        Optional<String> standsForNull = standsForNull(bytes, from, to);
        if (standsForNull.isPresent()) {
            nulls.add(standsForNull.get());
            return true;
        }
        values++;
        if (!candidates.isEmpty()) {
            CsvType before = candidates.get(0).type;
            candidates.removeIf(candidate -> !isValue(candidate, bytes, from, to));
            if (candidates.isEmpty()) {
                whyText = exclusion(before, bytes, from, to);
            }
        }
        return true;
    }

    private boolean isValue(Candidate candidate, byte[] bytes, int from, int to) {
        return switch (candidate.type.kind()) {
            case BIGINT, DOUBLE ->
                !hasLeadingZero(bytes, from, to) && candidate.parser.parse(bytes, from, to, nowhere, 0);
            case DECIMAL ->
                isInteger(bytes, from, to)
                        && !hasLeadingZero(bytes, from, to)
                        && candidate.parser.parse(bytes, from, to, nowhere, 0);
            default -> candidate.parser.parse(bytes, from, to, nowhere, 0);
        };
    }

    private static boolean isInteger(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!isDigit(bytes[i]) && (i > from || bytes[i] != '-' && bytes[i] != '+')) {
                return false;
            }
        }
        return true;
    }

    /** Post codes and the like: numbers lose their zeros. */
    private static boolean hasLeadingZero(byte[] bytes, int from, int to) {
        int at = from < to && (bytes[from] == '-' || bytes[from] == '+') ? from + 1 : from;
        return at + 1 < to && bytes[at] == '0' && isDigit(bytes[at + 1]);
    }

    private static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }

    private String exclusion(CsvType before, byte[] bytes, int from, int to) {
        int shown = Math.min(to - from, MOST_SHOWN_BYTES);
        String text = Findings.shown(
                new String(bytes, from, shown, StandardCharsets.UTF_8) + (shown < to - from ? "..." : ""));
        if (isInteger(bytes, from, to) && hasLeadingZero(bytes, from, to)) {
            return text + " would lose its leading zeros as a number";
        }
        return values == 1 ? text + " is text" : text + " is no " + before + " as values before it are";
    }

    private static Optional<String> standsForNull(byte[] bytes, int from, int to) {
        for (String text : NULLS) {
            if (to - from == text.length()
                    && Arrays.equals(text.getBytes(StandardCharsets.US_ASCII), 0, text.length(), bytes, from, to)) {
                return Optional.of(text);
            }
        }
        return Optional.empty();
    }

    /** The type if all of its texts that may stand for null are values. */
    CsvType type() {
        return nulls.isEmpty() ? typeWithoutNulls() : CsvType.of(Kind.VARCHAR);
    }

    /** The type if they are null. Text where there are no values. */
    CsvType typeWithoutNulls() {
        return values == 0 || candidates.isEmpty() ? CsvType.of(Kind.VARCHAR) : candidates.get(0).type;
    }

    /** The texts that may stand for null and were seen. */
    Set<String> nulls() {
        return nulls;
    }

    /** Whether there are values that tell the type. */
    boolean tells() {
        return values > 0;
    }

    /** Why the type is what it is. */
    String reason() {
        if (!nulls.isEmpty()) {
            return "there are texts like " + Findings.shown(nulls.iterator().next());
        }
        if (values == 0) {
            return "the sample has no values of it";
        }
        if (candidates.isEmpty()) {
            return whyText;
        }
        return values == 1 ? "its only value is one" : "all of its " + values + " values are such";
    }

    /** Whether a field would be a value of the column's type, were its nulls null. */
    boolean accepts(byte[] bytes, int from, int to) {
        return candidates.isEmpty() || isValue(candidates.get(0), bytes, from, to);
    }
}
