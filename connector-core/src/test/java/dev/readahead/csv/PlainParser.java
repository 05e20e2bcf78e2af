package dev.readahead.csv;

import java.util.ArrayList;
import java.util.List;

/**
 * The rules of a dialect, one character after the other and as plainly as they can be written: what the fast parser is
 * compared with.
 */
final class PlainParser {
    /** @param value without quotes and escapes, or all of the text if it is malformed */
    record Field(String value, boolean quoted) {}

    /** @param fields none for an empty line or a comment */
    record Line(int start, List<Field> fields, boolean malformed) {}

    private final CsvDialect dialect;
    private final String text;
    private int at;

    private PlainParser(CsvDialect dialect, String text) {
        this.dialect = dialect;
        this.text = text;
    }

    static List<Line> parse(CsvDialect dialect, String text) {
        PlainParser parser = new PlainParser(dialect, text);
        List<Line> lines = new ArrayList<>();
        while (parser.at < text.length()) {
            lines.add(parser.line());
        }
        return lines;
    }

    private Line line() {
        int start = at;
        if (is(dialect.comment())) {
            while (at < text.length() && !skipsLineEnd()) {
                at++;
            }
            return new Line(start, List.of(), false);
        }
        if (skipsLineEnd()) {
            return new Line(start, List.of(), false);
        }
        List<Field> fields = new ArrayList<>();
        boolean malformed = false;
        while (true) {
            int fieldStart = at;
            StringBuilder value = new StringBuilder();
            boolean quoted = is(dialect.quote());
            if (quoted && !skipsQuoted(value)) {
                malformed = true;
                quoted = false;
            }
            int behindQuotes = at;
            while (at < text.length() && !text.startsWith(dialect.delimiter(), at) && !isLineEnd()) {
                at++;
            }
            if (quoted && at > behindQuotes) {
                malformed = true;
                quoted = false;
            }
            fields.add(new Field(quoted ? value.toString() : text.substring(fieldStart, at), quoted));
            if (at == text.length() || skipsLineEnd()) {
                return new Line(start, fields, malformed);
            }
            at += dialect.delimiter().length();
        }
    }

    /** From the opening quote to behind the closing one. False if there is none. */
    private boolean skipsQuoted(StringBuilder value) {
        at++;
        while (at < text.length()) {
            boolean more = at + 1 < text.length();
            if (dialect.isDoubled()
                    && is(dialect.quote())
                    && more
                    && text.charAt(at + 1) == dialect.quote().get()) {
                value.append(text.charAt(at));
                at += 2;
            } else if (!dialect.isDoubled() && is(dialect.escape())) {
                if (more) {
                    char escaped = text.charAt(at + 1);
                    boolean means = escaped == dialect.quote().get()
                            || escaped == dialect.escape().get();
                    value.append(means ? "" : text.substring(at, at + 1)).append(escaped);
                }
                at = Math.min(text.length(), at + 2);
            } else if (is(dialect.quote())) {
                at++;
                return true;
            } else {
                value.append(text.charAt(at++));
            }
        }
        return false;
    }

    private boolean is(java.util.Optional<Character> character) {
        return character.isPresent() && at < text.length() && text.charAt(at) == character.get();
    }

    private boolean isLineEnd() {
        return dialect.lineSeparator()
                .map(separator -> text.startsWith(separator, at))
                .orElse(at < text.length() && (text.charAt(at) == '\n' || text.charAt(at) == '\r'));
    }

    private boolean skipsLineEnd() {
        if (at == text.length() || !isLineEnd()) {
            return false;
        }
        if (dialect.lineSeparator().isPresent()) {
            at += dialect.lineSeparator().get().length();
        } else {
            at += text.startsWith("\r\n", at) ? 2 : 1;
        }
        return true;
    }
}
