package dev.readahead.storage;

import dev.readahead.storage.StorageException.Reason;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A store whose objects hold bytes that can be computed from their position, and which fails as it is told. It counts
 * what it is asked. Thread-safe.
 */
public final class FakeStore implements ObjectStore {
    /** What happens to a request. */
    public enum Fate {
        SERVED,
        THROTTLED,
        BROKEN_BEFORE_FIRST_BYTE,
        TRUNCATED,
        NOT_FOUND,
        OUT_OF_MEMORY,
    }

    /** Decides the fate of the n-th request, counted from 0. */
    public interface Fates {
        Fate of(int request, ObjectLocation location);
    }

    /** Reads hand out the bytes in pieces of at most this size. */
    private static final int PIECE = 1000;

    private final Map<String, Long> lengths = new TreeMap<>();
    private final Map<String, byte[]> contents = new ConcurrentHashMap<>();
    private final List<String> log = new ArrayList<>();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private volatile Fates fates = (request, location) -> Fate.SERVED;
    private volatile boolean closed;

    public StoredObject put(String key, long length) {
        synchronized (lengths) {
            lengths.put(key, length);
        }
        return object(key, length);
    }

    /** An object with a content of its own. */
    public StoredObject put(String key, byte[] content) {
        contents.put(key, content.clone());
        return put(key, content.length);
    }

    public void fates(Fates newFates) {
        fates = newFates;
    }

    public int requests() {
        return requests.get();
    }

    /** Streams that were opened and not closed. */
    public int openStreams() {
        return open.get();
    }

    public boolean isClosed() {
        return closed;
    }

    /** The ranges asked for, as {@code key bytes a-b}, in order. */
    public List<String> log() {
        synchronized (log) {
            return List.copyOf(log);
        }
    }

    /** The byte that every object holds at a position. */
    public static byte byteAt(long position) {
        return (byte) (position * 31 + position / 251);
    }

    @Override
    public ObjectStream open(StoredObject object, ByteRange range, Interruption interruption) throws IOException {
        return serve(object, range.offset(), range.length(), range.toString());
    }

    @Override
    public ObjectStream openTail(
            ObjectLocation location, Optional<String> expected, long length, Interruption interruption)
            throws IOException {
        long whole = length(location);
        long offset = Math.max(0, whole - length);
        return serve(object(location.key(), whole), offset, whole - offset, "tail " + length);
    }

    @Override
    public StoredObject head(ObjectLocation location, Interruption interruption) throws IOException {
        requests.incrementAndGet();
        return object(location.key(), length(location));
    }

    @Override
    public Iterator<StoredObject> list(ObjectLocation prefix, Interruption interruption) {
        requests.incrementAndGet();
        synchronized (lengths) {
            return lengths.entrySet().stream()
                    .filter(entry -> entry.getKey().startsWith(prefix.key()))
                    .map(entry -> object(entry.getKey(), entry.getValue()))
                    .toList()
                    .iterator();
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    private ObjectStream serve(StoredObject object, long offset, long length, String what) throws IOException {
        synchronized (log) {
            log.add(object.location().key() + " " + what);
        }
        Fate fate = fates.of(requests.getAndIncrement(), object.location());
        switch (fate) {
            case THROTTLED -> throw new StorageException(Reason.THROTTLED, object.location() + ": 503 SlowDown");
            case BROKEN_BEFORE_FIRST_BYTE ->
                throw new StorageException(Reason.TRANSIENT, object.location() + ": connection reset");
            case NOT_FOUND -> throw new StorageException(Reason.NOT_FOUND, object.location() + ": no such key");
            case OUT_OF_MEMORY -> throw new OutOfMemoryError("Java heap space");
            default -> {}
        }
        open.incrementAndGet();
        return new Body(object, offset, length, fate == Fate.TRUNCATED ? length / 2 : length);
    }

    private long length(ObjectLocation location) throws IOException {
        synchronized (lengths) {
            Long length = lengths.get(location.key());
            if (length == null) {
                throw new StorageException(Reason.NOT_FOUND, location + ": no such key");
            }
            return length;
        }
    }

    private static StoredObject object(String key, long length) {
        return new StoredObject(
                new ObjectLocation("fake", "bucket", key), length, Optional.of("v1"), Optional.of(Instant.EPOCH));
    }

    private final class Body implements ObjectStream {
        private final StoredObject object;
        private final long offset;
        private final long length;
        private final long served;
        private long reached;
        private boolean isOpen = true;

        Body(StoredObject object, long offset, long length, long served) {
            this.object = object;
            this.offset = offset;
            this.length = length;
            this.served = served;
        }

        @Override
        public StoredObject object() {
            return object;
        }

        @Override
        public long offset() {
            return offset;
        }

        @Override
        public long length() {
            return length;
        }

        @Override
        public int read(byte[] target, int targetOffset, int most) {
            int count = (int) Math.min(Math.min(most, PIECE), served - reached);
            if (count == 0) {
                return -1;
            }
            byte[] content = contents.get(object.location().key());
            for (int i = 0; i < count; i++) {
                long position = offset + reached + i;
                target[targetOffset + i] = content == null ? byteAt(position) : content[(int) position];
            }
            reached += count;
            return count;
        }

        @Override
        public void abort() {}

        @Override
        public void close() {
            if (isOpen) {
                isOpen = false;
                open.decrementAndGet();
            }
        }
    }
}
