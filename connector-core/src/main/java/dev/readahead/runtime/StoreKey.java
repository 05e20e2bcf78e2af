package dev.readahead.runtime;

import static java.util.Objects.requireNonNull;

/**
 * What makes two stores the same, so that they share connections and limits.
 *
 * @param kind what the store is, such as {@code s3}
 * @param settings equal exactly when the stores are interchangeable, credentials included; compared, never printed
 */
public record StoreKey(String kind, Object settings) {
    public StoreKey {
        requireNonNull(kind, "kind");
        requireNonNull(settings, "settings");
    }

    /** Settings may hold credentials. */
    @Override
    public String toString() {
        return kind;
    }
}
