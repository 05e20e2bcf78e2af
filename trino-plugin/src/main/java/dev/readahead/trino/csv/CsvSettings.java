package dev.readahead.trino.csv;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.readahead.csv.Compression;
import dev.readahead.csv.CsvDialect;
import dev.readahead.csv.CsvMode;
import dev.readahead.csv.CsvOptions;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * How the files of a table are read, as far as somebody said it or it was found out. Immutable.
 *
 * @param values by {@link CsvSetting#argument}, as text
 */
public record CsvSettings(Map<String, String> values) {
    @JsonCreator
    public CsvSettings {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
        for (String name : values.keySet()) {
            setting(name);
        }
    }

    @JsonValue
    @Override
    public Map<String, String> values() {
        return values;
    }

    public static CsvSettings none() {
        return new CsvSettings(Map.of());
    }

    /** Says only what the defaults do not, and what was said before. */
    public CsvSettings resolved(CsvOptions options) {
        Map<String, String> all = new TreeMap<>(values);
        for (CsvSetting setting : CsvSetting.values()) {
            if (!setting.of(options).equals(setting.of(CsvOptions.DEFAULT))) {
                all.putIfAbsent(setting.argument(), setting.of(options));
            }
        }
        return new CsvSettings(all);
    }

    /** As after a look at the first file, whose header holds for the others. */
    public CsvSettings checkingHeaders() {
        Map<String, String> all = new TreeMap<>(values);
        all.putIfAbsent(CsvSetting.CHECK_HEADER.argument(), "true");
        return new CsvSettings(all);
    }

    /** Whether the header of every file must name the columns as the table does. */
    public boolean checksHeader() {
        return flag(CsvSetting.CHECK_HEADER, false);
    }

    /** By setting, in their order. */
    public Map<CsvSetting, String> bySetting() {
        Map<CsvSetting, String> settings = new EnumMap<>(CsvSetting.class);
        values.forEach((name, value) -> settings.put(setting(name), value));
        return settings;
    }

    public Optional<String> malformedRecordColumn() {
        return text(CsvSetting.MALFORMED_RECORD_COLUMN)
                .filter(name -> !name.isEmpty())
                .map(name -> name.toLowerCase(Locale.ENGLISH));
    }

    /** @throws IllegalArgumentException naming the setting that cannot be, and what can */
    public CsvOptions options() {
        CsvOptions options = CsvOptions.DEFAULT.withDialect(dialect());
        options = options.withHeader(flag(CsvSetting.HEADER, options.header()))
                .withSkipRecords(number(CsvSetting.SKIP_RECORDS).orElse(options.skipRecords()))
                .withNullValue(text(CsvSetting.NULL_VALUE).orElse(options.nullValue()))
                .withQuotedNulls(flag(CsvSetting.QUOTED_NULLS, options.quotedNulls()))
                .withEmptyIsNull(flag(CsvSetting.EMPTY_IS_NULL, options.emptyIsNull()))
                .withEmptyValue(text(CsvSetting.EMPTY_VALUE).orElse(options.emptyValue()))
                .withTrimLeading(flag(CsvSetting.TRIM_LEADING, options.trimLeading()))
                .withTrimTrailing(flag(CsvSetting.TRIM_TRAILING, options.trimTrailing()))
                .withSkipBlankLines(flag(CsvSetting.SKIP_BLANK_LINES, options.skipBlankLines()))
                .withRaggedRows(flag(CsvSetting.RAGGED_ROWS, options.raggedRows()))
                .withStrictQuotes(flag(CsvSetting.STRICT_QUOTES, options.strictQuotes()))
                .withMode(parse(CsvSetting.MODE, CsvSettings::mode).orElse(options.mode()))
                .withEncoding(parse(CsvSetting.ENCODING, CsvSettings::encoding).orElse(options.encoding()))
                .withZone(parse(CsvSetting.TIME_ZONE, CsvSettings::zone).orElse(options.zone()));
        Optional<Compression> compression = filled(CsvSetting.COMPRESSION).map(CsvSettings::compression);
        if (compression.isPresent()) {
            options = options.withCompression(compression.get());
        }
        Optional<String> dateFormat = filled(CsvSetting.DATE_FORMAT);
        if (dateFormat.isPresent()) {
            options = options.withDateFormat(dateFormat.get());
        }
        Optional<String> timestampFormat = filled(CsvSetting.TIMESTAMP_FORMAT);
        if (timestampFormat.isPresent()) {
            options = options.withTimestampFormat(timestampFormat.get());
        }
        if (malformedRecordColumn().isPresent() && options.mode() != CsvMode.PERMISSIVE) {
            throw new IllegalArgumentException(CsvSetting.MALFORMED_RECORD_COLUMN.argument() + " gets nothing in the "
                    + "mode " + CsvSetting.MODE.of(options) + ": set the mode permissive");
        }
        return options;
    }

    private CsvDialect dialect() {
        CsvDialect rfc = CsvDialect.RFC_4180;
        Optional<Character> quote = character(CsvSetting.QUOTE, rfc.quote());
        // Who says another quote means that it is doubled, unless he says how it is escaped.
        Optional<Character> escape = character(CsvSetting.ESCAPE, quote);
        long mostRecordBytes = number(CsvSetting.MAX_RECORD_SIZE).orElse((long) rfc.mostRecordBytes());
        if (mostRecordBytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    CsvSetting.MAX_RECORD_SIZE.argument() + " must be below 2 GiB, not " + mostRecordBytes);
        }
        return new CsvDialect(
                text(CsvSetting.SEPARATOR).orElse(rfc.delimiter()),
                quote,
                escape,
                character(CsvSetting.COMMENT, rfc.comment()),
                filled(CsvSetting.LINE_SEPARATOR),
                (int) mostRecordBytes);
    }

    private static CsvSetting setting(String name) {
        for (CsvSetting setting : CsvSetting.values()) {
            if (setting.argument().equals(name)) {
                return setting;
            }
        }
        throw new IllegalArgumentException("unknown setting of CSV files: " + name);
    }

    private Optional<String> text(CsvSetting setting) {
        return Optional.ofNullable(values.get(setting.argument()));
    }

    private Optional<String> filled(CsvSetting setting) {
        return text(setting).filter(value -> !value.isEmpty());
    }

    private boolean flag(CsvSetting setting, boolean otherwise) {
        return text(setting)
                .map(value -> switch (value) {
                    case "true" -> true;
                    case "false" -> false;
                    default ->
                        throw new IllegalArgumentException(setting.argument() + " must be true or false, not " + value);
                })
                .orElse(otherwise);
    }

    private Optional<Long> number(CsvSetting setting) {
        return parse(setting, value -> {
            try {
                return Long.valueOf(value);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(setting.argument() + " must be a number, not " + value, e);
            }
        });
    }

    private Optional<Character> character(CsvSetting setting, Optional<Character> otherwise) {
        Optional<String> text = text(setting);
        if (text.isEmpty()) {
            return otherwise;
        }
        if (text.get().length() > 1) {
            throw new IllegalArgumentException(
                    setting.argument() + " must be one character or empty, not '" + text.get() + "'");
        }
        return text.filter(value -> !value.isEmpty()).map(value -> value.charAt(0));
    }

    private <T> Optional<T> parse(CsvSetting setting, Function<String, T> parser) {
        return text(setting).map(parser);
    }

    private static CsvMode mode(String name) {
        for (CsvMode mode : CsvMode.values()) {
            if (mode.name().equalsIgnoreCase(name)) {
                return mode;
            }
        }
        throw new IllegalArgumentException("mode must be one of " + CsvSetting.modes() + ", not " + name);
    }

    private static Compression compression(String name) {
        for (Compression compression : Compression.values()) {
            if (compression.name().equalsIgnoreCase(name)) {
                return compression;
            }
        }
        throw new IllegalArgumentException(
                "compression must be one of none, gzip, zstd, bzip2, lz4, snappy, not " + name);
    }

    private static Charset encoding(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new IllegalArgumentException("encoding is not known: " + name, e);
        }
    }

    private static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("time_zone is not known: " + name, e);
        }
    }
}
