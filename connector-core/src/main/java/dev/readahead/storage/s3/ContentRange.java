package dev.readahead.storage.s3;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The value of a Content-Range header.
 *
 * @param first the first byte of the body, counted from the start of the object
 * @param last the last byte of the body
 * @param total the length of the whole object
 */
record ContentRange(long first, long last, long total) {
    /** No number has more than 18 digits, so that all of them fit into a long. */
    private static final Pattern BYTES = Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d{1,18})");

    /** Empty if the text is null or not a range of bytes within an object of known length. */
    static Optional<ContentRange> parse(String header) {
        if (header == null) {
            return Optional.empty();
        }
        Matcher matcher = BYTES.matcher(header.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        ContentRange range = new ContentRange(
                Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(3)));
        return range.first <= range.last && range.last < range.total ? Optional.of(range) : Optional.empty();
    }

    long length() {
        return last - first + 1;
    }
}
