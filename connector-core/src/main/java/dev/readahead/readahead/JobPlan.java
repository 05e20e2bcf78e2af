package dev.readahead.readahead;

import dev.readahead.fetch.FetchScheduler;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.StoredObject;

import java.util.List;

import static java.util.Objects.requireNonNull;

/**
 * The smallest piece of work that one engine thread decodes, before its bytes are fetched.
 *
 * @param description what the format needs to know of it later
 * @param scheduler fetches from the object's store
 * @param object the version of the object that the whole scan reads
 * @param ranges the bytes needed, in any order; empty if none are
 * @param rows how many rows it yields at most
 */
public record JobPlan<D>(
        D description, FetchScheduler scheduler, StoredObject object, List<ByteRange> ranges, long rows) {
    public JobPlan {
        requireNonNull(description, "description");
        requireNonNull(scheduler, "scheduler");
        requireNonNull(object, "object");
        ranges = List.copyOf(ranges);
    }
}
