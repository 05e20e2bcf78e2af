package dev.readahead.csv;

import java.util.List;
import java.util.stream.Collectors;

import static java.util.Objects.requireNonNull;

/**
 * How a file is to be read, and why.
 *
 * @param options what was given, with what was found out set in it
 * @param columns all of them, in the order of the file; none if the file has no records
 * @param findings what each property was found to be and by what
 */
public record CsvDetection(CsvOptions options, List<Column> columns, List<CsvFinding> findings) {
    /**
     * A column as it was found.
     *
     * @param name unique whatever the case of letters
     * @param type that every value of the sample has
     */
    public record Column(String name, CsvType type) {
        public Column {
            requireNonNull(name, "name");
            requireNonNull(type, "type");
        }
    }

    public CsvDetection {
        requireNonNull(options, "options");
        columns = List.copyOf(columns);
        findings = List.copyOf(findings);
    }

    /** The findings for a user, one in each line. */
    public String explanation() {
        return findings.stream().map(CsvFinding::toString).collect(Collectors.joining("\n"));
    }
}
