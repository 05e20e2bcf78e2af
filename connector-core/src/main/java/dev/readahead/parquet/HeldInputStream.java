package dev.readahead.parquet;

import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.StoredObject;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.io.ParquetFileRange;
import org.apache.parquet.io.SeekableInputStream;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;

/**
 * Reads a file from bytes that were fetched before. What is asked for and not there is left to {@link Missing}. Used by
 * one thread at a time; closing it does nothing, for the bytes belong to others.
 */
final class HeldInputStream extends SeekableInputStream {
    /** For places where nothing may be waited for. */
    static final Missing REFUSE = (object, range) -> {
        throw new IOException(object.location() + ", " + range + ": these bytes were not fetched");
    };

    private final StoredObject object;
    private final LongFunction<JobBytes> holder;
    private final Missing missing;
    private long position;

    /** @param holder knows which of the fetched bytes hold a position, if any do; never null */
    HeldInputStream(StoredObject object, LongFunction<JobBytes> holder, Missing missing) {
        this.object = object;
        this.holder = holder;
        this.missing = missing;
    }

    /** Looks into one after another for the bytes at a position. */
    static LongFunction<JobBytes> firstOf(JobBytes... held) {
        return position -> {
            ByteRange one = new ByteRange(position, 1);
            for (JobBytes bytes : held) {
                if (bytes.holds(one)) {
                    return bytes;
                }
            }
            return held[0];
        };
    }

    @Override
    public long getPos() {
        return position;
    }

    @Override
    public void seek(long newPosition) throws IOException {
        if (newPosition < 0) {
            throw new EOFException(object.location() + ": seek to " + newPosition);
        }
        position = newPosition;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        long rest = object.length() - position;
        if (rest <= 0) {
            return -1;
        }
        int most = (int) Math.min(length, rest);
        int copied = holder.apply(position).copy(position, target, offset, most);
        if (copied == 0) {
            byte[] fetched = missing.fetch(object, new ByteRange(position, most));
            System.arraycopy(fetched, 0, target, offset, most);
            copied = most;
        }
        position += copied;
        return copied;
    }

    @Override
    public void readFully(byte[] target) throws IOException {
        readFully(target, 0, target.length);
    }

    @Override
    public void readFully(byte[] target, int offset, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int read = read(target, offset + done, length - done);
            if (read < 0) {
                throw new EOFException(object.location() + " ends at byte " + object.length() + ", asked for "
                        + (length - done) + " bytes from " + position + " on");
            }
            done += read;
        }
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        byte[] bytes = new byte[target.remaining()];
        int read = read(bytes, 0, bytes.length);
        target.put(bytes, 0, Math.max(read, 0));
        return read;
    }

    @Override
    public void readFully(ByteBuffer target) throws IOException {
        if (target.hasArray()) {
            readFully(target.array(), target.arrayOffset() + target.position(), target.remaining());
            target.position(target.limit());
        } else {
            byte[] bytes = new byte[target.remaining()];
            readFully(bytes);
            target.put(bytes);
        }
    }

    @Override
    public boolean readVectoredAvailable(ByteBufferAllocator allocator) {
        return true;
    }

    @Override
    public void readVectored(List<ParquetFileRange> ranges, ByteBufferAllocator allocator) throws IOException {
        for (ParquetFileRange range : ranges) {
            range.setDataReadFuture(CompletableFuture.completedFuture(view(range)));
        }
    }

    private ByteBuffer view(ParquetFileRange range) throws IOException {
        if (range.getLength() == 0) {
            return ByteBuffer.allocate(0);
        }
        if (range.getLength() > object.length() - range.getOffset()) {
            throw new EOFException(object.location() + " ends at byte " + object.length() + ", asked for "
                    + range.getLength() + " bytes from " + range.getOffset() + " on");
        }
        Optional<ByteBuffer> slice =
                holder.apply(range.getOffset()).slice(new ByteRange(range.getOffset(), range.getLength()));
        if (slice.isPresent()) {
            return slice.get();
        }
        byte[] copy = new byte[range.getLength()];
        position = range.getOffset();
        readFully(copy);
        return ByteBuffer.wrap(copy);
    }

    /** Where bytes come from that nobody planned to read. */
    interface Missing {
        byte[] fetch(StoredObject object, ByteRange range) throws IOException;
    }
}
