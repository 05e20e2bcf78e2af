package dev.readahead.it.link;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How a simulated link behaves. Immutable.
 *
 * @param seed decides the fate of the n-th request together with n
 * @param firstByte median time from a whole request head to the first byte of the response
 * @param jitter the first byte comes up to this share of its time earlier or later, 0 to 1
 * @param tailShare share of requests whose first byte takes {@code tailFactor} times as long, 0 to 1
 * @param tailFactor at least 1
 * @param connectionRate bytes per second on one connection, 0 for no limit
 * @param linkRate bytes per second on all connections together, 0 for no limit
 * @param faults shares of requests that fail
 */
public record LinkProfile(
        long seed,
        Duration firstByte,
        double jitter,
        double tailShare,
        double tailFactor,
        long connectionRate,
        long linkRate,
        Faults faults) {

    /**
     * Shares of requests, each 0 to 1, together at most 1.
     *
     * @param slowDown answered with 503
     * @param reset broken off by a reset somewhere in the body
     * @param truncated ended too early but cleanly
     * @param stalled silent for {@code stall} somewhere in the body
     * @param stall how long
     */
    public record Faults(double slowDown, double reset, double truncated, double stalled, Duration stall) {
        public static final Faults NONE = new Faults(0, 0, 0, 0, Duration.ZERO);

        public Faults {
            share("slowDown", slowDown);
            share("reset", reset);
            share("truncated", truncated);
            share("stalled", stalled);
            share("the sum of all faults", slowDown + reset + truncated + stalled);
        }
    }

    public LinkProfile {
        share("jitter", jitter);
        share("tailShare", tailShare);
        if (tailFactor < 1) {
            throw new IllegalArgumentException("tailFactor must be at least 1, is " + tailFactor);
        }
        if (firstByte.isNegative() || connectionRate < 0 || linkRate < 0) {
            throw new IllegalArgumentException("Times and rates of a link must not be negative");
        }
    }

    /** First byte after 50 ms, one of fifty after 200 ms; 80 MB/s per connection, 100 MB/s in all; no faults. */
    public static LinkProfile objectStorage() {
        return new LinkProfile(1, Duration.ofMillis(50), 0.2, 0.02, 4, 80_000_000L, 100_000_000L, Faults.NONE);
    }

    /** No latency and no limit: for tests of what is served, not when. */
    public static LinkProfile unlimited() {
        return new LinkProfile(1, Duration.ZERO, 0, 0, 1, 0, 0, Faults.NONE);
    }

    public LinkProfile withSeed(long newSeed) {
        return new LinkProfile(newSeed, firstByte, jitter, tailShare, tailFactor, connectionRate, linkRate, faults);
    }

    public LinkProfile withFaults(Faults newFaults) {
        return new LinkProfile(seed, firstByte, jitter, tailShare, tailFactor, connectionRate, linkRate, newFaults);
    }

    public LinkProfile withRates(long newConnectionRate, long newLinkRate) {
        return new LinkProfile(seed, firstByte, jitter, tailShare, tailFactor, newConnectionRate, newLinkRate, faults);
    }

    /** The profile as command line options, one {@code --name=value} each. */
    List<String> toOptions() {
        List<String> options = new ArrayList<>();
        options.add("--seed=" + seed);
        options.add("--first-byte=" + firstByte);
        options.add("--jitter=" + jitter);
        options.add("--tail-share=" + tailShare);
        options.add("--tail-factor=" + tailFactor);
        options.add("--connection-rate=" + connectionRate);
        options.add("--link-rate=" + linkRate);
        options.add("--slow-down-share=" + faults.slowDown());
        options.add("--reset-share=" + faults.reset());
        options.add("--truncated-share=" + faults.truncated());
        options.add("--stalled-share=" + faults.stalled());
        options.add("--stall=" + faults.stall());
        return options;
    }

    /**
     * The opposite of {@link #toOptions}; what is missing is as in {@link #objectStorage}. Times as {@code PT0.05S}.
     */
    static LinkProfile fromOptions(Map<String, String> options) {
        LinkProfile usual = objectStorage();
        return new LinkProfile(
                Long.parseLong(options.getOrDefault("seed", Long.toString(usual.seed))),
                Duration.parse(options.getOrDefault("first-byte", usual.firstByte.toString())),
                Double.parseDouble(options.getOrDefault("jitter", Double.toString(usual.jitter))),
                Double.parseDouble(options.getOrDefault("tail-share", Double.toString(usual.tailShare))),
                Double.parseDouble(options.getOrDefault("tail-factor", Double.toString(usual.tailFactor))),
                Long.parseLong(options.getOrDefault("connection-rate", Long.toString(usual.connectionRate))),
                Long.parseLong(options.getOrDefault("link-rate", Long.toString(usual.linkRate))),
                new Faults(
                        Double.parseDouble(options.getOrDefault("slow-down-share", "0")),
                        Double.parseDouble(options.getOrDefault("reset-share", "0")),
                        Double.parseDouble(options.getOrDefault("truncated-share", "0")),
                        Double.parseDouble(options.getOrDefault("stalled-share", "0")),
                        Duration.parse(options.getOrDefault("stall", "PT0S"))));
    }

    private static void share(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " must lie between 0 and 1, is " + value);
        }
    }
}
