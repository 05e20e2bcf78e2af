package dev.readahead.csv;

import dev.readahead.storage.ObjectLocation;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Reads the records of a window into columns. Used by the engine's thread alone. */
final class RecordReader {
    /** Why reading stopped. */
    enum Outcome {
        /** The batch is full. */
        FULL,
        /** The record at hand does not end within the window. */
        NEEDS_MORE,
        /** The next record is behind the range, or there is none. */
        END,
    }

    private static final int UNKNOWN = -1;
    private static final int MOST_SHOWN_BYTES = 80;

    private final CsvOptions options;
    private final CsvProjection projection;
    private final RecordTokenizer tokenizer;
    private final int mostRecordBytes;
    private final int quote;
    private final byte[] nullValue;
    private final byte[] emptyValue;
    private final boolean counts;
    private final Optional<HeaderCheck> header;

    /** The columns in the order of the file, and which writer each has. */
    private final CsvColumn[] columns;

    private final int[] writerOf;
    private byte[] unescaped = new byte[256];

    private ObjectLocation location;
    private long toSkip;
    private long recordNumber;

    /** How many rows the last call read. */
    private int rows;

    RecordReader(CsvOptions options, CsvProjection projection) {
        this.options = options;
        this.projection = projection;
        List<CsvColumn> asked = projection.columns();
        int[] order = IntStream.range(0, asked.size())
                .boxed()
                .sorted(Comparator.comparingInt(n -> asked.get(n).index()))
                .mapToInt(n -> n)
                .toArray();
        columns = IntStream.of(order).mapToObj(asked::get).toArray(CsvColumn[]::new);
        writerOf = order;
        CsvDialect dialect = options.dialect();
        counts = !options.raggedRows() || options.strictQuotes() || projection.withMalformedRecord();
        tokenizer = new RecordTokenizer(
                dialect,
                counts,
                IntStream.of(order).map(n -> asked.get(n).index()).toArray());
        mostRecordBytes = dialect.mostRecordBytes();
        quote = dialect.quote().map(Character::charValue).map(Integer::valueOf).orElse(UNKNOWN);
        nullValue = options.nullValue().getBytes(StandardCharsets.UTF_8);
        emptyValue = options.emptyValue().getBytes(StandardCharsets.UTF_8);
        header =
                options.header() ? projection.header().map(names -> new HeaderCheck(options, names)) : Optional.empty();
    }

    /**
     * What follows is another range.
     *
     * @param atFileStart whether its first bytes are those of the file, so that what comes before the rows is in it
     */
    void beginRange(ObjectLocation file, boolean atFileStart) {
        location = file;
        toSkip = atFileStart ? options.recordsBeforeRows() : 0;
        recordNumber = atFileStart ? 0 : UNKNOWN;
    }

    int rows() {
        return rows;
    }

    /**
     * Reads on until something stops it; then {@link #rows} says how many rows it read.
     *
     * @param first records that begin before this position are not ours
     * @param end nor are those that begin at this position or behind it
     * @param mostRows how many rows at most
     */
    Outcome read(RecordWindow window, long first, long end, ColumnWriter[] writers, int mostRows) throws CsvException {
        rows = 0;
        while (rows < mostRows) {
            if (window.position() >= end || window.last && window.at == window.to) {
                return Outcome.END;
            }
            int next = tokenizer.parse(window.bytes, window.at, window.to, window.last);
            if ((next == RecordTokenizer.NEEDS_MORE ? window.left() : next - window.at) > mostRecordBytes) {
                throw problem(
                        window,
                        "is longer than " + mostRecordBytes
                                + " bytes: a quote may never be closed, or the dialect is another one; else raise the most"
                                + " bytes of a record");
            }
            if (next == RecordTokenizer.NEEDS_MORE) {
                return Outcome.NEEDS_MORE;
            }
            if (tokenizer.fields() > 0 && !isSkippedBlankLine(window, next)) {
                recordNumber += recordNumber == UNKNOWN ? 0 : 1;
                if (toSkip > 0) {
                    skip(window);
                } else if (window.position() >= first && accept(window, next, writers, rows)) {
                    rows++;
                }
            }
            window.at = next;
        }
        return Outcome.FULL;
    }

    /** Ranges further on take it for granted that the rows have begun there. */
    private void skip(RecordWindow window) throws CsvException {
        if (window.position() > mostRecordBytes) {
            throw problem(
                    window,
                    "is still to be skipped, but only the first " + mostRecordBytes
                            + " bytes of a file may come before its rows; raise the most bytes of a record");
        }
        toSkip--;
        if (toSkip == 0 && header.isPresent()) {
            Optional<String> difference = header.get().difference(window);
            if (difference.isPresent()) {
                throw problem(
                        window,
                        difference.get() + ": files of one table have the same header; read the file by itself, or"
                                + " name the columns and their types");
            }
        }
    }

    private boolean isSkippedBlankLine(RecordWindow window, int next) {
        if (!options.skipBlankLines()) {
            return false;
        }
        int at = window.at;
        while (at < next && isBlank(window.bytes[at])) {
            at++;
        }
        return at == next;
    }

    private static boolean isBlank(byte value) {
        return value >= 0 && value <= ' ';
    }

    private boolean accept(RecordWindow window, int next, ColumnWriter[] writers, int row) throws CsvException {
        boolean malformed = false;
        if (options.strictQuotes() && tokenizer.isMalformed()) {
            malformed = true;
            requireLenient(window, "has text behind a closing quote, or a quote that is never closed", "strict quotes");
        }
        if (!options.raggedRows() && tokenizer.fields() != projection.fields()) {
            malformed = true;
            requireLenient(
                    window,
                    "has " + tokenizer.fields() + " fields, not " + projection.fields(),
                    "ragged rows, the delimiter or the quote");
        }
        for (int n = 0; n < columns.length; n++) {
            ColumnWriter writer = writers[writerOf[n]];
            if (n >= tokenizer.found()) {
                writer.setNull(row);
            } else if (!convert(window, n, writer, row)) {
                malformed = true;
                if (options.mode() == CsvMode.FAIL_FAST) {
                    throw unreadable(window, n);
                }
                writer.setNull(row);
            }
        }
        if (projection.withMalformedRecord()) {
            writeRecord(window, next, malformed, writers[columns.length], row);
        }
        return !malformed || options.mode() != CsvMode.DROP_MALFORMED;
    }

    private void requireLenient(RecordWindow window, String what, String option) throws CsvException {
        if (options.mode() == CsvMode.FAIL_FAST) {
            throw problem(window, what + "; look at " + option + ", or set mode to PERMISSIVE or DROP_MALFORMED");
        }
    }

    private boolean convert(RecordWindow window, int n, ColumnWriter writer, int row) throws CsvException {
        byte[] bytes = window.bytes;
        int from = tokenizer.start(n);
        int to = tokenizer.end(n);
        boolean quoted = tokenizer.isQuoted(n);
        if (tokenizer.isEscaped(n)) {
            if (unescaped.length < to - from) {
                unescaped = new byte[Math.max(to - from, 2 * unescaped.length)];
            }
            to = tokenizer.unescape(bytes, n, unescaped);
            from = 0;
            bytes = unescaped;
        } else if (!quoted) {
            if (options.trimTrailing()) {
                while (to > from && isBlank(bytes[to - 1])) {
                    to--;
                }
            }
            if (options.trimLeading() && from < to && isBlank(bytes[from])) {
                from = behindBlanks(window, from, to);
            }
        }
        if (from == to) {
            if (!quoted && options.emptyIsNull()) {
                writer.setNull(row);
                return true;
            }
            if (quoted) {
                bytes = emptyValue;
                from = 0;
                to = emptyValue.length;
            }
        }
        if (to - from == nullValue.length && (!quoted || options.quotedNulls()) && isNull(bytes, from)) {
            writer.setNull(row);
            return true;
        }
        return columns[n].parser().parse(bytes, from, to, writer, row);
    }

    private int behindBlanks(RecordWindow window, int from, int to) throws CsvException {
        int at = from;
        while (at < to && isBlank(window.bytes[at])) {
            at++;
        }
        if (at < to && window.bytes[at] == quote) {
            // Where leading blanks are left out, other readers take this for a quoted field: with other ends.
            throw problem(
                    window,
                    "has a quote behind leading blanks, which begins no quoted field here; do not let"
                            + " leading blanks be left out, or set another quote");
        }
        return at;
    }

    private boolean isNull(byte[] bytes, int from) {
        for (int i = 0; i < nullValue.length; i++) {
            if (bytes[from + i] != nullValue[i]) {
                return false;
            }
        }
        return true;
    }

    private void writeRecord(RecordWindow window, int next, boolean malformed, ColumnWriter writer, int row) {
        if (malformed) {
            writer.setBytes(row, window.bytes, window.at, withoutLineEnd(window, next) - window.at);
        } else {
            writer.setNull(row);
        }
    }

    private int withoutLineEnd(RecordWindow window, int next) {
        byte[] separator = options.dialect()
                .lineSeparator()
                .map(text -> text.getBytes(StandardCharsets.US_ASCII))
                .orElse(null);
        int to = next;
        if (separator != null) {
            boolean ends = to - window.at >= separator.length
                    && java.util.Arrays.equals(window.bytes, to - separator.length, to, separator, 0, separator.length);
            return ends ? to - separator.length : to;
        }
        to -= to > window.at && window.bytes[to - 1] == '\n' ? 1 : 0;
        to -= to > window.at && window.bytes[to - 1] == '\r' ? 1 : 0;
        return to;
    }

    private CsvException unreadable(RecordWindow window, int n) {
        int from = tokenizer.start(n);
        String text = shown(window.bytes, from, tokenizer.end(n));
        return problem(
                window,
                "has in column " + columns[n].name() + " (number " + (columns[n].index() + 1) + ") '"
                        + text + "', which is no " + columns[n].type()
                        + "; set the column's type, the null value or the format, or set mode to PERMISSIVE");
    }

    private static String shown(byte[] bytes, int from, int to) {
        int most = Math.min(to - from, MOST_SHOWN_BYTES);
        return new String(bytes, from, most, StandardCharsets.UTF_8) + (most < to - from ? "..." : "");
    }

    private CsvException problem(RecordWindow window, String what) {
        String number = recordNumber > 0 ? " (number " + recordNumber + " of the file)" : "";
        return new CsvException(location, "the record at byte " + window.position() + number + " " + what);
    }
}
