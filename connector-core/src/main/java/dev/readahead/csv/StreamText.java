package dev.readahead.csv;

import dev.readahead.readahead.Job;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A whole file that has to be decompressed or transcoded, decoded piece by piece on the consumer's thread. */
final class StreamText implements Text {
    private final CsvRange first;
    private final CsvOptions options;
    private final int pieceBytes;
    private final JobStream compressed;
    private final RecordWindow window = new RecordWindow();
    private InputStream decoded;
    private boolean marked;

    StreamText(
            Job<CsvRange> job,
            Supplier<CompletableFuture<Optional<Job<CsvRange>>>> claims,
            CsvOptions options,
            CsvTuning tuning) {
        this.first = job.description();
        this.options = options;
        this.pieceBytes = Math.max(ByteOrderMark.LENGTH, tuning.pieceBytes());
        this.compressed = new JobStream(job, claims);
    }

    @Override
    public RecordWindow window() {
        return window;
    }

    @Override
    public CsvRange range() {
        return first;
    }

    @Override
    public long first() {
        return 0;
    }

    @Override
    public long end() {
        return Long.MAX_VALUE;
    }

    @Override
    public boolean isFromFileStart() {
        return true;
    }

    @Override
    public Optional<CompletableFuture<?>> more() throws IOException {
        Optional<CompletableFuture<?>> wait = compressed.ahead();
        if (wait.isPresent()) {
            return wait;
        }
        try {
            decode();
        } catch (CsvException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            // Decompressors throw this or that at broken bytes; some of it without a message.
            throw new CsvException(
                    first.object().location(),
                    "cannot be decoded as "
                            + options.compressionOf(first.object().location()) + ", " + options.encoding()
                            + " behind byte " + (window.base + window.to) + " of the text: " + e,
                    e);
        }
        return Optional.empty();
    }

    private void decode() throws IOException {
        if (decoded == null) {
            InputStream bytes = options.compressionOf(first.object().location()).decompress(compressed);
            decoded = options.isUtf8() ? bytes : new Utf8Stream(bytes, options.encoding());
        }
        makeRoom();
        int target = window.to + pieceBytes;
        while (window.to < target && !window.last) {
            int read = decoded.read(window.bytes, window.to, target - window.to);
            window.last = read < 0;
            window.to += Math.max(0, read);
        }
        if (!marked) {
            window.at = ByteOrderMark.length(window.bytes, 0, window.to);
            marked = true;
        }
    }

    /** Keeps what was not read yet: as much again as is there of a long record. */
    private void makeRoom() {
        int left = window.left();
        byte[] bytes = window.bytes;
        if (bytes.length < left + pieceBytes) {
            bytes = new byte[Math.max(left + pieceBytes, 2 * left)];
        }
        System.arraycopy(window.bytes, window.at, bytes, 0, left);
        window.base += window.at;
        window.bytes = bytes;
        window.at = 0;
        window.to = left;
    }

    @Override
    public void close() {
        window.bytes = new byte[0];
        window.at = 0;
        window.to = 0;
        compressed.close();
    }
}
