package dev.readahead.csv;

import dev.readahead.storage.ObjectLocation;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

import static java.util.Objects.requireNonNull;

/**
 * How files are read. What decides where records and fields begin is in the dialect.
 *
 * @param dialect delimiter, quote, escape, comment, line separator, longest record
 * @param header whether the first record names the columns and is no row
 * @param skipRecords so many records, empty lines and comments not counted, stand before the header or the first row
 * @param nullValue the text that means null
 * @param quotedNulls whether it means null within quotes as well
 * @param emptyIsNull whether an empty field without quotes is null, whatever {@code nullValue} is
 * @param emptyValue what an empty field with quotes is taken for
 * @param trimLeading whether blanks before a field without quotes are left out
 * @param trimTrailing whether blanks behind a field without quotes are left out
 * @param skipBlankLines whether lines of nothing but blanks are left out, as empty lines are
 * @param raggedRows whether a record may have more or fewer fields than the schema: missing ones are null
 * @param strictQuotes whether text behind a closing quote, or a quote that is never closed, makes a record malformed;
 *     else such a field is taken with its quotes
 * @param mode what becomes of malformed records
 * @param encoding of the files; only UTF-8 is read in parallel
 * @param compression of the files; empty to tell by the suffix of their names
 * @param dateFormat pattern of {@link java.time.format.DateTimeFormatter}; empty for ISO 8601
 * @param timestampFormat pattern; empty for ISO 8601
 * @param zone of timestamps with a zone that do not say theirs
 * @param jobBytes how much of a file one job reads
 */
public record CsvOptions(
        CsvDialect dialect,
        boolean header,
        long skipRecords,
        String nullValue,
        boolean quotedNulls,
        boolean emptyIsNull,
        String emptyValue,
        boolean trimLeading,
        boolean trimTrailing,
        boolean skipBlankLines,
        boolean raggedRows,
        boolean strictQuotes,
        CsvMode mode,
        Charset encoding,
        Optional<Compression> compression,
        Optional<String> dateFormat,
        Optional<String> timestampFormat,
        ZoneId zone,
        int jobBytes) {
    public static final int DEFAULT_JOB_BYTES = 32 << 20;

    /** As RFC 4180 has it, without a header; whatever is not so fails. */
    public static final CsvOptions DEFAULT = new CsvOptions(
            CsvDialect.RFC_4180,
            false,
            0,
            "",
            false,
            true,
            "",
            false,
            false,
            false,
            false,
            true,
            CsvMode.FAIL_FAST,
            StandardCharsets.UTF_8,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            ZoneOffset.UTC,
            DEFAULT_JOB_BYTES);

    public CsvOptions {
        requireNonNull(dialect, "dialect");
        requireNonNull(nullValue, "nullValue");
        requireNonNull(emptyValue, "emptyValue");
        requireNonNull(mode, "mode");
        requireNonNull(encoding, "encoding");
        requireNonNull(compression, "compression");
        requireNonNull(dateFormat, "dateFormat");
        requireNonNull(timestampFormat, "timestampFormat");
        requireNonNull(zone, "zone");
        if (skipRecords < 0) {
            throw new IllegalArgumentException("cannot skip " + skipRecords + " records");
        }
        if (jobBytes < 1) {
            throw new IllegalArgumentException("a job must read at least one byte, not " + jobBytes);
        }
    }

    /**
     * Whether several splits of the file are read side by side.
     *
     * @throws IllegalArgumentException if the file is compressed in a way that is not read
     */
    public boolean isSplittable(ObjectLocation file) {
        return isUtf8() && compressionOf(file) == Compression.NONE;
    }

    boolean isUtf8() {
        return encoding.equals(StandardCharsets.UTF_8) || encoding.equals(StandardCharsets.US_ASCII);
    }

    Compression compressionOf(ObjectLocation file) {
        return compression.orElseGet(() -> Compression.ofName(file.key()));
    }

    /** How many records at the start of a file are no rows. */
    long recordsBeforeRows() {
        return skipRecords + (header ? 1 : 0);
    }

    public CsvOptions withDialect(CsvDialect newDialect) {
        return new CsvOptions(
                newDialect,
                header,
                skipRecords,
                nullValue,
                quotedNulls,
                emptyIsNull,
                emptyValue,
                trimLeading,
                trimTrailing,
                skipBlankLines,
                raggedRows,
                strictQuotes,
                mode,
                encoding,
                compression,
                dateFormat,
                timestampFormat,
                zone,
                jobBytes);
    }

    public CsvOptions withHeader(boolean newHeader) {
        return new CsvOptions(
                dialect,
                newHeader,
                skipRecords,
                nullValue,
                quotedNulls,
                emptyIsNull,
                emptyValue,
                trimLeading,
                trimTrailing,
                skipBlankLines,
                raggedRows,
                strictQuotes,
                mode,
                encoding,
                compression,
                dateFormat,
                timestampFormat,
                zone,
                jobBytes);
    }

    public CsvOptions withSkipRecords(long newSkipRecords) {
        return new CsvOptions(
                dialect,
                header,
                newSkipRecords,
                nullValue,
                quotedNulls,
                emptyIsNull,
                emptyValue,
                trimLeading,
                trimTrailing,
                skipBlankLines,
                raggedRows,
                strictQuotes,
                mode,
                encoding,
                compression,
                dateFormat,
                timestampFormat,
                zone,
                jobBytes);
    }

    public CsvOptions withNullValue(String newNullValue) {
        return new CsvOptions(
                dialect,
                header,
                skipRecords,
                newNullValue,
                quotedNulls,
                emptyIsNull,
                emptyValue,
                trimLeading,
                trimTrailing,
                skipBlankLines,
                raggedRows,
                strictQuotes,
                mode,
                encoding,
                compression,
                dateFormat,
                timestampFormat,
                zone,
                jobBytes);
    }

    public CsvOptions withQuotedNulls(boolean newQuotedNulls) {
        return new CsvOptions(
                dialect,
                header,
                skipRecords,
                nullValue,
                newQuotedNulls,
                emptyIsNull,
                emptyValue,
                trimLeading,
                trimTrailing,
                skipBlankLines,
                raggedRows,
                strictQuotes,
                mode,
                encoding,
                compression,
                dateFormat,
                timestampFormat,
                zone,
                jobBytes);
    }

    public CsvOptions withEmptyIsNull(boolean newEmptyIsNull) {
        return new CsvOptions(
                dialect,
                header,
                skipRecords,
                nullValue,
                quotedNulls,
                newEmptyIsNull,
                emptyValue,
                trimLeading,
                trimTrailing,
                skipBlankLines,
                raggedRows,
                strictQuotes,
                mode,
                encoding,
                compression,
                dateFormat,
                timestampFormat,
                zone,
                jobBytes);
    }

    public CsvOptions withEmptyValue(String newEmptyValue) {
        return new CsvOptions(
                dialect,
                header,
                skipRecords,
                nullValue,
                quotedNulls,
                emptyIsNull,
                newEmptyValue,
                trimLeading,
                trimTrailing,
                skipBlankLines,
                raggedRows,
                strictQuotes,
                mode,
                encoding,
                compression,
                dateFormat,
                timestampFormat,
                zone,
                jobBytes);
    }

    public CsvOptions withTrimLeading(boolean newTrimLeading) {
        return new CsvOptions(
                dialect,
                header,
                skipRecords,
                nullValue,
                quotedNulls,
                emptyIsNull,
                emptyValue,
                newTrimLeading,
                trimTrailing,
                skipBlankLines,
                raggedRows,
                strictQuotes,
                mode,
                encoding,
                compression,
                dateFormat,
                timestampFormat,
                zone,
                jobBytes);
    }

    public CsvOptions withTrimTrailing(boolean newTrimTrailing) {
        return new CsvOptions(
                dialect,
                header,
                skipRecords,
                nullValue,
                quotedNulls,
                emptyIsNull,
                emptyValue,
                trimLeading,
                newTrimTrailing,
                skipBlankLines,
                raggedRows,
                strictQuotes,
                mode,
                encoding,
                compression,
                dateFormat,
                timestampFormat,
                zone,
                jobBytes);
    }

    public CsvOptions withSkipBlankLines(boolean newSkipBlankLines) {
        return new CsvOptions(
                dialect,
                header,
                skipRecords,
                nullValue,
                quotedNulls,
                emptyIsNull,
                emptyValue,
                trimLeading,
                trimTrailing,
                newSkipBlankLines,
                raggedRows,
                strictQuotes,
                mode,
                encoding,
                compression,
                dateFormat,
                timestampFormat,
                zone,
                jobBytes);
    }

    public CsvOptions withRaggedRows(boolean newRaggedRows) {
        return new CsvOptions(
                dialect,
                header,
                skipRecords,
                nullValue,
                quotedNulls,
                emptyIsNull,
                emptyValue,
                trimLeading,
                trimTrailing,
                skipBlankLines,
                newRaggedRows,
                strictQuotes,
                mode,
                encoding,
                compression,
                dateFormat,
                timestampFormat,
                zone,
                jobBytes);
    }

    public CsvOptions withStrictQuotes(boolean newStrictQuotes) {
        return new CsvOptions(
                dialect,
                header,
                skipRecords,
                nullValue,
                quotedNulls,
                emptyIsNull,
                emptyValue,
                trimLeading,
                trimTrailing,
                skipBlankLines,
                raggedRows,
                newStrictQuotes,
                mode,
                encoding,
                compression,
                dateFormat,
                timestampFormat,
                zone,
                jobBytes);
    }

    public CsvOptions withMode(CsvMode newMode) {
        return new CsvOptions(
                dialect,
                header,
                skipRecords,
                nullValue,
                quotedNulls,
                emptyIsNull,
                emptyValue,
                trimLeading,
                trimTrailing,
                skipBlankLines,
                raggedRows,
                strictQuotes,
                newMode,
                encoding,
                compression,
                dateFormat,
                timestampFormat,
                zone,
                jobBytes);
    }

    public CsvOptions withEncoding(Charset newEncoding) {
        return new CsvOptions(
                dialect,
                header,
                skipRecords,
                nullValue,
                quotedNulls,
                emptyIsNull,
                emptyValue,
                trimLeading,
                trimTrailing,
                skipBlankLines,
                raggedRows,
                strictQuotes,
                mode,
                newEncoding,
                compression,
                dateFormat,
                timestampFormat,
                zone,
                jobBytes);
    }

    public CsvOptions withCompression(Compression newCompression) {
        return new CsvOptions(
                dialect,
                header,
                skipRecords,
                nullValue,
                quotedNulls,
                emptyIsNull,
                emptyValue,
                trimLeading,
                trimTrailing,
                skipBlankLines,
                raggedRows,
                strictQuotes,
                mode,
                encoding,
                Optional.of(newCompression),
                dateFormat,
                timestampFormat,
                zone,
                jobBytes);
    }

    public CsvOptions withDateFormat(String newDateFormat) {
        return new CsvOptions(
                dialect,
                header,
                skipRecords,
                nullValue,
                quotedNulls,
                emptyIsNull,
                emptyValue,
                trimLeading,
                trimTrailing,
                skipBlankLines,
                raggedRows,
                strictQuotes,
                mode,
                encoding,
                compression,
                Optional.of(newDateFormat),
                timestampFormat,
                zone,
                jobBytes);
    }

    public CsvOptions withTimestampFormat(String newTimestampFormat) {
        return new CsvOptions(
                dialect,
                header,
                skipRecords,
                nullValue,
                quotedNulls,
                emptyIsNull,
                emptyValue,
                trimLeading,
                trimTrailing,
                skipBlankLines,
                raggedRows,
                strictQuotes,
                mode,
                encoding,
                compression,
                dateFormat,
                Optional.of(newTimestampFormat),
                zone,
                jobBytes);
    }

    public CsvOptions withZone(ZoneId newZone) {
        return new CsvOptions(
                dialect,
                header,
                skipRecords,
                nullValue,
                quotedNulls,
                emptyIsNull,
                emptyValue,
                trimLeading,
                trimTrailing,
                skipBlankLines,
                raggedRows,
                strictQuotes,
                mode,
                encoding,
                compression,
                dateFormat,
                timestampFormat,
                newZone,
                jobBytes);
    }

    public CsvOptions withJobBytes(int newJobBytes) {
        return new CsvOptions(
                dialect,
                header,
                skipRecords,
                nullValue,
                quotedNulls,
                emptyIsNull,
                emptyValue,
                trimLeading,
                trimTrailing,
                skipBlankLines,
                raggedRows,
                strictQuotes,
                mode,
                encoding,
                compression,
                dateFormat,
                timestampFormat,
                zone,
                newJobBytes);
    }
}
