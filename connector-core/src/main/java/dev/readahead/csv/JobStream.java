package dev.readahead.csv;

import dev.readahead.readahead.Job;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * The bytes of a file, whose jobs are claimed one after the other. Used by the consumer's thread alone.
 *
 * <p>{@link #ahead} brings in so many bytes that a decompressor does not run out of them; should one do so all the
 * same, {@link #read} waits.
 */
final class JobStream extends InputStream {
    /** More than any format decodes at once: a block of bzip2 has 900,000 bytes. */
    private static final int AHEAD_BYTES = 2 << 20;

    private final Supplier<CompletableFuture<Optional<Job<CsvRange>>>> claims;
    private final long length;
    private final Deque<Job<CsvRange>> jobs = new ArrayDeque<>();
    private ByteBuffer current = ByteBuffer.allocate(0);
    private long unread;
    private long reached;
    private CompletableFuture<Optional<Job<CsvRange>>> claim;

    /** @param first the job at the start of the file; closed by this */
    JobStream(Job<CsvRange> first, Supplier<CompletableFuture<Optional<Job<CsvRange>>>> claims) {
        this.claims = claims;
        this.length = first.description().object().length();
        add(first);
    }

    private void add(Job<CsvRange> job) {
        jobs.add(job);
        reached = job.description().to();
        unread += job.description().fetched().length();
        if (jobs.size() == 1) {
            current = bytes(job);
        }
    }

    private static ByteBuffer bytes(Job<CsvRange> job) {
        return job.bytes().slice(job.description().fetched()).orElseThrow();
    }

    /** What to wait for before the next bytes are read; empty if enough are there. */
    Optional<CompletableFuture<?>> ahead() throws IOException {
        while (claim != null || unread < AHEAD_BYTES && reached < length) {
            if (claim == null) {
                claim = claims.get();
            }
            if (!claim.isDone()) {
                return Optional.of(claim);
            }
            take();
        }
        return Optional.empty();
    }

    /** Waits for the claim if it is not done. */
    private void take() throws IOException {
        CompletableFuture<Optional<Job<CsvRange>>> taken = claim;
        try {
            Optional<Job<CsvRange>> job = taken.get();
            claim = null;
            add(job.orElseThrow(() -> new IOException("the scan has no more jobs in the middle of a file")));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for compressed bytes");
        } catch (ExecutionException e) {
            claim = null;
            throw e.getCause() instanceof IOException failure
                    ? failure
                    : new IOException(e.getCause().getMessage(), e.getCause());
        }
    }

    @Override
    public int read() throws IOException {
        return fill() ? count(1, current.get() & 0xff) : -1;
    }

    @Override
    public int read(byte[] target, int offset, int most) throws IOException {
        if (most == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int here = Math.min(most, current.remaining());
        current.get(target, offset, here);
        return count(here, here);
    }

    private int count(int bytes, int result) {
        unread -= bytes;
        return result;
    }

    private boolean fill() throws IOException {
        while (!current.hasRemaining()) {
            if (jobs.size() > 1) {
                jobs.remove().close();
                current = bytes(jobs.element());
            } else if (reached < length) {
                if (claim == null) {
                    claim = claims.get();
                }
                take();
            } else {
                return false;
            }
        }
        return true;
    }

    @Override
    public int available() {
        return current.remaining();
    }

    @Override
    public void close() {
        jobs.forEach(Job::close);
        jobs.clear();
    }
}
