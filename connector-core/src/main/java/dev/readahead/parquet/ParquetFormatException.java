package dev.readahead.parquet;

import java.io.IOException;

/** Bytes that are not what the Parquet format says. The message names the file, where, and what was found. */
public final class ParquetFormatException extends IOException {
    private static final long serialVersionUID = 1;

    ParquetFormatException(String message) {
        super(message);
    }

    ParquetFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
