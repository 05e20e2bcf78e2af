package dev.readahead.trino;

import io.airlift.slice.Slice;
import io.airlift.slice.SliceUtf8;
import io.trino.spi.predicate.Domain;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.CharType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.Decimals;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeOperators;
import io.trino.spi.type.VarbinaryType;
import io.trino.spi.type.VarcharType;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which columns of a table may be read from files that hold another type: where Trino's reader widens, as it does for
 * the Hive connector. Everything that would lose a value is refused.
 */
final class Coercions {
    private static final List<Type> INTEGERS =
            List.of(TinyintType.TINYINT, SmallintType.SMALLINT, IntegerType.INTEGER, BigintType.BIGINT);

    private final TypeOperators operators;

    Coercions(TypeOperators operators) {
        this.operators = operators;
    }

    /**
     * Whether the column can be read.
     *
     * @param table its type in the table
     * @param file the type that holds every value of the file, as {@link ColumnTypes} has it
     */
    static boolean isReadable(Type table, Type file) {
        if (table.equals(file)) {
            return true;
        }
        if (table instanceof ArrayType array) {
            return file instanceof ArrayType found && isReadable(array.getElementType(), found.getElementType());
        }
        if (table instanceof MapType map) {
            return file instanceof MapType found
                    && isReadable(map.getKeyType(), found.getKeyType())
                    && isReadable(map.getValueType(), found.getValueType());
        }
        if (table instanceof RowType row) {
            return file instanceof RowType found && areReadable(row, found);
        }
        return INTEGERS.contains(table) && INTEGERS.contains(file)
                ? INTEGERS.indexOf(table) > INTEGERS.indexOf(file)
                : isWiderScalar(table, file);
    }

    private static boolean isWiderScalar(Type table, Type file) {
        if (table instanceof DecimalType wide && file instanceof DecimalType narrow) {
            return wide.getScale() >= narrow.getScale()
                    && wide.getPrecision() - wide.getScale() >= narrow.getPrecision() - narrow.getScale();
        }
        if (table instanceof TimestampType timestamp) {
            return isReadableTimestamp(timestamp, file);
        }
        if (table instanceof VarcharType || table instanceof CharType) {
            return file == VarcharType.VARCHAR || file == VarbinaryType.VARBINARY;
        }
        return table == DoubleType.DOUBLE && file == RealType.REAL
                || table == VarbinaryType.VARBINARY && file == VarcharType.VARCHAR;
    }

    /**
     * An instant is read as the time in UTC. Times of INT96 are finer than what most writers mean: they may be rounded.
     */
    private static boolean isReadableTimestamp(TimestampType table, Type file) {
        if (file instanceof TimestampType found) {
            return table.getPrecision() >= found.getPrecision() || found == TimestampType.TIMESTAMP_NANOS;
        }
        return file instanceof TimestampWithTimeZoneType found && table.getPrecision() >= found.getPrecision();
    }

    /** Fields are found by their names; one that the file does not have is null. */
    private static boolean areReadable(RowType table, RowType file) {
        Map<String, Type> found = fields(file);
        return table.getFields().stream().allMatch(field -> {
            String name = field.getName().orElse("").toLowerCase(Locale.ENGLISH);
            return !found.containsKey(name) || isReadable(field.getType(), found.get(name));
        });
    }

    private static Map<String, Type> fields(RowType row) {
        Map<String, Type> fields = new LinkedHashMap<>();
        row.getFields()
                .forEach(field -> fields.put(field.getName().orElse("").toLowerCase(Locale.ENGLISH), field.getType()));
        return fields;
    }

    /**
     * What may be asked of the statistics of a file about a column, given what is asked of its rows. Empty where they
     * may be of another kind than the values are read as: then nothing is left out by them.
     */
    static Optional<Domain> pushable(Type table, Type file, Domain domain) {
        if (table.equals(file) || INTEGERS.contains(table) && INTEGERS.contains(file)) {
            return Optional.of(domain);
        }
        return table instanceof VarcharType varchar && file == VarcharType.VARCHAR
                ? Optional.of(domain).filter(asked -> areShorter(asked, varchar.getBoundedLength()))
                : Optional.empty();
    }

    /** Texts are cut at the length that the table gives them; that changes no comparison with a shorter one. */
    private static boolean areShorter(Domain domain, int length) {
        return domain.getValues().getRanges().getOrderedRanges().stream()
                .flatMap(range -> Stream.concat(range.getLowValue().stream(), range.getHighValue().stream()))
                .allMatch(value -> SliceUtf8.countCodePoints((Slice) value) < length);
    }

    /** The type that values of both can be read as. */
    Optional<Type> common(Type left, Type right) {
        if (isReadable(left, right) && !(left instanceof RowType)) {
            return Optional.of(left);
        }
        if (isReadable(right, left) && !(right instanceof RowType)) {
            return Optional.of(right);
        }
        if (left instanceof DecimalType a && right instanceof DecimalType b) {
            int scale = Math.max(a.getScale(), b.getScale());
            int digits = Math.max(a.getPrecision() - a.getScale(), b.getPrecision() - b.getScale());
            return scale + digits <= Decimals.MAX_PRECISION
                    ? Optional.of(DecimalType.createDecimalType(scale + digits, scale))
                    : Optional.empty();
        }
        if (left instanceof ArrayType a && right instanceof ArrayType b) {
            return common(a.getElementType(), b.getElementType()).map(ArrayType::new);
        }
        if (left instanceof MapType a && right instanceof MapType b) {
            return common(a.getKeyType(), b.getKeyType())
                    .flatMap(key -> common(a.getValueType(), b.getValueType())
                            .map(value -> new MapType(key, value, operators)));
        }
        return left instanceof RowType a && right instanceof RowType b ? commonRow(a, b) : Optional.empty();
    }

    private Optional<Type> commonRow(RowType left, RowType right) {
        Map<String, Type> fields = fields(left);
        for (Map.Entry<String, Type> field : fields(right).entrySet()) {
            Type known = fields.get(field.getKey());
            Optional<Type> common = known == null ? Optional.of(field.getValue()) : common(known, field.getValue());
            if (common.isEmpty()) {
                return Optional.empty();
            }
            fields.put(field.getKey(), common.get());
        }
        List<RowType.Field> merged = new ArrayList<>();
        fields.forEach((name, type) -> merged.add(RowType.field(name, type)));
        return Optional.of(RowType.from(merged));
    }
}
