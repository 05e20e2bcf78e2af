package dev.readahead.metrics;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A consumer that asked for a job whose bytes had not come yet, until they came. */
@Name(WaitEvent.NAME)
@Label("Wait")
@Description("A consumer waits for bytes")
@Category("Readahead")
@StackTrace(false)
public final class WaitEvent extends Event {
    public static final String NAME = "dev.readahead.Wait";

    @Label("Jobs Ahead")
    @Description("How many jobs lay ahead of the consumer when it had to wait")
    public int jobsAhead;
}
