package dev.readahead.runtime;

import dev.readahead.memory.Lease;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.metrics.ScanMetrics.Counter;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.Set;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import static org.assertj.core.api.Assertions.assertThat;

class RuntimeBeanTest {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    @Test
    void showsWhatTheRuntimeOfTheJvmDoes() throws Exception {
        ReadaheadRuntime runtime = ReadaheadRuntime.get(RuntimeOptions::defaults);
        ObjectName name = new ObjectName("dev.readahead:type=Runtime");
        long requests = (Long) server.getAttribute(name, "Requests");
        new ScanMetrics(runtime.metrics()).add(Counter.REQUESTS, 7);
        new ScanMetrics(runtime.metrics()).add(Counter.WAIT_NANOS, 1_500_000_000);

        try (Lease lease = runtime.governor().openAccount().reserveNeeded(1_000)) {
            assertThat((Long) server.getAttribute(name, "HeldBytes")).isGreaterThanOrEqualTo(lease.bytes());
        }
        assertThat(server.getAttribute(name, "Requests")).isEqualTo(requests + 7);
        assertThat((Double) server.getAttribute(name, "WaitSeconds")).isGreaterThanOrEqualTo(1.5);
        assertThat(server.getAttribute(name, "BudgetBytes"))
                .isEqualTo(runtime.options().memoryBytes());
    }

    @Test
    void aSecondRuntimeOfTheJvmHasANameOfItsOwn() throws Exception {
        ReadaheadRuntime.get(RuntimeOptions::defaults);
        try (ReadaheadRuntime other = new ReadaheadRuntime(RuntimeOptions.defaults(), () -> false)) {
            RuntimeBean.register(other);
            Set<ObjectName> names = server.queryNames(new ObjectName("dev.readahead:type=Runtime,*"), null);
            assertThat(names).extracting(ObjectName::toString).contains("dev.readahead:type=Runtime,number=2");
        }
    }
}
