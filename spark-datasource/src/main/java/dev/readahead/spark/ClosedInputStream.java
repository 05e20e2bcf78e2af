package dev.readahead.spark;

import org.apache.parquet.io.DelegatingSeekableInputStream;

import java.io.IOException;

/** A stream that nobody is expected to read. */
final class ClosedInputStream extends DelegatingSeekableInputStream {
    ClosedInputStream() {
        super(nullInputStream());
    }

    @Override
    public long getPos() {
        return 0;
    }

    @Override
    public void seek(long position) throws IOException {
        throw new IOException("row groups are read ahead, not from here");
    }
}
