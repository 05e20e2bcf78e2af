package dev.readahead.csv;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

import static java.util.Objects.requireNonNull;

/**
 * How records and fields are told apart. Characters that mean something are ASCII, so that no byte of a longer UTF-8
 * character is taken for one.
 *
 * @param delimiter stands between fields; one character or more
 * @param quote begins a field that may hold delimiters, quotes and line ends, if it is the field's first character;
 *     empty if there is no such thing
 * @param escape before a quote, and before any other character, within a quoted field makes it a plain one; the quote
 *     itself if quotes are doubled; empty if quoted fields hold no quotes
 * @param comment begins a line that is no record, if it is the line's first character
 * @param lineSeparator ends a record; empty for any of line feed, carriage return, and both in this order
 * @param mostRecordBytes a longer record is an error, whatever else is forgiven: it bounds how far a quote that was
 *     never closed reaches
 */
public record CsvDialect(
        String delimiter,
        Optional<Character> quote,
        Optional<Character> escape,
        Optional<Character> comment,
        Optional<String> lineSeparator,
        int mostRecordBytes) {
    public static final int DEFAULT_MOST_RECORD_BYTES = 4 << 20;

    /** Commas and doubled quotes, as RFC 4180 has them, with any line ends. */
    public static final CsvDialect RFC_4180 = new CsvDialect(
            ",", Optional.of('"'), Optional.of('"'), Optional.empty(), Optional.empty(), DEFAULT_MOST_RECORD_BYTES);

    public CsvDialect {
        requireNonNull(delimiter, "delimiter");
        requireAscii("delimiter", delimiter);
        lineSeparator.ifPresent(separator -> requireAscii("line separator", separator));
        quote.ifPresent(character -> requireAscii("quote", String.valueOf(character)));
        escape.ifPresent(character -> requireAscii("escape", String.valueOf(character)));
        comment.ifPresent(character -> requireAscii("comment", String.valueOf(character)));
        if (escape.isPresent() && quote.isEmpty()) {
            throw new IllegalArgumentException("an escape means something within quotes alone, and there is no quote");
        }
        quote.ifPresent(character -> requireNotIn(delimiter, lineSeparator, "quote", character));
        comment.ifPresent(character -> requireNotIn(delimiter, lineSeparator, "comment", character));
        if (quote.isPresent() && quote.equals(comment)) {
            throw new IllegalArgumentException("quote and comment are the same character: " + quote.get());
        }
        boolean endsLines = lineSeparator.isEmpty()
                ? delimiter.indexOf('\n') >= 0 || delimiter.indexOf('\r') >= 0
                : delimiter.contains(lineSeparator.get()) || lineSeparator.get().contains(delimiter);
        if (endsLines) {
            throw new IllegalArgumentException("the delimiter and the end of a line cannot be told apart");
        }
        if (mostRecordBytes < 1) {
            throw new IllegalArgumentException("records must be allowed a length of at least 1: " + mostRecordBytes);
        }
    }

    private static void requireAscii(String what, String characters) {
        if (characters.isEmpty() || !characters.chars().allMatch(c -> c < 128)) {
            throw new IllegalArgumentException(
                    "the " + what + " must be one or more ASCII characters, not '" + characters + "'");
        }
    }

    private static void requireNotIn(String delimiter, Optional<String> lineSeparator, String what, char character) {
        String ends = lineSeparator.orElse("\r\n");
        if (delimiter.indexOf(character) >= 0 || ends.indexOf(character) >= 0) {
            throw new IllegalArgumentException(
                    "the " + what + " cannot be part of the delimiter or of the end of a line: '" + character + "'");
        }
    }

    byte[] delimiterBytes() {
        return delimiter.getBytes(StandardCharsets.US_ASCII);
    }

    boolean isDoubled() {
        return quote.isPresent() && quote.equals(escape);
    }
}
