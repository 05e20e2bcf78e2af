package dev.readahead.trino;

import io.trino.spi.type.ArrayType;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.Decimals;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimeType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeOperators;
import io.trino.spi.type.UuidType;
import io.trino.spi.type.VarbinaryType;
import io.trino.spi.type.VarcharType;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.BsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type.Repetition;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The Trino type that holds every value of a Parquet type and that Trino's reader decodes it to. Empty where there is
 * none: for unsigned numbers of 32 and 64 bits, which that reader takes for signed ones, and for types it does not
 * know.
 */
final class ColumnTypes {
    private static final int MILLIS = 3;
    private static final int MICROS = 6;
    private static final int NANOS = 9;
    private static final int KEY_AND_VALUE = 2;
    private static final int BYTE_BITS = 8;
    private static final int SHORT_BITS = 16;
    private static final int INT_BITS = 32;

    private final TypeOperators operators;

    ColumnTypes(TypeOperators operators) {
        this.operators = operators;
    }

    Optional<Type> of(org.apache.parquet.schema.Type type) {
        if (type.isRepetition(Repetition.REPEATED)) {
            // A list without the group around it, as old writers made it; of primitives only, or it is read as nulls.
            return type.isPrimitive() ? primitive(type.asPrimitiveType()).map(ArrayType::new) : Optional.empty();
        }
        return type.isPrimitive() ? primitive(type.asPrimitiveType()) : group(type.asGroupType());
    }

    private Optional<Type> group(GroupType group) {
        LogicalTypeAnnotation annotation = group.getLogicalTypeAnnotation();
        if (annotation instanceof ListLogicalTypeAnnotation) {
            return list(group);
        }
        if (annotation instanceof MapLogicalTypeAnnotation || annotation instanceof MapKeyValueTypeAnnotation) {
            return map(group);
        }
        return annotation == null ? row(group) : Optional.empty();
    }

    private Optional<Type> row(GroupType group) {
        List<RowType.Field> fields = new ArrayList<>();
        for (org.apache.parquet.schema.Type field : group.getFields()) {
            Optional<Type> type = of(field);
            if (type.isEmpty()) {
                return Optional.empty();
            }
            fields.add(RowType.field(field.getName().toLowerCase(Locale.ENGLISH), type.get()));
        }
        boolean ambiguous =
                fields.stream().map(RowType.Field::getName).distinct().count() < fields.size();
        return fields.isEmpty() || ambiguous ? Optional.empty() : Optional.of(RowType.from(fields));
    }

    private Optional<Type> list(GroupType group) {
        if (group.getFieldCount() != 1 || !group.getType(0).isRepetition(Repetition.REPEATED)) {
            return Optional.empty();
        }
        org.apache.parquet.schema.Type repeated = group.getType(0);
        Optional<Type> element;
        if (repeated.isPrimitive()) {
            element = primitive(repeated.asPrimitiveType());
        } else if (isElement(group, repeated.asGroupType())) {
            element = group(repeated.asGroupType());
        } else {
            element = of(repeated.asGroupType().getType(0));
        }
        return element.map(ArrayType::new);
    }

    /** The rules of the format for two-level lists, as Trino's reader has them. */
    private static boolean isElement(GroupType list, GroupType repeated) {
        return repeated.getLogicalTypeAnnotation() != null
                || repeated.getFieldCount() != 1
                || repeated.getName().equals("array")
                || repeated.getName().equals(list.getName() + "_tuple");
    }

    private Optional<Type> map(GroupType group) {
        if (group.getFieldCount() != 1
                || group.getType(0).isPrimitive()
                || !group.getType(0).isRepetition(Repetition.REPEATED)
                || group.getType(0).asGroupType().getFieldCount() != KEY_AND_VALUE) {
            return Optional.empty();
        }
        GroupType entry = group.getType(0).asGroupType();
        return of(entry.getType(0))
                .flatMap(key -> of(entry.getType(1)).map(value -> new MapType(key, value, operators)));
    }

    private static Optional<Type> primitive(PrimitiveType type) {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
            return decimal.getPrecision() <= Decimals.MAX_PRECISION
                    ? Optional.of(DecimalType.createDecimalType(decimal.getPrecision(), decimal.getScale()))
                    : Optional.empty();
        }
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> Optional.of(BooleanType.BOOLEAN);
            case INT32 -> int32(annotation);
            case INT64 -> int64(annotation);
            case INT96 -> Optional.of(TimestampType.TIMESTAMP_NANOS);
            case FLOAT -> Optional.of(RealType.REAL);
            case DOUBLE -> Optional.of(DoubleType.DOUBLE);
            case BINARY -> binary(annotation);
            case FIXED_LEN_BYTE_ARRAY -> fixed(annotation);
        };
    }

    private static Optional<Type> int32(LogicalTypeAnnotation annotation) {
        if (annotation == null) {
            return Optional.of(IntegerType.INTEGER);
        }
        if (annotation instanceof DateLogicalTypeAnnotation) {
            return Optional.of(DateType.DATE);
        }
        if (annotation instanceof TimeLogicalTypeAnnotation) {
            return Optional.of(TimeType.TIME_MILLIS);
        }
        if (annotation instanceof IntLogicalTypeAnnotation number) {
            return switch (number.getBitWidth()) {
                case BYTE_BITS -> Optional.of(number.isSigned() ? TinyintType.TINYINT : SmallintType.SMALLINT);
                case SHORT_BITS -> Optional.of(number.isSigned() ? SmallintType.SMALLINT : IntegerType.INTEGER);
                case INT_BITS -> number.isSigned() ? Optional.of(IntegerType.INTEGER) : Optional.empty();
                default -> Optional.empty();
            };
        }
        return Optional.empty();
    }

    private static Optional<Type> int64(LogicalTypeAnnotation annotation) {
        if (annotation == null) {
            return Optional.of(BigintType.BIGINT);
        }
        if (annotation instanceof IntLogicalTypeAnnotation number) {
            return number.isSigned() ? Optional.of(BigintType.BIGINT) : Optional.empty();
        }
        if (annotation instanceof TimeLogicalTypeAnnotation time) {
            return time.getUnit() == TimeUnit.MICROS ? Optional.of(TimeType.TIME_MICROS) : Optional.empty();
        }
        if (annotation instanceof TimestampLogicalTypeAnnotation timestamp) {
            int precision = switch (timestamp.getUnit()) {
                case MILLIS -> MILLIS;
                case MICROS -> MICROS;
                case NANOS -> NANOS;
            };
            return Optional.of(
                    timestamp.isAdjustedToUTC()
                            ? TimestampWithTimeZoneType.createTimestampWithTimeZoneType(precision)
                            : TimestampType.createTimestampType(precision));
        }
        return Optional.empty();
    }

    private static Optional<Type> binary(LogicalTypeAnnotation annotation) {
        if (annotation == null || annotation instanceof BsonLogicalTypeAnnotation) {
            return Optional.of(VarbinaryType.VARBINARY);
        }
        boolean text = annotation instanceof StringLogicalTypeAnnotation
                || annotation instanceof EnumLogicalTypeAnnotation
                || annotation instanceof JsonLogicalTypeAnnotation;
        return text ? Optional.of(VarcharType.VARCHAR) : Optional.empty();
    }

    private static Optional<Type> fixed(LogicalTypeAnnotation annotation) {
        if (annotation == null) {
            return Optional.of(VarbinaryType.VARBINARY);
        }
        return annotation instanceof UUIDLogicalTypeAnnotation ? Optional.of(UuidType.UUID) : Optional.empty();
    }
}
