package dev.readahead.fetch;

/**
 * What decides which of the waiting requests is sent next: first what a consumer waits for, then what is needed
 * soonest, then what was asked for first. Counting the distance in jobs gives scans of one JVM equal turns.
 *
 * @param awaited somebody waits for it now
 * @param distance how many jobs lie before it in its scan, 0 for the next one
 */
public record Urgency(boolean awaited, int distance) {
    public static final Urgency AWAITED = new Urgency(true, 0);

    public static Urgency ahead(int distance) {
        return new Urgency(false, distance);
    }
}
