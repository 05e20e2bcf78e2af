package dev.readahead.csv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the fields of one record after the other, and remembers where those of the wanted columns are. Looks at eight
 * bytes at a time for the few that mean something, and copies nothing. Not thread-safe: one for each reader.
 *
 * <p>Finds the same boundaries as {@link RecordAutomaton}.
 */
final class RecordTokenizer {
    /** What {@link #parse} returns when the record does not end within the bytes. */
    static final int NEEDS_MORE = -1;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int NONE = Integer.MIN_VALUE;
    private static final int WORD = Long.BYTES;
    private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;
    private static final long EVERY_BYTE = 0x0101010101010101L;

    private final byte[] delimiter;
    private final byte firstOfDelimiter;
    private final byte[] separator;
    private final int quote;
    private final int escape;
    private final int comment;
    private final boolean skipsTheRest;
    private final long delimiterWord;
    private final long firstEndWord;
    private final long secondEndWord;
    private final long quoteWord;
    private final long escapeWord;

    private final int[] wanted;
    private final int[] starts;
    private final int[] ends;
    private final boolean[] quoted;
    private final boolean[] escaped;

    private int fields;
    private int found;
    private boolean malformed;
    private int nextWanted;
    private boolean sawEscape;
    private boolean fieldEnds;
    private boolean recordEnds;

    /** @param wanted the columns whose fields are asked for, by their place in the record, ascending */
    RecordTokenizer(CsvDialect dialect, int... wanted) {
        this(dialect, true, wanted);
    }

    /** @param counts whether {@link #fields} must be right, and what is malformed behind the last wanted field seen */
    RecordTokenizer(CsvDialect dialect, boolean counts, int... wanted) {
        delimiter = dialect.delimiterBytes();
        firstOfDelimiter = delimiter[0];
        // A field's start is told by the byte before it, which takes a delimiter of one byte.
        skipsTheRest = !counts && delimiter.length == 1;
        separator = dialect.lineSeparator()
                .map(text -> text.getBytes(StandardCharsets.US_ASCII))
                .orElse(new byte[0]);
        quote = dialect.quote().map(Character::charValue).map(Integer::valueOf).orElse(NONE);
        escape =
                dialect.escape().map(Character::charValue).map(Integer::valueOf).orElse(NONE);
        comment = dialect.comment()
                .map(Character::charValue)
                .map(Integer::valueOf)
                .orElse(NONE);
        delimiterWord = repeat(delimiter[0]);
        firstEndWord = repeat(separator.length == 0 ? '\n' : separator[0]);
        secondEndWord = separator.length == 0 ? repeat('\r') : firstEndWord;
        quoteWord = quote < 0 ? delimiterWord : repeat(quote);
        escapeWord = escape < 0 ? quoteWord : repeat(escape);
        this.wanted = wanted.clone();
        starts = new int[wanted.length];
        ends = new int[wanted.length];
        quoted = new boolean[wanted.length];
        escaped = new boolean[wanted.length];
    }

    private static long repeat(int value) {
        return EVERY_BYTE * (value & 0xff);
    }

    /**
     * Finds the fields of the record that begins at {@code from}.
     *
     * @param to behind the last byte that is there
     * @param last whether the file ends there
     * @return where the next record begins, or {@link #NEEDS_MORE}; never that if {@code last}
     */
    int parse(byte[] bytes, int from, int to, boolean last) {
        fields = 0;
        found = 0;
        nextWanted = wanted.length == 0 ? NONE : wanted[0];
        malformed = false;
        if (from < to && bytes[from] == comment) {
            return comment(bytes, from + 1, to, last);
        }
        int next = record(bytes, from, to, last);
        if (isBlank(bytes, from)) {
            fields = 0;
            found = 0;
        }
        return next;
    }

    /** How many fields the record has; 0 for an empty line or a comment. */
    int fields() {
        return fields;
    }

    /** Whether text follows a closing quote, or a quote is never closed. */
    boolean isMalformed() {
        return malformed;
    }

    /** How many of the wanted columns, from the first, the record has. */
    int found() {
        return found;
    }

    /** Where the field of the n-th wanted column begins: behind its quote, if it has one. */
    int start(int n) {
        return starts[n];
    }

    int end(int n) {
        return ends[n];
    }

    /** Whether it stood in quotes. A malformed field does not: it is taken with all its quotes. */
    boolean isQuoted(int n) {
        return quoted[n];
    }

    /** Whether it holds escaped characters, so that {@link #unescape} is needed. */
    boolean isEscaped(int n) {
        return escaped[n];
    }

    /** Copies the n-th wanted field without its escapes. Returns its length. */
    int unescape(byte[] bytes, int n, byte[] target) {
        int length = 0;
        for (int i = starts[n]; i < ends[n]; i++) {
            boolean escapes =
                    bytes[i] == escape && i + 1 < ends[n] && (bytes[i + 1] == quote || bytes[i + 1] == escape);
            i += escapes ? 1 : 0;
            target[length++] = bytes[i];
        }
        return length;
    }

    private boolean isBlank(byte[] bytes, int from) {
        return fields == 1 && fieldStart == from && fieldEnd == from;
    }

    /** The last field's raw text, to tell an empty line. */
    private int fieldStart;

    private int fieldEnd;

    private int record(byte[] bytes, int from, int to, boolean last) {
        int start = from;
        int base = from;
        long marks = marks(bytes, base, to);
        while (true) {
            while (marks == 0) {
                base += WORD;
                if (base >= to) {
                    return endOfBytes(start, to, last);
                }
                marks = marks(bytes, base, to);
            }
            int at = base + (Long.numberOfTrailingZeros(marks) >>> 3);
            marks &= marks - 1;
            byte value = bytes[at];
            if (value == firstOfDelimiter && (delimiter.length == 1 || matches(delimiter, bytes, at, to))) {
                add(start, at, false, false);
                start = at + delimiter.length;
                if (found == wanted.length && skipsTheRest) {
                    // Behind a delimiter is one more, so that the line is not taken for an empty one.
                    fields++;
                    return restOfLine(bytes, start, to, last);
                }
                if (delimiter.length == 1) {
                    continue;
                }
                base = start;
            } else if (value == quote) {
                if (at != start) {
                    continue;
                }
                int next = quoted(bytes, at, to, last);
                if (next == NEEDS_MORE || recordEnds) {
                    return next;
                }
                start = fieldEnds ? next : start;
                base = next;
            } else {
                int next = lineEnd(bytes, at, to, last);
                if (next == 0) {
                    continue;
                }
                if (next > 0) {
                    add(start, at, false, false);
                }
                return next;
            }
            marks = base < to ? marks(bytes, base, to) : 0;
        }
    }

    private int endOfBytes(int start, int to, boolean last) {
        if (!last) {
            return NEEDS_MORE;
        }
        add(start, to, false, false);
        return to;
    }

    /**
     * A field that begins with a quote. Returns where to go on, and says in {@link #fieldEnds} and {@link #recordEnds}
     * whether the field and the record end before that.
     */
    private int quoted(byte[] bytes, int at, int to, boolean last) {
        fieldEnds = true;
        recordEnds = true;
        int close = closing(bytes, at + 1, to, last);
        if (close == NEEDS_MORE) {
            return NEEDS_MORE;
        }
        if (close == to) {
            malformed = true;
            add(at, to, false, false);
            return to;
        }
        int behind = close + 1;
        if (behind == to) {
            if (!last) {
                return NEEDS_MORE;
            }
            add(at + 1, close, true, sawEscape);
            return to;
        }
        if (matches(delimiter, bytes, behind, to)) {
            recordEnds = false;
            add(at + 1, close, true, sawEscape);
            return behind + delimiter.length;
        }
        int next = lineEnd(bytes, behind, to, last);
        if (next > 0) {
            add(at + 1, close, true, sawEscape);
            return next;
        }
        if (next == NEEDS_MORE || mayBeDelimiter(bytes, behind, to, last)) {
            return NEEDS_MORE;
        }
        malformed = true;
        fieldEnds = false;
        recordEnds = false;
        return behind;
    }

    /** From the start of a field that nobody asked for to the end of the record; delimiters are not looked at. */
    private int restOfLine(byte[] bytes, int from, int to, boolean last) {
        for (int base = from; base < to; ) {
            long word = word(bytes, base, to);
            long marks = within(
                    zeroBytes(word ^ firstEndWord) | zeroBytes(word ^ secondEndWord) | zeroBytes(word ^ quoteWord),
                    base,
                    to);
            int next = base + WORD;
            for (; marks != 0; marks &= marks - 1) {
                int at = base + (Long.numberOfTrailingZeros(marks) >>> 3);
                if (bytes[at] != quote) {
                    int end = lineEnd(bytes, at, to, last);
                    if (end != 0) {
                        return end;
                    }
                } else if (at == from || bytes[at - 1] == firstOfDelimiter) {
                    int behind = quoted(bytes, at, to, last);
                    if (behind == NEEDS_MORE || recordEnds) {
                        return behind;
                    }
                    next = behind;
                    break;
                }
            }
            base = next;
        }
        return last ? to : NEEDS_MORE;
    }

    private void add(int start, int end, boolean inQuotes, boolean hasEscapes) {
        fieldStart = inQuotes ? start - 1 : start;
        fieldEnd = end;
        if (fields == nextWanted) {
            starts[found] = start;
            ends[found] = end;
            quoted[found] = inQuotes;
            escaped[found] = hasEscapes;
            found++;
            nextWanted = found < wanted.length ? wanted[found] : NONE;
        }
        fields++;
    }

    /** The closing quote; {@code to} if the file ends before it. */
    private int closing(byte[] bytes, int from, int to, boolean last) {
        sawEscape = false;
        int at = from;
        while (true) {
            at = next(bytes, at, to);
            if (at == to) {
                return last ? to : NEEDS_MORE;
            }
            if (bytes[at] == escape && escape != quote) {
                sawEscape = true;
                at += 2;
            } else if (quote == escape) {
                if (at + 1 == to && !last) {
                    return NEEDS_MORE;
                }
                if (at + 1 == to || bytes[at + 1] != quote) {
                    return at;
                }
                sawEscape = true;
                at += 2;
            } else {
                return at;
            }
            if (at > to) {
                return last ? to : NEEDS_MORE;
            }
        }
    }

    /** The next quote or escape, or {@code to}. */
    private int next(byte[] bytes, int from, int to) {
        for (int base = from; base < to; base += WORD) {
            long word = word(bytes, base, to);
            long marks = within(zeroBytes(word ^ quoteWord) | zeroBytes(word ^ escapeWord), base, to);
            if (marks != 0) {
                return base + (Long.numberOfTrailingZeros(marks) >>> 3);
            }
        }
        return to;
    }

    /** Whether the bytes end in the middle of what could be a delimiter or a line separator. */
    private boolean mayBeDelimiter(byte[] bytes, int at, int to, boolean last) {
        return !last && (isCut(delimiter, bytes, at, to) || isCut(separator, bytes, at, to));
    }

    private static boolean isCut(byte[] text, byte[] bytes, int at, int to) {
        int there = to - at;
        return there < text.length && Arrays.equals(text, 0, there, bytes, at, to);
    }

    private static boolean matches(byte[] text, byte[] bytes, int at, int to) {
        if (text.length == 1) {
            return bytes[at] == text[0];
        }
        return text.length > 0
                && to - at >= text.length
                && Arrays.equals(text, 0, text.length, bytes, at, at + text.length);
    }

    /** Where the next record begins if a line ends here; 0 if none does. */
    private int lineEnd(byte[] bytes, int at, int to, boolean last) {
        if (separator.length > 0) {
            return matches(separator, bytes, at, to) ? at + separator.length : 0;
        }
        if (bytes[at] == '\n') {
            return at + 1;
        }
        if (bytes[at] != '\r') {
            return 0;
        }
        if (at + 1 == to && !last) {
            return NEEDS_MORE;
        }
        return at + 1 < to && bytes[at + 1] == '\n' ? at + 2 : at + 1;
    }

    private int comment(byte[] bytes, int from, int to, boolean last) {
        for (int at = from; at < to; at++) {
            int next = lineEnd(bytes, at, to, last);
            if (next != 0) {
                return next;
            }
        }
        return last ? to : NEEDS_MORE;
    }

    /** The bytes among the next eight that may mean something, each as its highest bit. */
    private long marks(byte[] bytes, int base, int to) {
        long word = word(bytes, base, to);
        long marks = zeroBytes(word ^ delimiterWord)
                | zeroBytes(word ^ firstEndWord)
                | zeroBytes(word ^ secondEndWord)
                | zeroBytes(word ^ quoteWord);
        return within(marks, base, to);
    }

    private static long word(byte[] bytes, int base, int to) {
        if (base + WORD <= bytes.length) {
            return (long) LONG.get(bytes, base);
        }
        long word = 0;
        for (int i = base; i < to; i++) {
            word |= (bytes[i] & 0xffL) << (i - base) * Byte.SIZE;
        }
        return word;
    }

    private static long within(long marks, int base, int to) {
        int there = to - base;
        return there >= WORD ? marks : there <= 0 ? 0 : marks & ((1L << there * Byte.SIZE) - 1);
    }

    /** The highest bit of every byte that is zero, and no other bit. */
    private static long zeroBytes(long word) {
        return ~((word & LOW_BITS) + LOW_BITS | word | LOW_BITS);
    }
}
