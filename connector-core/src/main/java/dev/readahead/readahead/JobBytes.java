package dev.readahead.readahead;

import dev.readahead.storage.ByteRange;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The fetched bytes of a job, addressed by their place in the object. Immutable once the job is ready; then
 * thread-safe.
 */
public final class JobBytes {
    private final NavigableMap<Long, byte[]> segments;

    /** @param segments arrays by the position of their first byte in the object; not to be written any more */
    public JobBytes(NavigableMap<Long, byte[]> segments) {
        this.segments = new TreeMap<>(segments);
    }

    /** Whether all bytes of the range were fetched. */
    public boolean holds(ByteRange range) {
        long reached = range.offset();
        while (reached < range.end()) {
            Map.Entry<Long, byte[]> segment = segments.floorEntry(reached);
            if (segment == null || end(segment) <= reached) {
                return false;
            }
            reached = end(segment);
        }
        return true;
    }

    /** A view of the range where it lies in one array; empty where it does not or was not fetched. */
    public Optional<ByteBuffer> slice(ByteRange range) {
        Map.Entry<Long, byte[]> segment = segments.floorEntry(range.offset());
        if (segment == null || end(segment) < range.end()) {
            return Optional.empty();
        }
        int from = (int) (range.offset() - segment.getKey());
        return Optional.of(
                ByteBuffer.wrap(segment.getValue(), from, (int) range.length()).slice());
    }

    /**
     * Copies bytes out, as many as lie there without a gap.
     *
     * @param position of the first byte in the object
     * @return how many bytes were copied: 0 if the first was not fetched
     */
    public int copy(long position, byte[] target, int offset, int length) {
        int copied = 0;
        while (copied < length) {
            Map.Entry<Long, byte[]> segment = segments.floorEntry(position + copied);
            if (segment == null || end(segment) <= position + copied) {
                break;
            }
            int from = (int) (position + copied - segment.getKey());
            int here = Math.min(length - copied, segment.getValue().length - from);
            System.arraycopy(segment.getValue(), from, target, offset + copied, here);
            copied += here;
        }
        return copied;
    }

    private static long end(Map.Entry<Long, byte[]> segment) {
        return segment.getKey() + segment.getValue().length;
    }
}
