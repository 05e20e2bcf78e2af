package dev.readahead.trino.csv;

import io.airlift.slice.Slices;
import io.trino.spi.block.Block;
import io.trino.spi.block.ByteArrayBlock;
import io.trino.spi.block.Fixed12Block;
import io.trino.spi.block.Int128ArrayBlock;
import io.trino.spi.block.IntArrayBlock;
import io.trino.spi.block.LongArrayBlock;
import io.trino.spi.block.ShortArrayBlock;
import io.trino.spi.block.VariableWidthBlock;
import io.trino.spi.type.DateTimeEncoding;
import io.trino.spi.type.Int128;
import io.trino.spi.type.TimeZoneKey;

import java.util.Arrays;
import java.util.Optional;

/** The writers for each form in which Trino keeps values. */
final class BlockWriters {
    private static final int MICROS_A_MILLI = 1_000;
    private static final int PICOS_A_MICRO = 1_000_000;

    private BlockWriters() {}

    /** Integers of 64 bits, short decimals, timestamps without a zone. */
    static final class Longs extends BlockWriter {
        private final long unit;
        private long[] values = new long[0];

        /** @param unit values are rounded to multiples of it, halves up */
        Longs(long unit) {
            this.unit = unit;
        }

        @Override
        void grow(int rows) {
            values = Arrays.copyOf(values, rows);
        }

        @Override
        public void setLong(int row, long value) {
            present(row);
            values[row] = unit == 1 ? value : round(value, unit);
        }

        @Override
        public void setDouble(int row, double value) {
            present(row);
            values[row] = Double.doubleToLongBits(value);
        }

        @Override
        Block build(int rows, Optional<long[]> isValid) {
            return new LongArrayBlock(rows, isValid, Arrays.copyOf(values, rows));
        }
    }

    private static long round(long value, long unit) {
        return Math.floorDiv(Math.addExact(value, unit / 2), unit) * unit;
    }

    /** Integers of 32 bits, dates, floats. */
    static final class Ints extends BlockWriter {
        private int[] values = new int[0];

        @Override
        void grow(int rows) {
            values = Arrays.copyOf(values, rows);
        }

        @Override
        public void setLong(int row, long value) {
            present(row);
            values[row] = Math.toIntExact(value);
        }

        @Override
        public void setDouble(int row, double value) {
            present(row);
            values[row] = Float.floatToIntBits((float) value);
        }

        @Override
        Block build(int rows, Optional<long[]> isValid) {
            return new IntArrayBlock(rows, isValid, Arrays.copyOf(values, rows));
        }
    }

    /** Integers of 16 bits. */
    static final class Shorts extends BlockWriter {
        private short[] values = new short[0];

        @Override
        void grow(int rows) {
            values = Arrays.copyOf(values, rows);
        }

        @Override
        public void setLong(int row, long value) {
            present(row);
            values[row] = (short) value;
        }

        @Override
        Block build(int rows, Optional<long[]> isValid) {
            return new ShortArrayBlock(rows, isValid, Arrays.copyOf(values, rows));
        }
    }

    /** Integers of 8 bits, booleans. */
    static final class Bytes extends BlockWriter {
        private byte[] values = new byte[0];

        @Override
        void grow(int rows) {
            values = Arrays.copyOf(values, rows);
        }

        @Override
        public void setLong(int row, long value) {
            present(row);
            values[row] = (byte) value;
        }

        @Override
        Block build(int rows, Optional<long[]> isValid) {
            return new ByteArrayBlock(rows, isValid, Arrays.copyOf(values, rows));
        }
    }

    /** Decimals of more than 18 digits. */
    static final class LongDecimals extends BlockWriter {
        private long[] values = new long[0];

        @Override
        void grow(int rows) {
            values = Arrays.copyOf(values, 2 * rows);
        }

        @Override
        public void setBytes(int row, byte[] bytes, int from, int length) {
            Int128 value = Int128.fromBigEndian(Arrays.copyOfRange(bytes, from, from + length));
            present(row);
            values[2 * row] = value.getHigh();
            values[2 * row + 1] = value.getLow();
        }

        @Override
        Block build(int rows, Optional<long[]> isValid) {
            return new Int128ArrayBlock(rows, isValid, Arrays.copyOf(values, 2 * rows));
        }
    }

    /** Timestamps with a zone of at most milliseconds: the instant, in UTC. */
    static final class Instants extends BlockWriter {
        private final long unit;
        private long[] values = new long[0];

        /** @param unit in microseconds, at least a millisecond */
        Instants(long unit) {
            this.unit = unit;
        }

        @Override
        void grow(int rows) {
            values = Arrays.copyOf(values, rows);
        }

        @Override
        public void setLong(int row, long value) {
            present(row);
            long millis = Math.floorDiv(round(value, unit), MICROS_A_MILLI);
            values[row] = DateTimeEncoding.packDateTimeWithZone(millis, TimeZoneKey.UTC_KEY);
        }

        @Override
        Block build(int rows, Optional<long[]> isValid) {
            return new LongArrayBlock(rows, isValid, Arrays.copyOf(values, rows));
        }
    }

    /** Timestamps with a zone of more digits than milliseconds have. */
    static final class LongInstants extends BlockWriter {
        private static final int INTS = 3;

        private final long unit;
        private int[] values = new int[0];

        /** @param unit in microseconds, less than a millisecond */
        LongInstants(long unit) {
            this.unit = unit;
        }

        @Override
        void grow(int rows) {
            values = Arrays.copyOf(values, INTS * rows);
        }

        @Override
        public void setLong(int row, long value) {
            present(row);
            long rounded = round(value, unit);
            long millis = Math.floorDiv(rounded, MICROS_A_MILLI);
            int picos = Math.floorMod(rounded, MICROS_A_MILLI) * PICOS_A_MICRO;
            Fixed12Block.encodeFixed12(
                    DateTimeEncoding.packDateTimeWithZone(millis, TimeZoneKey.UTC_KEY), picos, values, row);
        }

        @Override
        Block build(int rows, Optional<long[]> isValid) {
            return new Fixed12Block(rows, isValid, Arrays.copyOf(values, INTS * rows));
        }
    }

    /** Texts and bytes. */
    static final class Texts extends BlockWriter {
        private int[] ends = new int[0];
        private byte[] values = new byte[0];
        private int lastRow = -1;
        private int lastStart;
        private int used;

        @Override
        void grow(int rows) {
            ends = Arrays.copyOf(ends, rows);
        }

        @Override
        public void setNull(int row) {
            super.setNull(row);
            write(row, values, 0, 0);
        }

        @Override
        public void setBytes(int row, byte[] bytes, int from, int length) {
            present(row);
            write(row, bytes, from, length);
        }

        private void write(int row, byte[] bytes, int from, int length) {
            // The last row may be written again.
            int start = row == lastRow ? lastStart : used;
            int end = Math.addExact(start, length);
            if (end > values.length) {
                values = Arrays.copyOf(values, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(1024L, 2L * end)));
            }
            System.arraycopy(bytes, from, values, start, length);
            lastRow = row;
            lastStart = start;
            used = end;
            ends[row] = end;
        }

        @Override
        Block build(int rows, Optional<long[]> isValid) {
            int bytes = rows == 0 ? 0 : ends[rows - 1];
            int[] offsets = new int[rows + 1];
            System.arraycopy(ends, 0, offsets, 1, rows);
            VariableWidthBlock block =
                    new VariableWidthBlock(rows, Slices.wrappedBuffer(Arrays.copyOf(values, bytes)), offsets, isValid);
            lastRow = -1;
            used = 0;
            return block;
        }
    }
}
