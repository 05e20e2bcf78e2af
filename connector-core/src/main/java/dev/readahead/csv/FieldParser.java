package dev.readahead.csv;

/**
 * Reads fields as values of one type. An engine has parsers of its own where its rules differ from
 * {@link FieldParsers}. Need not be thread-safe: each scan has its own.
 */
public interface FieldParser {
    /**
     * Writes the value of a field that is not null.
     *
     * @param bytes hold the field from {@code from} to {@code to}, without quotes and escapes
     * @return false if it is no such value; then nothing was written
     */
    boolean parse(byte[] bytes, int from, int to, ColumnWriter writer, int row);
}
