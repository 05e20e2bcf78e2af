package dev.readahead.csv;

import dev.readahead.storage.ObjectLocation;

import java.io.IOException;

/** A file that is not as the options and the schema say. The message says where, what was found and what to do. */
public final class CsvException extends IOException {
    private static final long serialVersionUID = 1;

    CsvException(ObjectLocation location, String message) {
        super(location + ": " + message);
    }

    CsvException(ObjectLocation location, String message, Throwable cause) {
        super(location + ": " + message, cause);
    }
}
