package dev.readahead.csv;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The bytes of a range or of a whole file, piece by piece. Used by the consumer's thread alone; never blocks it. */
interface Text extends AutoCloseable {
    /** What is there of it. Always the same object. */
    RecordWindow window();

    CsvRange range();

    /** Records that begin before this position of the window's are not asked for. */
    long first();

    /** Nor are those that begin at this position or behind it. */
    long end();

    /** Whether what comes before the rows of the file is in it. */
    boolean isFromFileStart();

    /**
     * Brings more bytes into the window: the first, or more behind those that are there.
     *
     * @return a future to wait for before this is called again; empty if there are more bytes now
     */
    Optional<CompletableFuture<?>> more() throws IOException;

    /** Gives the bytes back. */
    @Override
    void close();
}
