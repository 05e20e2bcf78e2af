package dev.readahead.storage.local;

import dev.readahead.storage.FolderContent;
import dev.readahead.storage.Interruption;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.StorageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LocalObjectWriterTest {
    private final LocalObjectWriter writer = new LocalObjectWriter();

    @TempDir
    Path folder;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void createsOnceAndLeavesNothingElseBehind() throws Exception {
        Path file = folder.resolve("a/b/object");
        ObjectLocation location = LocalObjectStore.location(file);

        assertThat(writer.create(location, bytes("first"))).isTrue();
        assertThat(writer.create(location, bytes("second"))).isFalse();

        assertThat(file).hasContent("first");
        assertThat(file.getParent()).isDirectoryContaining(file::equals);
        try (var files = Files.list(file.getParent())) {
            assertThat(files).hasSize(1);
        }
        writer.delete(location);
        writer.delete(location);
        assertThat(file).doesNotExist();
    }

    @Test
    void ofManyWritersAtOnceOneCreates() throws Exception {
        ObjectLocation location = LocalObjectStore.location(folder.resolve("object"));
        List<CompletableFuture<Boolean>> writers = IntStream.range(0, 16)
                .mapToObj(number -> CompletableFuture.supplyAsync(() -> {
                    try {
                        return writer.create(location, bytes("writer " + number));
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                }))
                .toList();
        assertThat(writers.stream().map(CompletableFuture::join).filter(created -> created))
                .hasSize(1);
        assertThat(folder.resolve("object")).content().startsWith("writer ");
    }

    @Test
    void whatIsInTheWayIsNamed() throws Exception {
        Files.writeString(folder.resolve("file"), "not a folder");
        ObjectLocation location = LocalObjectStore.location(folder.resolve("file/object"));
        assertThatThrownBy(() -> writer.create(location, bytes("x")))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("writing file:///")
                .hasMessageContaining("file/object");
    }

    @Test
    void aFolderIsListedWithoutWhatLiesDeeper() throws Exception {
        Files.createDirectories(folder.resolve("t/deep/deeper"));
        Files.createDirectories(folder.resolve("t/empty"));
        Files.writeString(folder.resolve("t/file"), "12345");
        Files.writeString(folder.resolve("t/deep/hidden"), "");
        String key = LocalObjectStore.location(folder).key() + "/t/";

        FolderContent content =
                new LocalObjectStore().listFolder(new ObjectLocation("file", "", key), new Interruption());

        assertThat(content.folders()).containsExactly(key + "deep/", key + "empty/");
        assertThat(content.objects()).singleElement().satisfies(object -> {
            assertThat(object.location().key()).isEqualTo(key + "file");
            assertThat(object.length()).isEqualTo(5);
        });
        assertThat(new LocalObjectStore()
                        .listFolder(new ObjectLocation("file", "", key + "none/"), new Interruption())
                        .folders())
                .isEmpty();
    }
}
