package dev.readahead.metrics;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** One attempt of a request, from when it is sent until its last byte or its failure. */
@Name(FetchEvent.NAME)
@Label("Fetch")
@Description("One attempt of a request to the object store")
@Category("Readahead")
@StackTrace(false)
public final class FetchEvent extends Event {
    public static final String NAME = "dev.readahead.Fetch";

    @Label("Request")
    @Description("Object and byte range, or what else was asked for")
    public String request;

    @Label("Bytes Arrived")
    @DataAmount
    public long bytes;

    @Label("Time To First Byte")
    @Description("0 if none came")
    @Timespan(Timespan.NANOSECONDS)
    public long firstByte;

    @Label("Awaited")
    @Description("Whether a consumer waited for it, rather than it being fetched ahead")
    public boolean awaited;

    @Label("Hedge")
    @Description("Whether it was sent because another one for the same bytes was late")
    public boolean hedge;

    @Label("Outcome")
    @Description("complete, cancelled, or the kind of failure")
    public String outcome;
}
