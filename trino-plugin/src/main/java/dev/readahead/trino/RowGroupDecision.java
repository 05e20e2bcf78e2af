package dev.readahead.trino;

import dev.readahead.memory.Lease;
import dev.readahead.parquet.MetadataFetcher;
import dev.readahead.readahead.JobBytes;
import dev.readahead.storage.ByteRange;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Decides on one row group, and fetches the page indexes, bloom filters and dictionaries that the decision turns out to
 * need and that are not there: the chooser is asked, says what it misses, and is asked again when that is there. One
 * thread at a time is at it, the one that began it or that of the last fetch.
 */
final class RowGroupDecision {
    /** Column indexes, offset indexes, the head of a bloom filter, its bits, a dictionary: of each column. */
    private static final int MOST_ROUNDS_A_COLUMN = 6;

    private final PlannedPart part;
    private final MetadataFetcher fetcher;
    private final RowGroupChooser chooser;
    private final boolean probe;
    private final List<ByteRange> dictionaries;
    private final CompletableFuture<List<RowGroupWork>> result = new CompletableFuture<>();

    private final List<JobBytes> held;
    private final List<Lease> leases = new ArrayList<>();
    private int rounds;
    private boolean askedDictionaries;

    private RowGroupDecision(PlannedPart part, RowGroupShare share, JobBytes indexes, MetadataFetcher fetcher)
            throws IOException {
        this.part = part;
        this.fetcher = fetcher;
        this.chooser = new RowGroupChooser(part, share);
        this.probe = part.scan().dictionaries().pay();
        this.dictionaries = chooser.dictionaries();
        this.held = new ArrayList<>(List.of(indexes));
    }

    /**
     * Begins. What is held is enough in most cases; then it is made by the time this returns. The future is completed
     * by the thread that began it or by a fetch thread; with nothing if no row is to be read.
     *
     * @param indexes page indexes that were fetched for the part
     */
    static CompletableFuture<List<RowGroupWork>> begin(
            PlannedPart part, RowGroupShare share, JobBytes indexes, MetadataFetcher fetcher) throws IOException {
        RowGroupDecision decision = new RowGroupDecision(part, share, indexes, fetcher);
        decision.decide();
        return decision.result;
    }

    private void decide() {
        try {
            finish(chooser.choose(List.copyOf(held), probe));
        } catch (MissingBytes missing) {
            fetch(missing.ranges());
        } catch (IOException | RuntimeException | Error e) {
            // Errors too: somebody waits for the result.
            fail(e);
        }
    }

    private void fetch(List<ByteRange> missing) {
        if (++rounds > MOST_ROUNDS_A_COLUMN * (1 + part.columns().descriptors().size())) {
            fail(new IOException(
                    part.footer().object().location() + ": the metadata of a row group refers to ever more of itself"));
            return;
        }
        List<ByteRange> wanted = new ArrayList<>(missing);
        if (dictionaries.containsAll(missing)) {
            // The next columns' are asked for next.
            askedDictionaries = true;
            wanted.addAll(dictionaries);
        }
        fetcher.fetch(part.scheduler(), part.footer().object(), wanted, true)
                .orElseThrow()
                .whenComplete((fetched, error) -> {
                    if (error != null) {
                        fail(error);
                    } else {
                        held.add(fetched.bytes());
                        leases.add(fetched.lease());
                        decide();
                    }
                });
    }

    private void finish(List<RowGroupWork> works) {
        if (askedDictionaries) {
            part.scan().dictionaries().tried(works.isEmpty());
        }
        release();
        result.complete(works);
    }

    private void fail(Throwable error) {
        release();
        result.completeExceptionally(error);
    }

    /** What was fetched has been parsed, or will not be. */
    private void release() {
        leases.forEach(Lease::close);
        leases.clear();
        held.clear();
    }
}
