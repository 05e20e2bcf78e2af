package dev.readahead.csv;

/** What becomes of records that are not as the schema says. */
public enum CsvMode {
    /** A field that is no value of its type is null, and so are missing ones. */
    PERMISSIVE,
    /** The whole record is left out. */
    DROP_MALFORMED,
    /** The first one fails the scan. */
    FAIL_FAST,
}
