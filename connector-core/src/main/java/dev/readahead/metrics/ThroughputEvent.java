package dev.readahead.metrics;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** One point of the time line: what arrived since the point before, and what is under way and held. */
@Name(ThroughputEvent.NAME)
@Label("Throughput")
@Description("What arrived since the event before, and how things stand")
@Category("Readahead")
@Period("50 ms")
@StackTrace(false)
public final class ThroughputEvent extends Event {
    public static final String NAME = "dev.readahead.Throughput";

    @Label("Bytes Arrived")
    @DataAmount
    public long bytes;

    @Label("Requests Sent")
    public long requests;

    @Label("Requests In Flight")
    public int inFlight;

    @Label("Bytes Held")
    @DataAmount
    public long bytesHeld;
}
