package dev.readahead.trino;

import io.trino.parquet.predicate.TupleDomainParquetPredicate;
import io.trino.spi.predicate.TupleDomain;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.internal.filter2.columnindex.ColumnIndexFilter;
import org.apache.parquet.internal.filter2.columnindex.RowRanges;
import org.joda.time.DateTimeZone;

import java.util.List;
import java.util.Optional;

/**
 * Tells Trino's reader which rows of a row group to read. The reader takes those that a predicate leaves by the page
 * index; this predicate knows them already.
 */
final class ExactRows extends TupleDomainParquetPredicate {
    private final RowRanges rows;

    ExactRows(RowRanges rows) {
        super(TupleDomain.all(), List.of(), DateTimeZone.UTC);
        this.rows = rows;
    }

    @Override
    public Optional<FilterPredicate> toParquetFilter(DateTimeZone timeZone) {
        return Optional.of(new Filter(rows));
    }

    private record Filter(RowRanges rows) implements FilterPredicate {
        /** The rows to who looks for rows; itself to who rewrites predicates. */
        @Override
        @SuppressWarnings("unchecked")
        public <R> R accept(Visitor<R> visitor) {
            return (R) (visitor instanceof ColumnIndexFilter ? rows : this);
        }
    }
}
