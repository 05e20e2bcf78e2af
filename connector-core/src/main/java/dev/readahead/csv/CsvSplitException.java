package dev.readahead.csv;

import dev.readahead.storage.ObjectLocation;

import java.io.IOException;

/** A split that could not be read. The records of the splits before it have been delivered. */
public final class CsvSplitException extends IOException {
    private static final long serialVersionUID = 1;

    private final int splitIndex;

    CsvSplitException(int splitIndex, ObjectLocation location, Throwable cause) {
        super(naming(location, cause), cause);
        this.splitIndex = splitIndex;
    }

    /** Most causes name the file already; what a library threw does not. */
    private static String naming(ObjectLocation location, Throwable cause) {
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return message.contains(location.toString()) ? message : location + ": " + message;
    }

    /** Its place in the list of splits, so that an engine told to skip broken files can go on behind it. */
    public int splitIndex() {
        return splitIndex;
    }
}
