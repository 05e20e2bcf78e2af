package dev.readahead.trino.csv;

import dev.readahead.csv.Compression;
import dev.readahead.csv.CsvMode;
import dev.readahead.csv.CsvOptions;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;

import java.util.Locale;
import java.util.function.Function;

/** What one may say of CSV files: as an argument of {@code read_csv}, or as a property of a table. */
public enum CsvSetting {
    SEPARATOR(
            "stands between fields, one character or more",
            VarcharType.VARCHAR,
            options -> options.dialect().delimiter()),
    QUOTE(
            "around fields that hold separators, quotes or line ends; empty: there is none",
            VarcharType.VARCHAR,
            options -> options.dialect().quote().map(String::valueOf).orElse("")),
    ESCAPE(
            "before a quote within quotes; the quote itself: quotes are doubled; empty: there is none",
            VarcharType.VARCHAR,
            options -> options.dialect().escape().map(String::valueOf).orElse("")),
    COMMENT(
            "begins a line that is no record; empty: there are none",
            VarcharType.VARCHAR,
            options -> options.dialect().comment().map(String::valueOf).orElse("")),
    LINE_SEPARATOR(
            "ends a record; empty: line feed, carriage return, or both",
            VarcharType.VARCHAR,
            options -> options.dialect().lineSeparator().orElse("")),
    MAX_RECORD_SIZE(
            "bytes; a longer record is an error",
            BigintType.BIGINT,
            options -> String.valueOf(options.dialect().mostRecordBytes())),
    HEADER(
            "whether the first record of each file names the columns",
            BooleanType.BOOLEAN,
            options -> String.valueOf(options.header())),
    CHECK_HEADER(
            "whether the header of every file must name the columns as the table does",
            BooleanType.BOOLEAN,
            options -> "false"),
    SKIP_RECORDS(
            "so many records stand before the header or the first row",
            BigintType.BIGINT,
            options -> String.valueOf(options.skipRecords())),
    NULL_VALUE("the text that means null", VarcharType.VARCHAR, CsvOptions::nullValue),
    QUOTED_NULLS(
            "whether it means null within quotes as well",
            BooleanType.BOOLEAN,
            options -> String.valueOf(options.quotedNulls())),
    EMPTY_IS_NULL(
            "whether an empty field without quotes is null, whatever the null value is",
            BooleanType.BOOLEAN,
            options -> String.valueOf(options.emptyIsNull())),
    EMPTY_VALUE("what an empty field with quotes is taken for", VarcharType.VARCHAR, CsvOptions::emptyValue),
    TRIM_LEADING(
            "whether blanks before a field without quotes are left out",
            BooleanType.BOOLEAN,
            options -> String.valueOf(options.trimLeading())),
    TRIM_TRAILING(
            "whether blanks behind a field without quotes are left out",
            BooleanType.BOOLEAN,
            options -> String.valueOf(options.trimTrailing())),
    SKIP_BLANK_LINES(
            "whether lines of nothing but blanks are left out",
            BooleanType.BOOLEAN,
            options -> String.valueOf(options.skipBlankLines())),
    RAGGED_ROWS(
            "whether records may have more or fewer fields than there are columns: missing ones are null",
            BooleanType.BOOLEAN,
            options -> String.valueOf(options.raggedRows())),
    STRICT_QUOTES(
            "whether text behind a closing quote, or a quote that is never closed, makes a record malformed",
            BooleanType.BOOLEAN,
            options -> String.valueOf(options.strictQuotes())),
    MODE(
            "what becomes of malformed records: fail_fast, drop_malformed, or permissive: null for what cannot be read",
            VarcharType.VARCHAR,
            options -> options.mode().name().toLowerCase(Locale.ENGLISH)),
    MALFORMED_RECORD_COLUMN(
            "a column of type varchar that gets the text of malformed records, in the mode permissive",
            VarcharType.VARCHAR,
            options -> ""),
    ENCODING(
            "of the files; only UTF-8 is read in parallel",
            VarcharType.VARCHAR,
            options -> options.encoding().name()),
    COMPRESSION(
            "none, gzip, zstd, bzip2, lz4, snappy; empty: as the suffix of a file says",
            VarcharType.VARCHAR,
            options -> options.compression().map(Compression::name).orElse("").toLowerCase(Locale.ENGLISH)),
    DATE_FORMAT(
            "pattern of java.time.format.DateTimeFormatter; empty: ISO 8601",
            VarcharType.VARCHAR,
            options -> options.dateFormat().orElse("")),
    TIMESTAMP_FORMAT(
            "pattern of java.time.format.DateTimeFormatter; empty: ISO 8601",
            VarcharType.VARCHAR,
            options -> options.timestampFormat().orElse("")),
    TIME_ZONE(
            "of timestamps with a zone that do not say theirs",
            VarcharType.VARCHAR,
            options -> options.zone().getId());

    private static final String PROPERTY_PREFIX = "csv_";

    private final String description;
    private final Type type;
    private final Function<CsvOptions, String> value;

    CsvSetting(String description, Type type, Function<CsvOptions, String> value) {
        this.description = description;
        this.type = type;
        this.value = value;
    }

    /** As an argument, in lower case. */
    public String argument() {
        return name().toLowerCase(Locale.ENGLISH);
    }

    /** As a property of a table. */
    public String property() {
        return PROPERTY_PREFIX + argument();
    }

    public String description() {
        return description;
    }

    /** In SQL: varchar, boolean or bigint. */
    public Type type() {
        return type;
    }

    /** What options say, as text. */
    String of(CsvOptions options) {
        return value.apply(options);
    }

    /** How the mode is called. */
    static String modes() {
        StringBuilder names = new StringBuilder();
        for (CsvMode mode : CsvMode.values()) {
            names.append(names.isEmpty() ? "" : ", ").append(mode.name().toLowerCase(Locale.ENGLISH));
        }
        return names.toString();
    }
}
