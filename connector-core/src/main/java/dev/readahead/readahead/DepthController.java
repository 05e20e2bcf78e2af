package dev.readahead.readahead;

import dev.readahead.fetch.LinkEstimate;

/**
 * Decides how many jobs a scan keeps ahead of its consumer. Not thread-safe: guarded by the queue's lock.
 *
 * <p>Adaptive: it begins with one job, or with the jobs that the link carries while the first is waited for: a query
 * that stops there has lost no time by them. The second claim shows that the consumer goes on: then the depth fills the
 * link. From there it doubles when the consumer had to wait for bytes, and shrinks by one when several jobs in a row
 * lay ready.
 */
final class DepthController {
    /** So many claims in a row that did not wait make the depth shrink. */
    static final int READY_BEFORE_SHRINKING = 8;

    private static final int FIRST = 1;
    private static final int LEAST_CONFIRMED = 4;
    private static final int MOST_UNCONFIRMED = 8;
    private static final int MOST = 256;

    private final int configured;
    private final boolean readsToTheEnd;

    private int depth;
    private int floor = FIRST;
    private int readyInARow;
    private int claims;

    DepthController(ReadAheadOptions options) {
        this.configured = options.depth();
        this.readsToTheEnd = options.readsToTheEnd();
        this.depth = configured == ReadAheadOptions.ADAPTIVE ? FIRST : configured;
    }

    boolean isAdaptive() {
        return configured == ReadAheadOptions.ADAPTIVE;
    }

    /** How many jobs may lie ahead of the one that the consumer has. */
    int depth() {
        return depth;
    }

    /** The size of the jobs is known and the link was measured anew. */
    void observe(LinkEstimate link, double meanJobBytes) {
        if (!isAdaptive()) {
            return;
        }
        boolean confirmed = readsToTheEnd || claims > 1;
        if (!confirmed && link.measured()) {
            double meanwhile = link.linkBytesInFirstByte() / Math.max(1, meanJobBytes);
            depth = (int) Math.max(FIRST, Math.min(MOST_UNCONFIRMED, meanwhile));
        }
        if (confirmed) {
            double jobs = link.bytesInFlightToFill(meanJobBytes) / Math.max(1, meanJobBytes);
            floor = (int) Math.min(MOST, Math.max(LEAST_CONFIRMED, Math.ceil(jobs)));
            depth = Math.max(depth, floor);
        }
    }

    /**
     * The consumer claimed a job.
     *
     * @param ready whether its bytes were there already
     * @param pressed whether memory is short, so that waiting is no reason to hold more
     */
    void claimed(boolean ready, boolean pressed) {
        claims++;
        if (!isAdaptive()) {
            return;
        }
        if (ready) {
            if (++readyInARow >= READY_BEFORE_SHRINKING) {
                readyInARow = 0;
                depth = Math.max(Math.min(floor, depth), depth - 1);
            }
        } else {
            readyInARow = 0;
            if (claims > 1 && !pressed) {
                depth = Math.min(MOST, depth * 2);
            }
        }
    }
}
