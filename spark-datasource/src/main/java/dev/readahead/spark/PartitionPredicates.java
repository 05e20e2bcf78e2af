package dev.readahead.spark;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a join has found out about the values of partition columns while the query runs. Spark hands it down as
 * {@code column IN (values)}; anything else is ignored, which leaves out less.
 */
final class PartitionPredicates {
    static final PartitionPredicates NONE = new PartitionPredicates(List.of());

    private final List<OneOf> conditions;

    private PartitionPredicates(List<OneOf> conditions) {
        this.conditions = conditions;
    }

    static NamedReference[] attributes(StructType partitionSchema) {
        return java.util.Arrays.stream(partitionSchema.fields())
                .map(field -> Expressions.column(quoted(field.name())))
                .toArray(NamedReference[]::new);
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    static PartitionPredicates of(Predicate[] predicates, StructType partitionSchema) {
        List<OneOf> conditions = new ArrayList<>();
        for (Predicate predicate : predicates) {
            Expression[] children = predicate.children();
            if (predicate.name().equals("IN") && children[0] instanceof NamedReference column) {
                int ordinal = ordinal(partitionSchema, column);
                Set<Object> values = new HashSet<>();
                boolean allLiterals = true;
                for (int i = 1; i < children.length; i++) {
                    if (children[i] instanceof Literal<?> literal) {
                        values.add(literal.value());
                    } else {
                        allLiterals = false;
                    }
                }
                if (ordinal >= 0 && allLiterals) {
                    conditions.add(new OneOf(ordinal, partitionSchema.fields()[ordinal], values));
                }
            }
        }
        return new PartitionPredicates(conditions);
    }

    private static int ordinal(StructType schema, NamedReference column) {
        String[] parts = column.fieldNames();
        for (int i = 0; i < schema.fields().length; i++) {
            if (parts.length == 1 && schema.fields()[i].name().equalsIgnoreCase(parts[0])) {
                return i;
            }
        }
        return -1;
    }

    /** @param values of the partition columns, in the order of the schema */
    boolean mayMatch(InternalRow values) {
        return conditions.stream().allMatch(condition -> condition.mayMatch(values));
    }

    private record OneOf(int ordinal, StructField field, Set<Object> values) {
        boolean mayMatch(InternalRow row) {
            return !row.isNullAt(ordinal) && values.contains(row.get(ordinal, field.dataType()));
        }
    }
}
