package dev.readahead.parquet;

import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.schema.MessageType;

import static java.util.Objects.requireNonNull;

/**
 * What a scan wants of one file.
 *
 * @param requestedSchema the columns to read, as the file names them
 * @param filter what rows must satisfy, {@link FilterCompat#NOOP} if nothing; used to leave out row groups and pages,
 *     never to decide on a single row
 * @param levels by what row groups and pages may be left out
 */
public record FileProjection(MessageType requestedSchema, FilterCompat.Filter filter, FilterLevels levels) {
    public FileProjection {
        requireNonNull(requestedSchema, "requestedSchema");
        requireNonNull(filter, "filter");
        requireNonNull(levels, "levels");
    }

    boolean filters() {
        return FilterCompat.isFilteringRequired(filter);
    }

    /** Which parts of the metadata are asked, as the engine is configured. */
    public record FilterLevels(boolean statistics, boolean dictionary, boolean bloom, boolean columnIndex) {
        public static final FilterLevels ALL = new FilterLevels(true, true, true, true);
    }
}
