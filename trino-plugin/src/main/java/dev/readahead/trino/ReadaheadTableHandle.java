package dev.readahead.trino;

import dev.readahead.trino.csv.CsvSettings;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.predicate.TupleDomain;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

import static java.util.Objects.requireNonNull;

/**
 * A table as far as a query has narrowed it down.
 *
 * @param name what it is called in the catalog, or the function that made it
 * @param isNamed whether it has a name in the catalog
 * @param paths where its files are, as the user wrote it; at least one
 * @param csv how CSV files are read; empty: the files are Parquet
 * @param columns all of them but the hidden ones
 * @param predicate what rows must satisfy; files and row groups are left out by it, the engine filters the rows
 * @param limit so many rows are enough
 */
public record ReadaheadTableHandle(
        SchemaTableName name,
        boolean isNamed,
        List<String> paths,
        Optional<CsvSettings> csv,
        List<ReadaheadColumnHandle> columns,
        TupleDomain<ReadaheadColumnHandle> predicate,
        OptionalLong limit)
        implements ConnectorTableHandle {
    public ReadaheadTableHandle {
        requireNonNull(name, "name");
        paths = List.copyOf(paths);
        requireNonNull(csv, "csv");
        columns = List.copyOf(columns);
        requireNonNull(predicate, "predicate");
        requireNonNull(limit, "limit");
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("a table without a path");
        }
    }

    /** What a function made of paths; its columns are not known yet. */
    static ReadaheadTableHandle of(SchemaTableName function, List<String> paths) {
        return new ReadaheadTableHandle(
                function, false, paths, Optional.empty(), List.of(), TupleDomain.all(), OptionalLong.empty());
    }

    /** A table with a name; its columns are not known yet. */
    static ReadaheadTableHandle named(SchemaTableName name, String path) {
        return new ReadaheadTableHandle(
                name, true, List.of(path), Optional.empty(), List.of(), TupleDomain.all(), OptionalLong.empty());
    }

    ReadaheadTableHandle withCsv(CsvSettings settings) {
        return new ReadaheadTableHandle(name, isNamed, paths, Optional.of(settings), columns, predicate, limit);
    }

    ReadaheadTableHandle withColumns(List<ReadaheadColumnHandle> newColumns) {
        return new ReadaheadTableHandle(name, isNamed, paths, csv, newColumns, predicate, limit);
    }

    ReadaheadTableHandle withPredicate(TupleDomain<ReadaheadColumnHandle> newPredicate) {
        return new ReadaheadTableHandle(name, isNamed, paths, csv, columns, newPredicate, limit);
    }

    ReadaheadTableHandle withLimit(long newLimit) {
        return new ReadaheadTableHandle(name, isNamed, paths, csv, columns, predicate, OptionalLong.of(newLimit));
    }

    /** What to call it in a message. */
    String description() {
        return isNamed ? name.toString() : String.join(", ", paths);
    }

    Map<String, ReadaheadColumnHandle> columnsByName() {
        return columns.stream().collect(Collectors.toMap(ReadaheadColumnHandle::name, column -> column));
    }

    /** What a plan shows. */
    @Override
    public String toString() {
        return description()
                + (predicate.isAll()
                        ? ""
                        : " where "
                                + predicate.getDomains().map(Object::toString).orElse("none"))
                + (limit.isPresent() ? " limit " + limit.getAsLong() : "");
    }
}
