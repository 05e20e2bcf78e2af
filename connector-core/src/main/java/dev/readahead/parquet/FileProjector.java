package dev.readahead.parquet;

import java.io.IOException;

/** The engine's part of planning: which columns and rows of a file it wants, once the footer is known. */
public interface FileProjector {
    /**
     * Called once for each split, by a fetch thread or the consumer's; it does not block and depends on nothing else.
     */
    FileProjection project(ParquetFooter footer) throws IOException;
}
