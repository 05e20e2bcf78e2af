package dev.readahead.trino;

import java.util.regex.Pattern;

/** What the files of a table are. */
enum FileFormat {
    PARQUET,
    CSV;

    private static final Pattern CSV_NAME =
            Pattern.compile(".*\\.(csv|tsv)(\\.[a-z0-9]+)?", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** CSV if a file has the suffix of it, with that of a compression behind it or without; else Parquet. */
    static FileFormat ofName(String name) {
        return CSV_NAME.matcher(name).matches() ? CSV : PARQUET;
    }
}
