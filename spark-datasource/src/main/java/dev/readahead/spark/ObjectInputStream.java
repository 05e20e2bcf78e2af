package dev.readahead.spark;

import dev.readahead.fetch.Fetch;
import dev.readahead.fetch.FetchScheduler;
import dev.readahead.fetch.Urgency;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.StoredObject;
import org.apache.hadoop.fs.FSInputStream;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;

/** Reads an object piece by piece, for the places in Spark that open a file themselves. */
final class ObjectInputStream extends FSInputStream {
    private static final int PIECE_BYTES = 1 << 20;

    private final StoredObject object;
    private final FetchScheduler scheduler;
    private final ScanMetrics metrics;

    private long position;
    private byte[] piece = new byte[0];
    private long pieceStart;

    ObjectInputStream(StoredObject object, FetchScheduler scheduler, ScanMetrics metrics) {
        this.object = object;
        this.scheduler = scheduler;
        this.metrics = metrics;
    }

    @Override
    public void seek(long newPosition) throws IOException {
        if (newPosition < 0 || newPosition > object.length()) {
            throw new EOFException(object.location() + ": seek to " + newPosition + " of " + object.length());
        }
        position = newPosition;
    }

    @Override
    public long getPos() {
        return position;
    }

    @Override
    public boolean seekToNewSource(long target) {
        return false;
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
        if (position >= object.length()) {
            return -1;
        }
        if (position < pieceStart || position >= pieceStart + piece.length) {
            fetch(length);
        }
        int from = (int) (position - pieceStart);
        int count = Math.min(length, piece.length - from);
        System.arraycopy(piece, from, target, offset, count);
        position += count;
        return count;
    }

    private void fetch(int wanted) throws IOException {
        int count = (int) Math.min(Math.max(wanted, PIECE_BYTES), object.length() - position);
        byte[] bytes = new byte[count];
        Fetch<Void> fetch = scheduler.fetch(object, new ByteRange(position, count), bytes, 0, Urgency.AWAITED, metrics);
        try {
            fetch.result().get();
        } catch (InterruptedException e) {
            fetch.cancel();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(object.location() + ": interrupted");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        }
        piece = bytes;
        pieceStart = position;
    }
}
