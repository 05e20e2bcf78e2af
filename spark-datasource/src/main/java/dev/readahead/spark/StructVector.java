package dev.readahead.spark;

import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;

/** A struct that is never null, over columns that belong to others. */
final class StructVector extends ColumnVector {
    private final ColumnVector[] fields;

    StructVector(StructType type, ColumnVector[] fields) {
        super(type);
        this.fields = fields;
    }

    @Override
    public ColumnVector getChild(int ordinal) {
        return fields[ordinal];
    }

    @Override
    public boolean hasNull() {
        return false;
    }

    @Override
    public int numNulls() {
        return 0;
    }

    @Override
    public boolean isNullAt(int row) {
        return false;
    }

    @Override
    public void close() {}

    @Override
    public boolean getBoolean(int row) {
        throw onlyFields();
    }

    @Override
    public byte getByte(int row) {
        throw onlyFields();
    }

    @Override
    public short getShort(int row) {
        throw onlyFields();
    }

    @Override
    public int getInt(int row) {
        throw onlyFields();
    }

    @Override
    public long getLong(int row) {
        throw onlyFields();
    }

    @Override
    public float getFloat(int row) {
        throw onlyFields();
    }

    @Override
    public double getDouble(int row) {
        throw onlyFields();
    }

    @Override
    public ColumnarArray getArray(int row) {
        throw onlyFields();
    }

    @Override
    public ColumnarMap getMap(int row) {
        throw onlyFields();
    }

    @Override
    public Decimal getDecimal(int row, int precision, int scale) {
        throw onlyFields();
    }

    @Override
    public UTF8String getUTF8String(int row) {
        throw onlyFields();
    }

    @Override
    public byte[] getBinary(int row) {
        throw onlyFields();
    }

    private static UnsupportedOperationException onlyFields() {
        return new UnsupportedOperationException("a struct has fields and no value of its own");
    }
}
