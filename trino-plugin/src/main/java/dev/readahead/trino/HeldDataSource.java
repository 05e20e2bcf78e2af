package dev.readahead.trino;

import com.google.common.collect.ListMultimap;
import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ByteRange;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.memory.context.AggregatedMemoryContext;
import io.trino.parquet.ChunkKey;
import io.trino.parquet.ChunkReader;
import io.trino.parquet.DiskRange;
import io.trino.parquet.ParquetCorruptionException;
import io.trino.parquet.ParquetDataSource;
import io.trino.parquet.ParquetDataSourceId;
import io.trino.parquet.reader.ChunkedInputStream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A file as Trino's reader wants it, over bytes that were fetched before. It never waits: metadata that is not there is
 * reported by {@link MissingBytes}, and the column chunks that the reader plans are remembered, to be supplied before
 * they are read. Used by one thread at a time.
 */
final class HeldDataSource implements ParquetDataSource {
    private final ParquetDataSourceId id;
    private final long length;
    private final List<JobBytes> held;
    private final List<ByteRange> planned = new ArrayList<>();
    private long readBytes;

    /** @param held the end of the file, and what else of its metadata was fetched */
    HeldDataSource(Footer footer, List<JobBytes> held) {
        this.id = new ParquetDataSourceId(footer.object().location().toString());
        this.length = footer.object().length();
        this.held = new ArrayList<>(held);
        this.held.addFirst(footer.tail());
    }

    /** The parts of column chunks that will be read and did not come with the footer. */
    List<ByteRange> planned() {
        return planned;
    }

    /** The bytes of {@link #planned} are there. */
    void supply(JobBytes bytes) {
        held.addFirst(bytes);
    }

    @Override
    public ParquetDataSourceId getId() {
        return id;
    }

    @Override
    public long getReadBytes() {
        return readBytes;
    }

    @Override
    public long getReadTimeNanos() {
        return 0;
    }

    @Override
    public long getEstimatedSize() {
        return length;
    }

    @Override
    public Slice readTail(int bytes) throws IOException {
        int present = (int) Math.min(bytes, length);
        return readFully(length - present, present);
    }

    @Override
    public Slice readFully(long position, int bytes) throws IOException {
        ByteRange range = range(position, bytes);
        return find(range).orElseThrow(() -> new MissingBytes(List.of(range)));
    }

    @Override
    public <K> Map<K, ChunkedInputStream> planRead(
            ListMultimap<K, DiskRange> ranges, AggregatedMemoryContext memoryContext) {
        List<ByteRange> missing = new ArrayList<>();
        boolean chunks = ranges.keySet().stream().allMatch(ChunkKey.class::isInstance);
        Map<K, ChunkedInputStream> streams = new HashMap<>();
        for (Map.Entry<K, Collection<DiskRange>> entry : ranges.asMap().entrySet()) {
            List<Chunk> readers = new ArrayList<>();
            for (DiskRange asked : entry.getValue()) {
                ByteRange range = unchecked(asked);
                if (find(range).isEmpty()) {
                    missing.add(range);
                }
                readers.add(new Chunk(range));
            }
            readers.sort(Comparator.comparingLong(Chunk::getDiskOffset));
            streams.put(entry.getKey(), new ChunkedInputStream(readers));
        }
        if (chunks) {
            planned.addAll(missing);
        } else if (!missing.isEmpty()) {
            throw new MissingBytes(missing);
        }
        return streams;
    }

    private ByteRange unchecked(DiskRange range) {
        try {
            return range(range.offset(), range.length());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A footer may claim anything: nothing is asked for that does not lie in the file. */
    private ByteRange range(long position, long bytes) throws IOException {
        if (position < 0 || bytes < 0 || bytes > Integer.MAX_VALUE || position > length - bytes) {
            throw new ParquetCorruptionException(
                    id, "%s bytes from %s on are claimed in a file of %s", bytes, position, length);
        }
        return new ByteRange(position, bytes);
    }

    private Optional<Slice> find(ByteRange range) {
        for (JobBytes bytes : held) {
            Optional<ByteBuffer> here = bytes.slice(range);
            if (here.isPresent()) {
                ByteBuffer buffer = here.get();
                return Optional.of(Slices.wrappedBuffer(buffer.array(), buffer.arrayOffset(), buffer.remaining()));
            }
            if (bytes.holds(range)) {
                byte[] joined = new byte[(int) range.length()];
                bytes.copy(range.offset(), joined, 0, joined.length);
                return Optional.of(Slices.wrappedBuffer(joined));
            }
        }
        return Optional.empty();
    }

    /** A part of a column chunk; there by the time it is read. */
    private final class Chunk implements ChunkReader {
        private final ByteRange range;

        Chunk(ByteRange range) {
            this.range = range;
        }

        @Override
        public long getDiskOffset() {
            return range.offset();
        }

        @Override
        public Slice read() throws IOException {
            Slice bytes = find(range).orElseThrow(() -> new IOException(id + ": " + range + " was not planned"));
            readBytes += range.length();
            return bytes;
        }

        /** The job holds the bytes, and lets them go when its last row is read. */
        @Override
        public void free() {}
    }
}
