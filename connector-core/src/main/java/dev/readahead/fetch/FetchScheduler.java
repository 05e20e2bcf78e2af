package dev.readahead.fetch;

import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.FolderContent;
import dev.readahead.storage.ObjectLocation;
import dev.readahead.storage.ObjectStore;
import dev.readahead.storage.StorageException;
import dev.readahead.storage.StoredObject;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * What one scan, or whoever has no limits of its own, fetches from a store through. All schedulers of a store share
 * what the link and the store bear. Thread-safe; no method blocks, except {@link #close}. Futures are completed by the
 * threads of the store's pool.
 */
public final class FetchScheduler implements AutoCloseable {
    /** A listing longer than this is refused rather than held in memory. */
    static final int MOST_LISTED_OBJECTS = 10_000_000;

    private final Dispatcher dispatcher;
    private final Lane lane;

    private FetchScheduler(Dispatcher dispatcher, ScanLimits limits) {
        this.dispatcher = dispatcher;
        this.lane = new Lane(limits);
    }

    FetchScheduler(
            ObjectStore store,
            FetchOptions options,
            Executor executor,
            Delayer delayer,
            LongSupplier clock,
            DoubleSupplier random) {
        this(new Dispatcher(store, options, executor, delayer, clock, random), ScanLimits.of(options));
    }

    /** A scheduler with threads of its own. Closes the store when it is closed. */
    public static FetchScheduler create(ObjectStore store, FetchOptions options) {
        FetchThreads threads = new FetchThreads();
        return new FetchScheduler(store, options, threads, threads, System::nanoTime, Math::random);
    }

    /** A scheduler of the same store for a scan with limits of its own. Needs no closing. */
    public FetchScheduler limitedTo(ScanLimits limits) {
        return new FetchScheduler(dispatcher, limits);
    }

    /** Equal for schedulers of the same store. */
    public Object storeIdentity() {
        return dispatcher;
    }

    public ScanLimits limits() {
        return lane.limits();
    }

    /** What the link was measured to do so far. */
    public LinkEstimate link() {
        return dispatcher.link();
    }

    /**
     * Fetches a range by one request at a time.
     *
     * @param target receives the bytes from {@code targetOffset}; belongs to the fetch until its result is complete
     */
    public Fetch<Void> fetch(
            StoredObject object,
            ByteRange range,
            byte[] target,
            int targetOffset,
            Urgency urgency,
            ScanMetrics metrics) {
        return dispatcher.submit(
                new RangeTask(dispatcher, lane, object, range, target, targetOffset, urgency, metrics));
    }

    /**
     * Fetches the last bytes of an object by one request, which also tells its length and version.
     *
     * @param versionTag the version that it must be, where one is known
     * @param mostBytes how many bytes at most, at least 1
     */
    public Fetch<ObjectTail> fetchTail(
            ObjectLocation location, Optional<String> versionTag, int mostBytes, Urgency urgency, ScanMetrics metrics) {
        return dispatcher.submit(new TailTask(dispatcher, lane, location, versionTag, mostBytes, urgency, metrics));
    }

    /** Lists all objects below a prefix, in the order of the store. */
    public Fetch<List<StoredObject>> list(ObjectLocation prefix, ScanMetrics metrics) {
        CallTask.Call<List<StoredObject>> call = (source, interruption) -> {
            List<StoredObject> objects = new ArrayList<>();
            try {
                for (Iterator<StoredObject> listed = source.list(prefix, interruption); listed.hasNext(); ) {
                    if (objects.size() == MOST_LISTED_OBJECTS) {
                        throw new StorageException(
                                StorageException.Reason.REFUSED,
                                prefix + ": more than " + MOST_LISTED_OBJECTS + " objects; name a narrower path");
                    }
                    objects.add(listed.next());
                }
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            return objects;
        };
        return dispatcher.submit(
                new CallTask<>(dispatcher, lane, "listing of " + prefix, call, Urgency.AWAITED, metrics));
    }

    /** Lists what lies directly in a folder, whose key is empty or has a slash at its end. */
    public Fetch<FolderContent> listFolder(ObjectLocation folder, ScanMetrics metrics) {
        CallTask.Call<FolderContent> call = (source, interruption) -> source.listFolder(folder, interruption);
        return dispatcher.submit(
                new CallTask<>(dispatcher, lane, "listing of " + folder, call, Urgency.AWAITED, metrics));
    }

    /** Length and version of an object. Fails with {@link StorageException.Reason#NOT_FOUND} if there is none. */
    public Fetch<StoredObject> head(ObjectLocation location, ScanMetrics metrics) {
        CallTask.Call<StoredObject> call = (source, interruption) -> source.head(location, interruption);
        return dispatcher.submit(new CallTask<>(dispatcher, lane, location.toString(), call, Urgency.AWAITED, metrics));
    }

    /** Requests that are sent and not yet answered in full, of all schedulers of the store. */
    public int inFlight() {
        return dispatcher.inFlight();
    }

    /**
     * Takes all fetches from the store back, waits a while for the running ones to let go of their buffers, and closes
     * the store for all.
     */
    @Override
    public void close() {
        dispatcher.close();
    }
}
