package dev.readahead.csv;

/**
 * Takes the values of one column of a batch. Each engine has one for its own vectors or blocks.
 *
 * <p>Rows are numbered from 0 in each batch and written in order, but the last one may be written again, as another
 * record, when the first turned out to be left out: the last call counts. Every row of a batch is written in every
 * column. Bytes are copied before the call returns. Called by the thread that calls {@link CsvScan#read}.
 */
public interface ColumnWriter {
    void setNull(int row);

    /**
     * @param value a boolean as 0 or 1; an integer of any size; a date as days, a timestamp as microseconds since
     *     1970-01-01, with a zone in UTC, without one as it is written; a decimal of at most
     *     {@value CsvType#MOST_SHORT_PRECISION} digits, unscaled
     */
    void setLong(int row, long value);

    /** @param value a double, or a float that it holds exactly */
    void setDouble(int row, double value);

    /**
     * Text in UTF-8, bytes, or a decimal of more than {@value CsvType#MOST_SHORT_PRECISION} digits: unscaled, in two's
     * complement, the highest byte first.
     */
    void setBytes(int row, byte[] bytes, int from, int length);
}
