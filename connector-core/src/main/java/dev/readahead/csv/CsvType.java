package dev.readahead.csv;

import static java.util.Objects.requireNonNull;

/**
 * What the fields of a column are read as.
 *
 * @param precision how many digits a decimal has, at most 38; 0 for other kinds
 * @param scale how many of them stand behind the point
 */
public record CsvType(Kind kind, int precision, int scale) {
    /** Named as in SQL. How a {@link ColumnWriter} gets values of each is said there. */
    public enum Kind {
        BOOLEAN,
        TINYINT,
        SMALLINT,
        INTEGER,
        BIGINT,
        REAL,
        DOUBLE,
        DECIMAL,
        DATE,
        TIMESTAMP,
        TIMESTAMP_WITH_TIME_ZONE,
        VARCHAR,
        VARBINARY,
    }

    public static final int MOST_PRECISION = 38;

    /** Unscaled decimals of so many digits fit into 64 bits. */
    public static final int MOST_SHORT_PRECISION = 18;

    public CsvType {
        requireNonNull(kind, "kind");
        boolean decimal = kind == Kind.DECIMAL;
        if (decimal && (precision < 1 || precision > MOST_PRECISION || scale < 0 || scale > precision)) {
            throw new IllegalArgumentException("no such decimal: precision " + precision + ", scale " + scale);
        }
        if (!decimal && (precision != 0 || scale != 0)) {
            throw new IllegalArgumentException("only decimals have a precision and a scale");
        }
    }

    public static CsvType of(Kind kind) {
        return new CsvType(kind, 0, 0);
    }

    public static CsvType decimal(int precision, int scale) {
        return new CsvType(Kind.DECIMAL, precision, scale);
    }

    @Override
    public String toString() {
        return switch (kind) {
            case DECIMAL -> "DECIMAL(" + precision + ", " + scale + ")";
            case TIMESTAMP_WITH_TIME_ZONE -> "TIMESTAMP WITH TIME ZONE";
            default -> kind.name();
        };
    }
}
