package dev.readahead.trino.csv;

import dev.readahead.csv.ColumnWriter;
import io.trino.spi.block.Bitmap;
import io.trino.spi.block.Block;

import java.util.Arrays;
import java.util.Optional;

/** Collects the values of one column and makes blocks of them. Used by one thread at a time. */
public abstract class BlockWriter implements ColumnWriter {
    private static final int LEAST_ROWS = 64;

    /** A bit for each row, set where there is a value; Trino's own order of bits. */
    private long[] valid = new long[0];

    private int capacity;
    private boolean hasNull;

    @Override
    public void setNull(int row) {
        reserve(row);
        valid[row / Long.SIZE] &= ~(1L << row);
        hasNull = true;
    }

    /** There is a value in this row. */
    final void present(int row) {
        reserve(row);
        valid[row / Long.SIZE] |= 1L << row;
    }

    private void reserve(int row) {
        if (row >= capacity) {
            capacity = Math.max(LEAST_ROWS, Math.max(row + 1, capacity * 2));
            valid = Arrays.copyOf(valid, Bitmap.wordsForBits(capacity));
            grow(capacity);
        }
    }

    /** The first rows, at least one, as a block, which belongs to the caller; then the writer is empty. */
    public final Block build(int rows) {
        Optional<long[]> isValid =
                hasNull ? Optional.of(Arrays.copyOf(valid, Bitmap.wordsForBits(rows))) : Optional.empty();
        hasNull = false;
        return build(rows, isValid);
    }

    /** Makes room for so many rows. */
    abstract void grow(int rows);

    abstract Block build(int rows, Optional<long[]> isValid);

    @Override
    public void setLong(int row, long value) {
        throw new IllegalStateException("no integer was expected here");
    }

    @Override
    public void setDouble(int row, double value) {
        throw new IllegalStateException("no floating point number was expected here");
    }

    @Override
    public void setBytes(int row, byte[] bytes, int from, int length) {
        throw new IllegalStateException("no bytes were expected here");
    }
}
