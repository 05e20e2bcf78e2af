package dev.readahead.spark;

import dev.readahead.spark.ReadaheadFileSystem.Listing;
import org.apache.hadoop.fs.Path;

import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the planning of one table has listed a moment ago. Spark asks about the same paths several times in a row; each
 * answer may be used for each directory once, and only for a short time, so that a refresh lists anew. Thread-safe.
 */
final class ListingMemory {
    private static final long LIFETIME_NANOS = Duration.ofSeconds(10).toNanos();

    private final Map<Path, Remembered> listings = new LinkedHashMap<>();

    synchronized void remember(Listing listing) {
        listings.put(listing.root(), new Remembered(listing, System.nanoTime(), new HashSet<>()));
    }

    synchronized Optional<Listing> covering(Path path) {
        forgetOld();
        return listings.values().stream()
                .filter(one -> one.listing().covers(path) && !one.used().contains(path))
                .map(Remembered::listing)
                .findFirst();
    }

    /** The children of a directory were handed out. */
    synchronized void used(Listing listing, Path directory) {
        Remembered remembered = listings.get(listing.root());
        if (remembered != null) {
            remembered.used().add(directory);
        }
    }

    private void forgetOld() {
        long now = System.nanoTime();
        Iterator<Remembered> each = listings.values().iterator();
        while (each.hasNext()) {
            if (now - each.next().since() > LIFETIME_NANOS) {
                each.remove();
            }
        }
    }

    private record Remembered(Listing listing, long since, Set<Path> used) {}
}
