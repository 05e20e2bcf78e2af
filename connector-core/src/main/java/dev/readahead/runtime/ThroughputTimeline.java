package dev.readahead.runtime;

import dev.readahead.metrics.ScanMetrics.Counter;
import dev.readahead.metrics.ThroughputEvent;
import jdk.jfr.FlightRecorder;

/**
 * Writes the points of a runtime's time line while the flight recorder runs, and costs nothing while it does not.
 *
 * <p>{@link #record} is called by the recorder's thread alone.
 */
final class ThroughputTimeline implements AutoCloseable {
    private final ReadaheadRuntime runtime;
    private final Runnable hook = this::record;
    private long bytesBefore;
    private long requestsBefore;

    private ThroughputTimeline(ReadaheadRuntime runtime) {
        this.runtime = runtime;
    }

    static ThroughputTimeline start(ReadaheadRuntime runtime) {
        ThroughputTimeline timeline = new ThroughputTimeline(runtime);
        FlightRecorder.addPeriodicEvent(ThroughputEvent.class, timeline.hook);
        return timeline;
    }

    private void record() {
        long bytes = runtime.metrics().get(Counter.BYTES_FETCHED);
        long requests = runtime.metrics().get(Counter.REQUESTS);
        ThroughputEvent event = new ThroughputEvent();
        event.bytes = bytes - bytesBefore;
        event.requests = requests - requestsBefore;
        event.inFlight = runtime.inFlight();
        event.bytesHeld = runtime.governor().heldBytes();
        event.commit();
        bytesBefore = bytes;
        requestsBefore = requests;
    }

    @Override
    public void close() {
        FlightRecorder.removePeriodicEvent(hook);
    }
}
