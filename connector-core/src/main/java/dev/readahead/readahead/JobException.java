package dev.readahead.readahead;

import java.io.IOException;

/** A job whose bytes could not be fetched. */
public final class JobException extends IOException {
    private static final long serialVersionUID = 1;

    private final transient Object description;

    JobException(Object description, Throwable cause) {
        super(cause.getMessage(), cause);
        this.description = description;
    }

    /** What the format knows of the job; null after serialization. */
    public Object description() {
        return description;
    }
}
