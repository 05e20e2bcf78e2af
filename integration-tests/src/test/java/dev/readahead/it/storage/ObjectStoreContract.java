package dev.readahead.it.storage;

import dev.readahead.storage.ByteRange;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.ObjectStream;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StorageException.Reason;
import dev.readahead.storage.StoredObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** What every store does, whatever holds the objects. A subclass says where they are. */
abstract class ObjectStoreContract {
    private static final byte[] CONTENT =
            "The quick brown fox jumps over the lazy dog".getBytes(StandardCharsets.UTF_8);

    abstract ObjectStore store();

    /** The location of a key in an own, empty place. */
    abstract ObjectLocation at(String key);

    /** Writes an object, or writes it again. */
    abstract void put(String key, byte[] content) throws Exception;

    private StoredObject written(String key) throws Exception {
        put(key, CONTENT);
        return store().head(at(key));
    }

    private List<StoredObject> list(String prefix) throws IOException {
        List<StoredObject> all = new ArrayList<>();
        store().list(at(prefix)).forEachRemaining(all::add);
        return all;
    }

    private static byte[] readAll(ObjectStream stream) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] buffer = new byte[7];
        for (int read = stream.read(buffer, 0, buffer.length); read >= 0; ) {
            all.write(buffer, 0, read);
            read = stream.read(buffer, 0, buffer.length);
        }
        return all.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0-1", "0-43", "42-43", "4-9"})
    void aRangeCarriesExactlyItsBytes(String fromTo) throws Exception {
        int from = Integer.parseInt(fromTo.split("-")[0]);
        int to = Integer.parseInt(fromTo.split("-")[1]);
        StoredObject object = written("object");

        try (ObjectStream stream = store().open(object, new ByteRange(from, to - from))) {
            assertThat(stream.offset()).isEqualTo(from);
            assertThat(stream.length()).isEqualTo(to - from);
            assertThat(stream.object().versionTag()).isEqualTo(object.versionTag());
            assertThat(readAll(stream)).isEqualTo(Arrays.copyOfRange(CONTENT, from, to));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 42, 43, 44, 1_000_000})
    void aTailIsAtMostTheWholeObject(int length) throws Exception {
        StoredObject object = written("object");
        int offset = Math.max(0, CONTENT.length - length);

        try (ObjectStream stream = store().openTail(object.location(), object.versionTag(), length)) {
            assertThat(stream.offset()).isEqualTo(offset);
            assertThat(stream.object().length()).isEqualTo(CONTENT.length);
            assertThat(stream.object().versionTag()).isEqualTo(object.versionTag());
            assertThat(readAll(stream)).isEqualTo(Arrays.copyOfRange(CONTENT, offset, CONTENT.length));
        }
    }

    @Test
    void anEmptyObjectHasALengthAVersionAndAnEmptyTail() throws Exception {
        put("empty", new byte[0]);
        StoredObject object = store().head(at("empty"));

        assertThat(object.length()).isZero();
        assertThat(object.versionTag()).isPresent();
        try (ObjectStream stream = store().openTail(at("empty"), object.versionTag(), 8)) {
            assertThat(stream.length()).isZero();
            assertThat(readAll(stream)).isEmpty();
        }
        assertThat(list("empty")).extracting(StoredObject::length).containsExactly(0L);
    }

    @Test
    void anObjectThatWasOverwrittenWithTheSameLengthIsRefused() throws Exception {
        StoredObject planned = written("object");
        byte[] other = CONTENT.clone();
        other[0] = 't';
        put("object", other);

        assertFails(Reason.CHANGED, planned.location(), () -> store().open(planned, new ByteRange(0, 5)));
        assertFails(
                Reason.CHANGED,
                planned.location(),
                () -> store().openTail(planned.location(), planned.versionTag(), 5));
    }

    @Test
    void anObjectThatWasOverwrittenWithAShorterOneIsRefused() throws Exception {
        StoredObject planned = written("object");
        put("object", new byte[3]);

        assertFails(Reason.CHANGED, planned.location(), () -> store().open(planned, new ByteRange(20, 5)));
    }

    @Test
    void withoutAVersionTheLengthStillTellsAChange() throws Exception {
        StoredObject tagged = written("object");
        StoredObject planned = new StoredObject(tagged.location(), tagged.length(), Optional.empty(), Optional.empty());
        put("object", new byte[100]);

        assertFails(Reason.CHANGED, planned.location(), () -> store().open(planned, new ByteRange(0, 5)));
    }

    @Test
    void aMissingObjectIsNotFound() throws Exception {
        StoredObject planned = new StoredObject(at("missing"), 10, Optional.empty(), Optional.empty());

        assertFails(Reason.NOT_FOUND, planned.location(), () -> store().head(planned.location()));
        assertFails(Reason.NOT_FOUND, planned.location(), () -> store().open(planned, new ByteRange(0, 5)));
        assertFails(
                Reason.NOT_FOUND, planned.location(), () -> store().openTail(planned.location(), Optional.empty(), 5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "day=2026-12-01/part.parquet",
                "a b",
                "a+b",
                "100%",
                "a%20b",
                "what?",
                "#1",
                "x&y;z",
                "quote'\"<>",
                "~!@$()*,:[]{}|^`",
                "ümlaut",
                "漢字/かな",
                "\uD83D\uDE00",
            })
    void aKeyIsFoundUnderTheNameItWasWrittenWith(String name) throws Exception {
        StoredObject object = written("odd/" + name);

        assertThat(list("odd/")).containsExactly(listed(object));
        try (ObjectStream stream = store().open(object, new ByteRange(0, CONTENT.length))) {
            assertThat(readAll(stream)).isEqualTo(CONTENT);
        }
    }

    /** A HEAD answer tells the time in whole seconds. */
    private StoredObject listed(StoredObject object) throws IOException {
        StoredObject found = list("odd/").get(0);
        return new StoredObject(object.location(), object.length(), object.versionTag(), found.lastModified());
    }

    @Test
    void aThousandAndOneObjectsAreListedOnceEach() throws Exception {
        for (int index = 0; index < 1_001; index++) {
            put(String.format("many/%04d", index), new byte[] {1});
        }

        assertThat(list("many/"))
                .extracting(StoredObject::location)
                .containsExactlyElementsOf(IntStream.range(0, 1_001)
                        .mapToObj(index -> at(String.format("many/%04d", index)))
                        .toList());
    }

    @Test
    void aListingKeepsToItsPrefix() throws Exception {
        for (String key : List.of("p/a/1", "p/a/2", "p/ab", "p/b")) {
            put(key, CONTENT);
        }
        assertThat(list("p/a/")).extracting(StoredObject::location).containsExactly(at("p/a/1"), at("p/a/2"));
        assertThat(list("p/a"))
                .extracting(StoredObject::location)
                .containsExactly(at("p/a/1"), at("p/a/2"), at("p/ab"));
        assertThat(list("p/none")).isEmpty();
    }

    /** Runs what must fail. */
    @FunctionalInterface
    interface Attempt {
        Object run() throws Exception;
    }

    static void assertFails(Reason reason, ObjectLocation location, Attempt attempt) {
        StorageException failure = catchThrowableOfType(StorageException.class, attempt::run);
        assertThat(failure).as("failure of " + location).isNotNull();
        assertThat(failure.reason()).isEqualTo(reason);
        assertThat(failure).hasMessageContaining(location.toString());
    }
}
