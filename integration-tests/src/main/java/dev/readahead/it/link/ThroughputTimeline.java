package dev.readahead.it.link;

import java.util.Arrays;

/** How many bytes were sent in each twentieth of a second since a moment. Not thread-safe. */
final class ThroughputTimeline {
    static final long BUCKET_NANOS = 50_000_000;
    /** Half an hour; later bytes are not recorded. */
    static final int MAX_BUCKETS = 36_000;

    private long[] buckets = new long[64];
    private int used;
    private long start;

    ThroughputTimeline(long now) {
        start = now;
    }

    void record(long now, long bytes) {
        long index = (now - start) / BUCKET_NANOS;
        if (index >= MAX_BUCKETS) {
            return;
        }
        if (index >= buckets.length) {
            buckets = Arrays.copyOf(buckets, (int) Math.max(index + 1, 2L * buckets.length));
        }
        buckets[(int) index] += bytes;
        used = Math.max(used, (int) index + 1);
    }

    long[] bytesPerBucket() {
        return Arrays.copyOf(buckets, used);
    }

    /** Begins again at this moment. */
    void restart(long now) {
        Arrays.fill(buckets, 0);
        used = 0;
        start = now;
    }
}
