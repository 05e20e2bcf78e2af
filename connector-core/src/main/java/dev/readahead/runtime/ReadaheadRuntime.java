package dev.readahead.runtime;

import dev.readahead.fetch.FetchScheduler;
import dev.readahead.memory.MemoryGovernor;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.ObjectStore;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import static java.util.Objects.requireNonNull;

/** What all scans of one JVM share. Thread-safe. */
public final class ReadaheadRuntime implements AutoCloseable {
    private static final Object INSTANCE_LOCK = new Object();
    private static ReadaheadRuntime instance;

    private final RuntimeOptions options;
    private final MemoryGovernor governor;
    private final ScanMetrics metrics = new ScanMetrics();
    private final Map<StoreKey, FetchScheduler> schedulers = new HashMap<>();
    private final Map<Class<?>, Object> shared = new HashMap<>();
    private final ThroughputTimeline timeline;
    private boolean closed;

    /** A runtime of its own, for tests and tools; engines use {@link #get}. */
    public ReadaheadRuntime(RuntimeOptions options, BooleanSupplier memoryPressure) {
        this.options = requireNonNull(options, "options");
        this.governor = new MemoryGovernor(options.memoryBytes(), memoryPressure);
        this.timeline = ThroughputTimeline.start(this);
    }

    /**
     * The runtime of this JVM, which lives as long as the JVM does.
     *
     * @param options asked for if it does not exist yet
     */
    public static ReadaheadRuntime get(Supplier<RuntimeOptions> options) {
        synchronized (INSTANCE_LOCK) {
            if (instance == null) {
                instance = new ReadaheadRuntime(options.get(), () -> false);
                RuntimeBean.register(instance);
            }
            return instance;
        }
    }

    public RuntimeOptions options() {
        return options;
    }

    public MemoryGovernor governor() {
        return governor;
    }

    /** Requests that are sent and not yet answered in full, of all stores together. */
    public int inFlight() {
        List<FetchScheduler> open;
        synchronized (schedulers) {
            open = List.copyOf(schedulers.values());
        }
        return open.stream().mapToInt(FetchScheduler::inFlight).sum();
    }

    /** The counters of all scans together. */
    public ScanMetrics metrics() {
        return metrics;
    }

    /**
     * The scheduler of a store, started if it is the first to use it.
     *
     * @param store makes the store; called at most once for a key, and not for a key that is known
     */
    public FetchScheduler scheduler(StoreKey key, Supplier<ObjectStore> store) {
        synchronized (schedulers) {
            if (closed) {
                throw new IllegalStateException("the runtime is closed");
            }
            return schedulers.computeIfAbsent(key, any -> FetchScheduler.create(store.get(), options.fetch()));
        }
    }

    /**
     * The one object of a kind that the scans of a format share, such as its cache of footers. The runtime need not
     * know the format.
     *
     * @param make called once for each kind, without any other lock held
     */
    public <T> T shared(Class<T> kind, Supplier<T> make) {
        synchronized (shared) {
            return kind.cast(shared.computeIfAbsent(kind, any -> make.get()));
        }
    }

    /** Closes all stores. Scans that are still open fail. */
    @Override
    public void close() {
        List<FetchScheduler> open;
        synchronized (schedulers) {
            closed = true;
            open = List.copyOf(schedulers.values());
            schedulers.clear();
        }
        timeline.close();
        open.forEach(FetchScheduler::close);
    }
}
