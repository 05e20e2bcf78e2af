package dev.readahead.csv;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Says why a dialect was taken for a file's. */
final class DialectFindings {
    private final CsvOptions given;
    private final Set<CsvProperty> fixed;
    private final DialectFit fit;
    private final Sample sample;
    private final Findings findings;

    private DialectFindings(
            CsvOptions given, Set<CsvProperty> fixed, DialectFit fit, Sample sample, Findings findings) {
        this.given = given;
        this.fixed = fixed;
        this.fit = fit;
        this.sample = sample;
        this.findings = findings;
    }

    static void report(CsvOptions given, Set<CsvProperty> fixed, DialectFit fit, Sample sample, Findings findings) {
        DialectFindings report = new DialectFindings(given, fixed, fit, sample, findings);
        report.encoding();
        report.delimiter();
        report.quote();
        report.escape();
        report.comment();
        report.lineSeparator();
        report.fields();
    }

    private void encoding() {
        String encoding = sample.encoding().name();
        byte[] text = sample.text();
        if (sample.marked() && !fixed.contains(CsvProperty.ENCODING)) {
            findings.detected(CsvProperty.ENCODING, encoding, "the file begins with its byte order mark");
        } else if (!Utf8.isValid(text, 0, completeCharacters(text))) {
            findings.assumed(
                    CsvProperty.ENCODING,
                    encoding,
                    "but the file holds bytes that are no such text: set the encoding, ISO-8859-1 for one");
        } else if (fixed.contains(CsvProperty.ENCODING)) {
            findings.given(CsvProperty.ENCODING, encoding);
        } else {
            findings.detected(CsvProperty.ENCODING, encoding, "all bytes are such text");
        }
    }

    /** The text may be cut within a character. */
    private int completeCharacters(byte[] text) {
        int to = text.length;
        if (sample.whole()) {
            return to;
        }
        while (to > 0 && (text[to - 1] & 0xc0) == 0x80) {
            to--;
        }
        return to > 0 && text[to - 1] < 0 ? to - 1 : to;
    }

    private void delimiter() {
        String value = Findings.shown(fit.dialect().delimiter());
        if (fixed.contains(CsvProperty.DELIMITER)) {
            findings.given(CsvProperty.DELIMITER, value);
        } else if (fit.score() == 0) {
            findings.assumed(CsvProperty.DELIMITER, value, "no usual delimiter gives records of as many fields each");
        } else {
            findings.detected(CsvProperty.DELIMITER, value, fit.shape() + " by it");
        }
    }

    private void quote() {
        String value = Findings.shown(fit.dialect().quote());
        if (fixed.contains(CsvProperty.QUOTE)) {
            findings.given(CsvProperty.QUOTE, value);
        } else if (fit.quoted() > 0) {
            findings.detected(
                    CsvProperty.QUOTE,
                    value,
                    fit.quoted() + (fit.quoted() == 1 ? " field stands" : " fields stand") + " in such");
        } else if (fit.dialect().quote().isEmpty() && given.dialect().quote().isPresent()) {
            findings.detected(
                    CsvProperty.QUOTE,
                    value,
                    "fields that begin with " + Findings.shown(given.dialect().quote()) + " do not end with it");
        } else {
            findings.assumed(CsvProperty.QUOTE, value, "no field stands in quotes");
        }
    }

    private void escape() {
        String value = Findings.shown(fit.dialect().escape());
        if (fixed.contains(CsvProperty.ESCAPE)) {
            findings.given(CsvProperty.ESCAPE, value);
        } else if (fit.escaped() > 0) {
            findings.detected(
                    CsvProperty.ESCAPE,
                    value,
                    fit.escaped() + (fit.escaped() == 1 ? " field holds" : " fields hold") + " quotes behind it");
        } else {
            findings.assumed(CsvProperty.ESCAPE, value, "no field in quotes holds a quote");
        }
    }

    private void comment() {
        String value = Findings.shown(fit.dialect().comment());
        if (fixed.contains(CsvProperty.COMMENT)) {
            findings.given(CsvProperty.COMMENT, value);
        } else if (fit.dialect().comment().equals(given.dialect().comment())) {
            findings.assumed(CsvProperty.COMMENT, value, "no lines are told from records by their first character");
        } else {
            findings.detected(
                    CsvProperty.COMMENT, value, "lines that begin with it have not as many fields as records have");
        }
    }

    private void lineSeparator() {
        if (fit.dialect().lineSeparator().isPresent()) {
            findings.given(
                    CsvProperty.LINE_SEPARATOR,
                    Findings.shown(fit.dialect().lineSeparator().get()));
            return;
        }
        Map<String, Integer> ends = lineEnds();
        String counts = ends.entrySet().stream()
                .map(end -> end.getValue() + " lines end with " + Findings.shown(end.getKey()))
                .collect(Collectors.joining(", "));
        if (ends.size() == 1) {
            findings.detected(
                    CsvProperty.LINE_SEPARATOR,
                    Findings.shown(ends.keySet().iterator().next()),
                    counts);
        } else {
            findings.assumed(CsvProperty.LINE_SEPARATOR, "any", ends.isEmpty() ? "the sample has no line end" : counts);
        }
    }

    private Map<String, Integer> lineEnds() {
        Map<String, Integer> ends = new LinkedHashMap<>();
        RecordTokenizer tokenizer = new RecordTokenizer(fit.dialect());
        byte[] text = sample.text();
        for (int at = 0; at < text.length; ) {
            int next = tokenizer.parse(text, at, text.length, sample.whole());
            if (next == RecordTokenizer.NEEDS_MORE) {
                break;
            }
            int length = text[next - 1] == '\n' && next - 2 >= at && text[next - 2] == '\r' ? 2 : 1;
            if (text[next - 1] == '\n' || text[next - 1] == '\r') {
                ends.merge(new String(text, next - length, length, US_ASCII), 1, Integer::sum);
            }
            at = next;
        }
        return ends;
    }

    private void fields() {
        String value = String.valueOf(fit.fields());
        if (fit.regular() == fit.records()) {
            findings.detected(CsvProperty.FIELDS, value, fit.shape());
        } else {
            findings.assumed(
                    CsvProperty.FIELDS,
                    value,
                    fit.shape() + "; the others are malformed unless ragged rows are let through");
        }
    }
}
