package dev.readahead.csv;

import static java.util.Objects.requireNonNull;

/**
 * One thing that was found out about a file, for a user to read.
 *
 * @param value as it would be set
 * @param basis where the value comes from
 * @param reason what was seen, in one sentence without a full stop
 */
public record CsvFinding(CsvProperty property, String value, Basis basis, String reason) {
    /** Where a value comes from. */
    public enum Basis {
        /** The user said so; nothing was looked at. */
        GIVEN,
        /** The sample says so. */
        DETECTED,
        /** The sample does not tell, or says something that the options have no place for. */
        ASSUMED,
    }

    public CsvFinding {
        requireNonNull(property, "property");
        requireNonNull(value, "value");
        requireNonNull(basis, "basis");
        requireNonNull(reason, "reason");
    }

    /** The finding in a line of its own. */
    @Override
    public String toString() {
        String name = property.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        String how = basis.name().toLowerCase(java.util.Locale.ROOT);
        return name + " " + value + " (" + how + ": " + reason + ")";
    }
}
