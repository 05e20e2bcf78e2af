package dev.readahead.parquet;

import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StoredObject;
import org.apache.parquet.io.InputFile;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A whole file in memory, for parquet-hadoop. */
final class InMemoryFile {
    private InMemoryFile() {}

    static InputFile of(byte[] content) {
        StoredObject object = new StoredObject(
                new ObjectLocation("memory", "", "file"), content.length, Optional.empty(), Optional.empty());
        JobBytes bytes = new JobBytes(new TreeMap<>(Map.of(0L, content)));
        return new HeldInputFile(object, new HeldInputStream(object, any -> bytes, HeldInputStream.REFUSE));
    }
}
