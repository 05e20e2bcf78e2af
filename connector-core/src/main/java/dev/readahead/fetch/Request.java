package dev.readahead.fetch;

import dev.readahead.storage.Interruption;

/** One request on its way. Its fields are used by the thread that sends it; {@link #interrupt} by any. */
final class Request<T> {
    final FetchTask<T> task;
    final Race race;
    final boolean isHedge;

    /** What is counted as under way while it runs. */
    final long bytesCharged;

    final Interruption interruption = new Interruption();
    final long sentNanos;

    /** 0 until the first byte came. */
    long firstByteNanos;

    Request(FetchTask<T> task, Race race, boolean isHedge, long sentNanos) {
        this.task = task;
        this.race = race;
        this.isHedge = isHedge;
        this.bytesCharged = task.remainingBytes();
        this.sentNanos = sentNanos;
    }

    void interrupt() {
        interruption.interrupt();
    }
}
