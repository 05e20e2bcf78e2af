package dev.readahead.csv;

/** Takes values and keeps none. */
class NoValues implements ColumnWriter {
    @Override
    public void setNull(int row) {}

    @Override
    public void setLong(int row, long value) {}

    @Override
    public void setDouble(int row, double value) {}

    @Override
    public void setBytes(int row, byte[] bytes, int from, int length) {}
}
