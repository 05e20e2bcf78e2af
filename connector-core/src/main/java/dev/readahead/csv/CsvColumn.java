package dev.readahead.csv;

import static java.util.Objects.requireNonNull;

/**
 * A column that a scan reads.
 *
 * @param name for messages
 * @param index its place in the records, from 0
 * @param type what its fields are, for messages
 * @param parser reads its fields; of this scan alone
 */
public record CsvColumn(String name, int index, String type, FieldParser parser) {
    public CsvColumn {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
        requireNonNull(parser, "parser");
        if (index < 0) {
            throw new IllegalArgumentException("columns are counted from 0, not from " + index);
        }
    }

    /** A column that is read by the core's own rules. */
    public static CsvColumn of(String name, int index, CsvType type, CsvOptions options) {
        return new CsvColumn(name, index, type.toString(), FieldParsers.of(type, options));
    }
}
