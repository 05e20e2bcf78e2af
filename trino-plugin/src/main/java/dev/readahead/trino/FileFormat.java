package dev.readahead.trino;

/** What the files of a table are. */
enum FileFormat {
    PARQUET,
}
