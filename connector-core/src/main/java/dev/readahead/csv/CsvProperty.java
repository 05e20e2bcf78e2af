package dev.readahead.csv;

/** What {@link CsvDetector} finds out about a file, or is told by the user. */
public enum CsvProperty {
    ENCODING,
    DELIMITER,
    QUOTE,
    ESCAPE,
    COMMENT,
    /** Read as they come, whichever they are: found to be shown. */
    LINE_SEPARATOR,
    HEADER,
    NULL_VALUE,
    /** How many fields the records have. */
    FIELDS,
    /** The name and the type of one column; there are as many findings of this as there are columns. */
    COLUMN,
}
