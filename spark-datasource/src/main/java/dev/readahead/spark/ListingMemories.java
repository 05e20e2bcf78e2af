package dev.readahead.spark;

import java.util.LinkedHashMap;
import java.util.Map;

/** The listings of the tables that are being planned, by table. Thread-safe. */
final class ListingMemories {
    private static final int MOST_TABLES = 64;

    private final LinkedHashMap<String, ListingMemory> memories = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ListingMemory> eldest) {
            return size() > MOST_TABLES;
        }
    };

    synchronized ListingMemory of(String planningId) {
        return memories.computeIfAbsent(planningId, any -> new ListingMemory());
    }
}
