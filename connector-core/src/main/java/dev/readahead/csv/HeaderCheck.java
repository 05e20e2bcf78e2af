package dev.readahead.csv;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Holds the header of a file against the names that its columns must have. Used by the engine's thread alone. */
final class HeaderCheck {
    private final CsvOptions options;
    private final List<String> names;
    private final RecordTokenizer tokenizer;

    /** @param names of all fields, as {@link ColumnNames} makes them; upper and lower case are the same */
    HeaderCheck(CsvOptions options, List<String> names) {
        this.options = options;
        this.names = names;
        this.tokenizer = new RecordTokenizer(
                options.dialect(), IntStream.range(0, names.size()).toArray());
    }

    /** What is wrong with the complete record at the window's place; empty if nothing is. */
    Optional<String> difference(RecordWindow window) {
        tokenizer.parse(window.bytes, window.at, window.to, window.last);
        if (tokenizer.fields() != names.size()) {
            return Optional.of("names " + tokenizer.fields() + " columns, not " + names.size());
        }
        List<Optional<String>> header = new ArrayList<>();
        for (int n = 0; n < names.size(); n++) {
            header.add(Optional.of(text(window.bytes, n)));
        }
        List<String> found = ColumnNames.of(header);
        for (int n = 0; n < names.size(); n++) {
            if (!found.get(n).equalsIgnoreCase(names.get(n))) {
                return Optional.of("names column " + (n + 1) + " " + Findings.shown(found.get(n)) + ", not "
                        + Findings.shown(names.get(n)));
            }
        }
        return Optional.empty();
    }

    private String text(byte[] bytes, int n) {
        int length = tokenizer.end(n) - tokenizer.start(n);
        if (tokenizer.isEscaped(n)) {
            byte[] plain = new byte[length];
            return new String(plain, 0, tokenizer.unescape(bytes, n, plain), StandardCharsets.UTF_8);
        }
        String text = new String(bytes, tokenizer.start(n), length, StandardCharsets.UTF_8);
        if (tokenizer.isQuoted(n)) {
            return text;
        }
        String ended = options.trimTrailing() ? text.stripTrailing() : text;
        return options.trimLeading() ? ended.stripLeading() : ended;
    }
}
