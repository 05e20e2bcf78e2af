package dev.readahead.parquet;

import dev.readahead.storage.StoredObject;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** A file as parquet-hadoop wants it, over bytes that were fetched before. */
record HeldInputFile(StoredObject object, HeldInputStream stream) implements InputFile {
    @Override
    public long getLength() {
        return object.length();
    }

    @Override
    public SeekableInputStream newStream() {
        return stream;
    }

    @Override
    public String toString() {
        return object.location().toString();
    }
}
