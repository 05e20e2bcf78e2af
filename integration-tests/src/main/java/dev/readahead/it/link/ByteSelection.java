package dev.readahead.it.link;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The bytes of an object that a request asks for.
 *
 * @param start first byte
 * @param length how many, at least 0
 * @param partial whether a range was asked for
 */
record ByteSelection(long start, long length, boolean partial) {
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

    /**
     * Reads a Range header as S3 does: what is no single byte range is as if it were not there.
     *
     * @param header null if there is none
     * @return empty if the range lies outside the object
     */
    static Optional<ByteSelection> of(String header, long objectLength) {
        Matcher range = RANGE.matcher(header == null ? "" : header.trim());
        if (!range.matches() || range.group(1).isEmpty() && range.group(2).isEmpty()) {
            return whole(objectLength);
        }
        if (range.group(1).isEmpty()) {
            long length = Math.min(Long.parseLong(range.group(2)), objectLength);
            return length == 0 ? Optional.empty() : Optional.of(new ByteSelection(objectLength - length, length, true));
        }
        long start = Long.parseLong(range.group(1));
        long last = range.group(2).isEmpty() ? Long.MAX_VALUE - 1 : Long.parseLong(range.group(2));
        if (last < start) {
            return whole(objectLength);
        }
        return start >= objectLength
                ? Optional.empty()
                : Optional.of(new ByteSelection(start, Math.min(last + 1, objectLength) - start, true));
    }

    /** The value of a Content-Range header. */
    String contentRange(long objectLength) {
        return "bytes " + start + "-" + (start + length - 1) + "/" + objectLength;
    }

    private static Optional<ByteSelection> whole(long objectLength) {
        return Optional.of(new ByteSelection(0, objectLength, false));
    }
}
