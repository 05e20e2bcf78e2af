package dev.readahead.it.link;

import java.util.SplittableRandom;

/**
 * What the link does to one request.
 *
 * @param firstByteNanos from the whole request head to the first byte
 * @param fault what goes wrong
 * @param faultPosition after which share of the body it goes wrong, 0 to less than 1
 */
record Fate(long firstByteNanos, Fault fault, double faultPosition) {

    enum Fault {
        NONE,
        SLOW_DOWN,
        RESET,
        TRUNCATED,
        STALLED
    }

    /** The same answer for the same profile and number, whatever else happened before. */
    static Fate of(LinkProfile profile, long requestNumber) {
        // One generator per request: the order in which threads ask cannot change what a request meets.
        SplittableRandom random = new SplittableRandom(new SplittableRandom(profile.seed()).nextLong() ^ requestNumber);
        double spread = 1 + profile.jitter() * (2 * random.nextDouble() - 1);
        double tail = random.nextDouble() < profile.tailShare() ? profile.tailFactor() : 1;
        long firstByte = (long) (profile.firstByte().toNanos() * spread * tail);
        return new Fate(firstByte, fault(profile.faults(), random.nextDouble()), random.nextDouble());
    }

    private static Fault fault(LinkProfile.Faults faults, double draw) {
        double bound = faults.slowDown();
        if (draw < bound) {
            return Fault.SLOW_DOWN;
        }
        bound += faults.reset();
        if (draw < bound) {
            return Fault.RESET;
        }
        bound += faults.truncated();
        if (draw < bound) {
            return Fault.TRUNCATED;
        }
        bound += faults.stalled();
        return draw < bound ? Fault.STALLED : Fault.NONE;
    }
}
