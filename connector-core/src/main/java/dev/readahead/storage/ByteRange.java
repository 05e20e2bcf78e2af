package dev.readahead.storage;

/**
 * A non-empty range of bytes of an object.
 *
 * @param offset first byte, counted from the start of the object
 * @param length number of bytes, at least 1
 */
public record ByteRange(long offset, long length) implements Comparable<ByteRange> {
    public ByteRange {
        if (offset < 0 || length < 1 || offset + length < 0) {
            throw new IllegalArgumentException("not a byte range: offset " + offset + ", length " + length);
        }
    }

    /** The first byte after the range. */
    public long end() {
        return offset + length;
    }

    public boolean contains(ByteRange other) {
        return offset <= other.offset && other.end() <= end();
    }

    @Override
    public int compareTo(ByteRange other) {
        int byOffset = Long.compare(offset, other.offset);
        return byOffset != 0 ? byOffset : Long.compare(length, other.length);
    }

    /** Both ends inclusive, as HTTP writes a range. */
    @Override
    public String toString() {
        return "bytes " + offset + "-" + (end() - 1);
    }
}
