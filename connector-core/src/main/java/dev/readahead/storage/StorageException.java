package dev.readahead.storage;

import java.io.IOException;

import static java.util.Objects.requireNonNull;

/** A request that failed. The message names the object, the bytes and what was found; it holds no credentials. */
public final class StorageException extends IOException {
    private static final long serialVersionUID = 1;

    /** What went wrong, as far as it decides what to do next. */
    public enum Reason {
        /** No such object or bucket. */
        NOT_FOUND,
        /** The credentials are missing, wrong, expired or not sufficient. */
        ACCESS_DENIED,
        /** The object is no longer the version that was asked for. */
        CHANGED,
        /** The request can never succeed as configured: wrong region, no such endpoint, invalid range. */
        REFUSED,
        /** The store asks for fewer requests (503 SlowDown, 429). */
        THROTTLED,
        /**
         * The connection broke, timed out, or the store failed for the moment (500, 502, 504): the same request may
         * succeed.
         */
        TRANSIENT,
    }

    private final Reason reason;

    public StorageException(Reason reason, String message) {
        this(reason, message, null);
    }

    public StorageException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = requireNonNull(reason, "reason");
    }

    public Reason reason() {
        return reason;
    }

    public boolean isRetryable() {
        return reason == Reason.THROTTLED || reason == Reason.TRANSIENT;
    }
}
