package dev.readahead.spark;

import org.apache.parquet.column.page.PageReadStore;

import java.io.IOException;

/** Makes rows or batches of the pages of one file, row group by row group. Used and closed by the task's thread. */
interface Decoder<T> extends AutoCloseable {
    /** The next row group. Called when {@link #next} has returned false, or for the first time. */
    void offer(PageReadStore pages, long rows) throws IOException;

    /** Whether there is another row or batch in what was offered. */
    boolean next() throws IOException;

    T get();

    @Override
    void close() throws IOException;
}
