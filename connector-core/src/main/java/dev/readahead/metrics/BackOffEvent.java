package dev.readahead.metrics;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The store asked for fewer requests, and this is what was done about it. */
@Name(BackOffEvent.NAME)
@Label("Back-Off")
@Description("The store asked for fewer requests")
@Category("Readahead")
@StackTrace(false)
public final class BackOffEvent extends Event {
    public static final String NAME = "dev.readahead.BackOff";

    @Label("Requests At Once")
    @Description("How many may be in flight from now on")
    public int limit;

    @Label("Silence")
    @Description("For how long nothing is sent to the store; 0 after a single refusal")
    @Timespan(Timespan.NANOSECONDS)
    public long silence;
}
