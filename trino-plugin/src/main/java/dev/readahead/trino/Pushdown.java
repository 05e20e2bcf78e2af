package dev.readahead.trino;

import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.ConstraintApplicationResult;
import io.trino.spi.connector.LimitApplicationResult;
import io.trino.spi.predicate.TupleDomain;

import java.util.Optional;

/** What a query hands down to a table. */
final class Pushdown {
    private Pushdown() {}

    static Optional<ConstraintApplicationResult<ConnectorTableHandle>> filter(
            ReadaheadTableHandle table, Constraint constraint) {
        if (table.limit().isPresent()) {
            // The limit counts the rows before this filter.
            return Optional.empty();
        }
        TupleDomain<ReadaheadColumnHandle> asked =
                constraint.getSummary().transformKeys(ReadaheadColumnHandle.class::cast);
        TupleDomain<ReadaheadColumnHandle> narrowed = table.predicate().intersect(asked);
        if (narrowed.equals(table.predicate())) {
            return Optional.empty();
        }
        // What is the same in all rows of a file is decided by leaving out files. Of the rest only files, row groups
        // and pages without any such row are left out.
        TupleDomain<ColumnHandle> remaining = constraint
                .getSummary()
                .filter((column, domain) -> !FileConstants.isConstant((ReadaheadColumnHandle) column));
        return Optional.of(new ConstraintApplicationResult<>(
                table.withPredicate(narrowed), remaining, constraint.getExpression(), false));
    }

    static Optional<LimitApplicationResult<ConnectorTableHandle>> limit(ReadaheadTableHandle table, long limit) {
        boolean known = table.limit().isPresent() && table.limit().getAsLong() <= limit;
        if (known || !isDecidedByFiles(table.predicate())) {
            return Optional.empty();
        }
        return Optional.of(new LimitApplicationResult<>(table.withLimit(limit), false, false));
    }

    private static boolean isDecidedByFiles(TupleDomain<ReadaheadColumnHandle> predicate) {
        return predicate
                .getDomains()
                .map(domains -> domains.keySet().stream().allMatch(FileConstants::isConstant))
                .orElse(true);
    }
}
