package dev.readahead.runtime;

import dev.readahead.fetch.Fetch;
import dev.readahead.fetch.FetchOptions;
import dev.readahead.fetch.FetchScheduler;
import dev.readahead.fetch.RetryPolicy;
import dev.readahead.fetch.Urgency;
import dev.readahead.metrics.BackOffEvent;
import dev.readahead.metrics.FetchEvent;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.metrics.ScanMetrics.Counter;
import dev.readahead.metrics.ThroughputEvent;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.FakeStore;
import dev.readahead.storage.FakeStore.Fate;
import dev.readahead.storage.StoredObject;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/** What a flight recording shows, against what the counters say. */
class FlightRecorderTest {
    private static final long MOST_SECONDS = 30;
    private static final int LENGTH = 10_000;
    private static final RetryPolicy RETRIES = new RetryPolicy(5, 5, Duration.ofMillis(1), 1, Duration.ofMillis(1));

    @Test
    void theRecordingAndTheCountersAgree() throws Exception {
        FakeStore store = new FakeStore();
        StoredObject object = store.put("lake/file", 5 * LENGTH);
        store.fates((request, location) -> request < 2 ? Fate.THROTTLED : Fate.SERVED);
        List<RecordedEvent> events = new CopyOnWriteArrayList<>();
        RuntimeOptions options = new RuntimeOptions(1 << 20, new FetchOptions(1, LENGTH, RETRIES, false));

        try (RecordingStream recording = new RecordingStream();
                ReadaheadRuntime runtime = new ReadaheadRuntime(options, () -> false)) {
            for (String name : List.of(FetchEvent.NAME, BackOffEvent.NAME, ThroughputEvent.NAME)) {
                recording.enable(name).withoutThreshold();
                recording.onEvent(name, events::add);
            }
            recording.setReuse(false);
            recording.startAsync();

            ScanMetrics metrics = new ScanMetrics(runtime.metrics());
            FetchScheduler scheduler = runtime.scheduler(new StoreKey("fake", ""), () -> store);
            for (int i = 0; i < 5; i++) {
                Fetch<Void> fetch = scheduler.fetch(
                        object,
                        new ByteRange((long) i * LENGTH, LENGTH),
                        new byte[LENGTH],
                        0,
                        i == 0 ? Urgency.AWAITED : Urgency.ahead(i),
                        metrics);
                fetch.result().get(MOST_SECONDS, TimeUnit.SECONDS);
            }

            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
            while (sum(events, ThroughputEvent.NAME, "bytes") < 5 * LENGTH
                    || named(events, FetchEvent.NAME).size() < 7) {
                assertThat(System.nanoTime()).as("%s", events).isLessThan(deadline);
                Thread.onSpinWait();
            }

            Map<String, Long> outcomes = named(events, FetchEvent.NAME).stream()
                    .collect(Collectors.groupingBy(event -> event.getString("outcome"), Collectors.counting()));
            assertThat(outcomes).isEqualTo(Map.of("complete", 5L, "THROTTLED", 2L));
            assertThat(metrics.get(Counter.REQUESTS)).isEqualTo(7);
            assertThat(sum(events, FetchEvent.NAME, "bytes")).isEqualTo(metrics.get(Counter.BYTES_FETCHED));
            assertThat(sum(events, ThroughputEvent.NAME, "bytes")).isEqualTo(5 * LENGTH);
            assertThat(named(events, BackOffEvent.NAME)).hasSize(2);
            assertThat(named(events, FetchEvent.NAME).get(6).getString("request"))
                    .contains("fake://bucket/lake/file");
        }
    }

    private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .toList();
    }

    private static long sum(List<RecordedEvent> events, String name, String field) {
        return named(events, name).stream()
                .mapToLong(event -> event.getLong(field))
                .sum();
    }
}
