package dev.readahead.parquet;

import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.filter2.predicate.Operators;
import org.apache.parquet.filter2.predicate.UserDefinedPredicate;
import org.apache.parquet.hadoop.metadata.ColumnPath;

import java.util.HashSet;
import java.util.Set;

/**
 * The columns that a predicate names.
 *
 * @param all every one
 * @param testedForValues the ones of which single values are tested, which bloom filters and dictionaries can rule out
 */
record PredicateColumns(Set<ColumnPath> all, Set<ColumnPath> testedForValues) {
    static PredicateColumns of(FilterPredicate predicate) {
        Collector collector = new Collector(new PredicateColumns(new HashSet<>(), new HashSet<>()));
        predicate.accept(collector);
        return collector.columns();
    }

    private record Collector(PredicateColumns columns) implements FilterPredicate.Visitor<Void> {
        private Void compare(Operators.Column<?> column) {
            columns.all.add(column.getColumnPath());
            return null;
        }

        private Void test(Operators.Column<?> column) {
            columns.testedForValues.add(column.getColumnPath());
            return compare(column);
        }

        @Override
        public <T extends Comparable<T>> Void visit(Operators.Eq<T> eq) {
            return test(eq.getColumn());
        }

        @Override
        public <T extends Comparable<T>> Void visit(Operators.NotEq<T> notEq) {
            return compare(notEq.getColumn());
        }

        @Override
        public <T extends Comparable<T>> Void visit(Operators.Lt<T> lt) {
            return compare(lt.getColumn());
        }

        @Override
        public <T extends Comparable<T>> Void visit(Operators.LtEq<T> ltEq) {
            return compare(ltEq.getColumn());
        }

        @Override
        public <T extends Comparable<T>> Void visit(Operators.Gt<T> gt) {
            return compare(gt.getColumn());
        }

        @Override
        public <T extends Comparable<T>> Void visit(Operators.GtEq<T> gtEq) {
            return compare(gtEq.getColumn());
        }

        @Override
        public <T extends Comparable<T>> Void visit(Operators.In<T> in) {
            return test(in.getColumn());
        }

        @Override
        public <T extends Comparable<T>> Void visit(Operators.NotIn<T> notIn) {
            return compare(notIn.getColumn());
        }

        @Override
        public <T extends Comparable<T>> Void visit(Operators.Contains<T> contains) {
            return test(contains.getColumn());
        }

        @Override
        public Void visit(Operators.And and) {
            and.getLeft().accept(this);
            return and.getRight().accept(this);
        }

        @Override
        public Void visit(Operators.Or or) {
            or.getLeft().accept(this);
            return or.getRight().accept(this);
        }

        @Override
        public Void visit(Operators.Not not) {
            return not.getPredicate().accept(this);
        }

        @Override
        public <T extends Comparable<T>, U extends UserDefinedPredicate<T>> Void visit(
                Operators.UserDefined<T, U> userDefined) {
            return test(userDefined.getColumn());
        }

        @Override
        public <T extends Comparable<T>, U extends UserDefinedPredicate<T>> Void visit(
                Operators.LogicalNotUserDefined<T, U> userDefined) {
            return compare(userDefined.getUserDefined().getColumn());
        }
    }
}
