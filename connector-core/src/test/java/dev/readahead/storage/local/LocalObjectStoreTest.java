package dev.readahead.storage.local;

import dev.readahead.storage.ByteRange;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What a file system has and an object store has not. The rest is in the contract of both. */
class LocalObjectStoreTest {
    private static final int LARGE = 3_000_000;

    @TempDir
    private Path folder;

    private final LocalObjectStore store = new LocalObjectStore();

    private Path write(String name, byte[] content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, content);
    }

    private Path write(String name, String content) throws IOException {
        return write(name, content.getBytes(StandardCharsets.UTF_8));
    }

    private StoredObject head(Path file) throws IOException {
        return store.head(LocalObjectStore.location(file));
    }

    private List<String> list(String prefix) throws IOException {
        String base = LocalObjectStore.location(folder).key() + "/";
        List<String> names = new ArrayList<>();
        store.list(new ObjectLocation("file", "", base + prefix))
                .forEachRemaining(found -> names.add(found.location().key().substring(base.length())));
        return names;
    }

    @Test
    void aLargeRangeIsReadInPartsAndAtItsPlace() throws Exception {
        byte[] content = new byte[LARGE];
        for (int index = 0; index < LARGE; index++) {
            content[index] = (byte) (index * 31 >> 8);
        }
        StoredObject object = head(write("large", content));
        byte[] target = new byte[LARGE];
        int arrived = 0;
        try (ObjectStream stream = store.open(object, new ByteRange(5, LARGE - 10))) {
            for (int read = 0; read >= 0; read = stream.read(target, arrived, target.length - arrived)) {
                arrived += read;
            }
        }
        assertThat(Arrays.copyOf(target, arrived)).isEqualTo(Arrays.copyOfRange(content, 5, LARGE - 5));
    }

    @Test
    void aFileOfTheSameLengthAndTimeThatWasMovedOverTheOldOneIsAnotherVersion() throws Exception {
        Path file = write("file", "old!");
        StoredObject planned = head(file);
        Path replacement = write("replacement", "new!");
        Files.setLastModifiedTime(replacement, Files.getLastModifiedTime(file));
        Files.move(replacement, file, StandardCopyOption.REPLACE_EXISTING);

        assertChanged(planned);
    }

    @Test
    void aFileThatWasWrittenAgainIsAnotherVersion() throws Exception {
        Path file = write("file", "old!");
        StoredObject planned = head(file);
        Files.writeString(file, "new!");
        Files.setLastModifiedTime(
                file, FileTime.from(planned.lastModified().orElseThrow().plusNanos(1)));

        assertChanged(planned);
    }

    private void assertChanged(StoredObject planned) {
        StorageException failure = catchThrowableOfType(
                StorageException.class,
                () -> store.open(planned, new ByteRange(0, 4)).close());
        assertThat(failure.reason()).isEqualTo(Reason.CHANGED);
        assertThat(failure).hasMessageContainingAll(planned.location().toString(), "bytes 0-3", "Run the query again");

        StorageException tail = catchThrowableOfType(
                StorageException.class,
                () -> store.openTail(planned.location(), planned.versionTag(), 4)
                        .close());
        assertThat(tail.reason()).isEqualTo(Reason.CHANGED);
    }

    @Test
    void aFileThatIsCutOffWhileItIsReadIsNotAnEnd() throws Exception {
        Path file = write("file", "0123456789");
        try (ObjectStream stream = store.open(head(file), new ByteRange(0, 10))) {
            stream.read(new byte[4], 0, 4);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(4);
            }

            StorageException failure =
                    catchThrowableOfType(StorageException.class, () -> stream.read(new byte[4], 0, 4));
            assertThat(failure.reason()).isEqualTo(Reason.CHANGED);
            assertThat(failure).hasMessageContaining("byte 4 reached");
        }
    }

    @Test
    void anAbortedStreamReadsNoMore() throws Exception {
        try (ObjectStream stream = store.open(head(write("file", "0123456789")), new ByteRange(0, 10))) {
            stream.abort();
            stream.abort();

            StorageException failure =
                    catchThrowableOfType(StorageException.class, () -> stream.read(new byte[4], 0, 4));
            assertThat(failure.reason()).isEqualTo(Reason.TRANSIENT);
            assertThat(failure).hasMessageContaining("aborted");
        }
    }

    @Test
    void aDirectoryIsNoObject() throws Exception {
        ObjectLocation directory = LocalObjectStore.location(folder);

        assertThat(catchThrowableOfType(StorageException.class, () -> store.head(directory))
                        .reason())
                .isEqualTo(Reason.NOT_FOUND);
        assertThat(catchThrowableOfType(StorageException.class, () -> store.openTail(directory, Optional.empty(), 1))
                        .reason())
                .isEqualTo(Reason.NOT_FOUND);
    }

    @Test
    void anotherSchemeIsRefused() {
        assertThatThrownBy(() -> store.head(new ObjectLocation("s3", "bucket", "key")))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("s3://bucket/key");
    }

    @Test
    void filesAreListedInTheOrderOfTheirWholeKeys() throws Exception {
        for (String name : List.of("a0", "a/z", "a/b/c", "a-b", "a.b", "\uD83D\uDE00", "\uFFE5")) {
            write(name, "");
        }
        assertThat(list("")).containsExactly("a-b", "a.b", "a/b/c", "a/z", "a0", "\uFFE5", "\uD83D\uDE00");
    }

    @Test
    void aPrefixMayEndWithinAName() throws Exception {
        for (String name : List.of("data/part-1", "data/part-2", "data/other", "data2/part-3")) {
            write(name, "");
        }
        assertThat(list("data/part-")).containsExactly("data/part-1", "data/part-2");
        assertThat(list("data")).containsExactly("data/other", "data/part-1", "data/part-2", "data2/part-3");
        assertThat(list("none/")).isEmpty();
    }

    @Test
    void linksAreFollowedButNotInACircle() throws Exception {
        write("real/file", "x");
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));
        Files.createSymbolicLink(folder.resolve("real/back"), folder);
        Files.createSymbolicLink(folder.resolve("broken"), folder.resolve("nowhere"));

        assertThat(list("")).containsExactly("link/file", "real/file");
    }
}
