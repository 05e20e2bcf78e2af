package dev.readahead.it.link;

import com.sun.management.OperatingSystemMXBean;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** Counts what passes. Thread-safe. */
final class LinkStatistics {
    private final long[] byKind = new long[ObjectApi.Kind.values().length];
    private final ThroughputTimeline timeline = new ThroughputTimeline(System.nanoTime());
    private long faults;
    private long bytes;
    private long connections;
    private long inFlight;
    private long inFlightPeak;
    private long number;

    /**
     * A request has come.
     *
     * @return its number, counted from 0
     */
    synchronized long begin(ObjectApi.Kind kind) {
        byKind[kind.ordinal()]++;
        inFlight++;
        inFlightPeak = Math.max(inFlightPeak, inFlight);
        return number++;
    }

    synchronized void fault() {
        faults++;
    }

    synchronized void end() {
        inFlight--;
    }

    synchronized void accepted() {
        connections++;
    }

    synchronized void sent(long now, long count) {
        bytes += count;
        timeline.record(now, count);
    }

    /** Everything from zero, also the numbers of requests; what is under way stays under way. */
    synchronized void reset() {
        Arrays.fill(byKind, 0);
        timeline.restart(System.nanoTime());
        faults = 0;
        bytes = 0;
        connections = 0;
        inFlightPeak = inFlight;
        number = 0;
    }

    synchronized LinkCounters counters() {
        return new LinkCounters(
                byKind[ObjectApi.Kind.GET.ordinal()],
                byKind[ObjectApi.Kind.GET_TAIL.ordinal()],
                byKind[ObjectApi.Kind.HEAD.ordinal()],
                byKind[ObjectApi.Kind.LIST.ordinal()],
                byKind[ObjectApi.Kind.OTHER.ordinal()],
                faults,
                bytes,
                connections,
                inFlightPeak,
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime());
    }

    synchronized long[] bytesPerBucket() {
        return timeline.bytesPerBucket();
    }
}
