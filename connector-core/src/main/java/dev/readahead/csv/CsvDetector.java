package dev.readahead.csv;

import dev.readahead.csv.CsvDetection.Column;
import dev.readahead.csv.CsvType.Kind;
import dev.readahead.storage.ObjectLocation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Finds out from the first bytes of a file how it is to be read: dialect, header, null value, the names and types of
 * its columns. Says for each what it was found by. What the user has set is taken as it is, and where the bytes do not
 * tell, what was given stays and the finding says so.
 *
 * <p>The types are those that a scan with the resulting options reads all values of the sample as. The same bytes give
 * the same answer.
 */
public final class CsvDetector {
    /** How many bytes of a file's start are enough for a good answer, and cost about one request. */
    public static final int SAMPLE_BYTES = 512 << 10;

    private final CsvOptions given;
    private final Set<CsvProperty> fixed;
    private final Sample sample;
    private final Findings findings = new Findings();

    private CsvDetector(CsvOptions given, Set<CsvProperty> fixed, Sample sample) {
        this.given = given;
        this.fixed = fixed;
        this.sample = sample;
    }

    /**
     * Does not wait for anything, but takes some tens of milliseconds.
     *
     * @param file for messages, and for its suffix, which tells the compression
     * @param start the file's first bytes as they are stored: compressed, and in whatever encoding
     * @param isWholeFile whether they are all of its bytes
     * @param given what holds for all that is not detected, and where nothing tells
     * @param fixed what the user has set in {@code given}, and must not be detected
     * @throws CsvException if the bytes cannot be decoded, or hold no complete record
     */
    public static CsvDetection detect(
            ObjectLocation file, byte[] start, boolean isWholeFile, CsvOptions given, Set<CsvProperty> fixed)
            throws CsvException {
        Sample sample = Sample.of(file, start, isWholeFile, given, fixed.contains(CsvProperty.ENCODING));
        return new CsvDetector(given, fixed, sample).detect();
    }

    private CsvDetection detect() throws CsvException {
        DialectFit fit = new DialectDetector(given.dialect(), fixed, sample).detect();
        CsvOptions options = given.withEncoding(sample.encoding()).withDialect(fit.dialect());
        if (fit.records() == 0 && !sample.whole()) {
            throw new CsvException(
                    sample.file(),
                    "its first " + sample.text().length + " bytes hold no complete record: name the columns and their"
                            + " types, or set the delimiter, the quote and the line separator");
        }
        DialectFindings.report(given, fixed, fit, sample, findings);
        List<Optional<String>> first = firstRecord(options, fit.fields());
        boolean header = header(options, first);
        options = options.withHeader(header);
        options = nullValue(options, infer(options, fit.fields()));
        return new CsvDetection(options, columns(options, first), findings.all());
    }

    private boolean header(CsvOptions options, List<Optional<String>> first) throws CsvException {
        if (fixed.contains(CsvProperty.HEADER)) {
            findings.given(CsvProperty.HEADER, String.valueOf(given.header()));
            return given.header();
        }
        return HeaderDetector.detect(first, infer(options.withHeader(true), first.size()), given.header(), findings);
    }

    /** The text without which most columns have a type other than text. */
    private CsvOptions nullValue(CsvOptions options, List<ColumnInference> columns) {
        if (fixed.contains(CsvProperty.NULL_VALUE)) {
            findings.given(CsvProperty.NULL_VALUE, Findings.shown(given.nullValue()));
            return options;
        }
        TreeMap<String, Integer> columnsByNull = new TreeMap<>(Comparator.comparingInt(ColumnInference.NULLS::indexOf));
        for (ColumnInference column : columns) {
            if (column.nulls().size() == 1 && column.typeWithoutNulls().kind() != Kind.VARCHAR) {
                columnsByNull.merge(column.nulls().iterator().next(), 1, Integer::sum);
            }
        }
        int most = columnsByNull.values().stream().mapToInt(n -> n).max().orElse(0);
        if (most == 0) {
            findings.assumed(
                    CsvProperty.NULL_VALUE,
                    Findings.shown(given.nullValue()),
                    "no column has a text among values of another type that often stands for null");
            return options;
        }
        String text = columnsByNull.entrySet().stream()
                .filter(entry -> entry.getValue() == most)
                .findFirst()
                .orElseThrow()
                .getKey();
        findings.detected(
                CsvProperty.NULL_VALUE,
                Findings.shown(text),
                "it is the only text in " + most + (most == 1 ? " column" : " columns") + " of another type");
        boolean emptyWasNull = given.emptyIsNull() || given.nullValue().isEmpty();
        return options.withNullValue(text).withEmptyIsNull(emptyWasNull);
    }

    private List<Column> columns(CsvOptions options, List<Optional<String>> first) throws CsvException {
        List<ColumnInference> inferred = infer(options, first.size());
        List<String> names = options.header()
                ? ColumnNames.of(first)
                : IntStream.range(0, first.size()).mapToObj(ColumnNames::of).toList();
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < first.size(); i++) {
            CsvType type = inferred.get(i).type();
            columns.add(new Column(names.get(i), type));
            String value = names.get(i) + " " + type;
            if (inferred.get(i).tells()) {
                findings.detected(CsvProperty.COLUMN, value, inferred.get(i).reason());
            } else {
                findings.assumed(CsvProperty.COLUMN, value, inferred.get(i).reason());
            }
        }
        return columns;
    }

    private List<Optional<String>> firstRecord(CsvOptions options, int fields) throws CsvException {
        List<Optional<String>> record = new ArrayList<>();
        FieldParser keep = (bytes, from, to, writer, row) -> {
            writer.setBytes(row, bytes, from, to - from);
            return true;
        };
        List<FieldParser> parsers =
                IntStream.range(0, fields).mapToObj(i -> keep).toList();
        ColumnWriter[] writers = new ColumnWriter[fields];
        for (int i = 0; i < fields; i++) {
            int place = i;
            record.add(Optional.empty());
            writers[i] = new NoValues() {
                @Override
                public void setBytes(int row, byte[] bytes, int from, int length) {
                    record.set(place, Optional.of(new String(bytes, from, length, StandardCharsets.UTF_8)));
                }
            };
        }
        read(options.withHeader(false), parsers, writers, 1);
        return record;
    }

    private List<ColumnInference> infer(CsvOptions options, int fields) throws CsvException {
        List<ColumnInference> columns = IntStream.range(0, fields)
                .mapToObj(i -> new ColumnInference(options))
                .toList();
        ColumnWriter[] writers =
                IntStream.range(0, fields).mapToObj(i -> new NoValues()).toArray(ColumnWriter[]::new);
        read(options, columns, writers, Integer.MAX_VALUE);
        return columns;
    }

    /** Reads the sample as a scan would. */
    private void read(CsvOptions options, List<? extends FieldParser> parsers, ColumnWriter[] writers, int mostRows)
            throws CsvException {
        CsvOptions lenient =
                options.withMode(CsvMode.PERMISSIVE).withRaggedRows(true).withStrictQuotes(false);
        List<CsvColumn> columns = IntStream.range(0, parsers.size())
                .mapToObj(i -> new CsvColumn(ColumnNames.of(i), i, "field", parsers.get(i)))
                .toList();
        RecordWindow window = new RecordWindow();
        window.bytes = sample.text();
        window.to = window.bytes.length;
        window.last = sample.whole();
        RecordReader records = new RecordReader(lenient, new CsvProjection(parsers.size(), columns, false));
        records.beginRange(sample.file(), true);
        records.read(window, 0, Long.MAX_VALUE, writers, mostRows);
    }
}
