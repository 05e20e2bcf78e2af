package dev.readahead.runtime;

import dev.readahead.metrics.ScanMetrics.Counter;

import java.lang.management.ManagementFactory;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Shows a runtime to the management server. */
final class RuntimeBean implements RuntimeMXBean {
    private static final String NAME = "dev.readahead:type=Runtime";
    private static final double NANOS_A_SECOND = 1e9;

    private final ReadaheadRuntime runtime;

    RuntimeBean(ReadaheadRuntime runtime) {
        this.runtime = runtime;
    }

    /**
     * Registers the bean of a JVM's runtime. Where another class loader has a runtime of its own, its bean keeps the
     * plain name and this one has a number behind it.
     */
    static void register(ReadaheadRuntime runtime) {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        RuntimeBean bean = new RuntimeBean(runtime);
        for (int number = 1; ; number++) {
            try {
                server.registerMBean(bean, new ObjectName(number == 1 ? NAME : NAME + ",number=" + number));
                return;
            } catch (InstanceAlreadyExistsException e) {
                // The next number is tried.
            } catch (JMException | SecurityException e) {
                // The scans work without.
                return;
            }
        }
    }

    @Override
    public long getBudgetBytes() {
        return runtime.governor().budgetBytes();
    }

    @Override
    public long getHeldBytes() {
        return runtime.governor().heldBytes();
    }

    @Override
    public long getPeakBytes() {
        return runtime.governor().peakBytes();
    }

    @Override
    public int getRequestsInFlight() {
        return runtime.inFlight();
    }

    @Override
    public long getBytesFetched() {
        return runtime.metrics().get(Counter.BYTES_FETCHED);
    }

    @Override
    public long getBytesNeeded() {
        return runtime.metrics().get(Counter.BYTES_NEEDED);
    }

    @Override
    public long getRequests() {
        return runtime.metrics().get(Counter.REQUESTS);
    }

    @Override
    public long getRetries() {
        return runtime.metrics().get(Counter.RETRIES);
    }

    @Override
    public long getThrottles() {
        return runtime.metrics().get(Counter.THROTTLES);
    }

    @Override
    public long getHedges() {
        return runtime.metrics().get(Counter.HEDGES);
    }

    @Override
    public double getWaitSeconds() {
        return runtime.metrics().get(Counter.WAIT_NANOS) / NANOS_A_SECOND;
    }
}
