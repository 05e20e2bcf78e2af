package dev.readahead.it.storage;

import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.local.LocalObjectStore;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

class LocalObjectStoreContractTest extends ObjectStoreContract {
    @TempDir
    private Path folder;

    private final LocalObjectStore store = new LocalObjectStore();

    @Override
    ObjectStore store() {
        return store;
    }

    @Override
    ObjectLocation at(String key) {
        return new ObjectLocation(
                LocalObjectStore.SCHEME, "", LocalObjectStore.location(folder).key() + "/" + key);
    }

    @Override
    void put(String key, byte[] content) throws Exception {
        Path file = folder.resolve(key);
        Files.createDirectories(file.getParent());
        Files.deleteIfExists(file);
        Files.write(file, content);
    }
}
