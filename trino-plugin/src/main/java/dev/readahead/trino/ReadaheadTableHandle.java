package dev.readahead.trino;

import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.predicate.TupleDomain;

import java.util.List;
import java.util.OptionalLong;

import static java.util.Objects.requireNonNull;

/**
 * A table as far as a query has narrowed it down.
 *
 * @param path where its files are, as the user wrote it
 * @param columns all of them
 * @param predicate what rows must satisfy; files and row groups are left out by it, the engine filters the rows
 * @param limit so many rows are enough
 */
public record ReadaheadTableHandle(
        String path,
        List<ReadaheadColumnHandle> columns,
        TupleDomain<ReadaheadColumnHandle> predicate,
        OptionalLong limit)
        implements ConnectorTableHandle {
    public ReadaheadTableHandle {
        requireNonNull(path, "path");
        columns = List.copyOf(columns);
        requireNonNull(predicate, "predicate");
        requireNonNull(limit, "limit");
    }

    static ReadaheadTableHandle of(String path, List<ReadaheadColumnHandle> columns) {
        return new ReadaheadTableHandle(path, columns, TupleDomain.all(), OptionalLong.empty());
    }

    ReadaheadTableHandle withPredicate(TupleDomain<ReadaheadColumnHandle> newPredicate) {
        return new ReadaheadTableHandle(path, columns, newPredicate, limit);
    }

    ReadaheadTableHandle withLimit(long newLimit) {
        return new ReadaheadTableHandle(path, columns, predicate, OptionalLong.of(newLimit));
    }

    /** What a plan shows. */
    @Override
    public String toString() {
        return path
                + (predicate.isAll()
                        ? ""
                        : " where "
                                + predicate.getDomains().map(Object::toString).orElse("none"))
                + (limit.isPresent() ? " limit " + limit.getAsLong() : "");
    }
}
