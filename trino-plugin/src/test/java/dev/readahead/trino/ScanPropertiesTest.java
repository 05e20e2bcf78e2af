package dev.readahead.trino;

import dev.readahead.it.data.LineItemLayout;
import dev.readahead.it.data.Tpch;
import dev.readahead.it.data.TpchData;
import dev.readahead.it.link.LinkProfile;
import dev.readahead.it.link.LinkServer;
import io.trino.testing.MaterializedResult;
import io.trino.testing.MaterializedRow;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What a session says of its scans, and what one sees of them. */
class ScanPropertiesTest {
    private static final String TABLE =
            "TABLE(lake.system.read_parquet(path => 's3://" + TpchData.BUCKET + "/scale-0.01/lineitem-one-row-group'))";
    private static final long POLL_NANOS = 5_000_000;
    private static final long SLOW_RATE = 400_000;

    @TempDir
    static Path folder;

    private static Engine engine;
    private static LinkServer link;
    private static LinkServer slow;

    @BeforeAll
    static void start() throws Exception {
        new TpchData(folder, 0.01, text -> {}).lineItem(LineItemLayout.ONE_ROW_GROUP);
        link = LinkServer.start(folder, LinkProfile.objectStorage());
        slow = LinkServer.start(folder, LinkProfile.objectStorage().withRates(SLOW_RATE, SLOW_RATE));
        engine = Engine.start();
        engine.addS3("lake", link.endpoint());
        engine.addS3("puddle", slow.endpoint());
    }

    @AfterAll
    static void stop() throws Exception {
        engine.close();
        link.close();
        slow.close();
    }

    @BeforeEach
    void reset() {
        link.reset();
    }

    private static MaterializedResult sum(Map<String, String> properties) {
        return engine.query(properties, "SELECT sum(l_extendedprice), max(l_comment) FROM " + TABLE);
    }

    @Test
    void requestsAreAsLargeAndAsManyAtOnceAsTheSessionAllows() {
        Object expected = sum(Map.of()).getMaterializedRows();
        long usual = link.counters().requests();
        link.reset();

        MaterializedResult narrow = sum(Map.of("lake.request_size", "32kB", "lake.max_in_flight", "2"));

        assertThat(narrow.getMaterializedRows()).isEqualTo(expected);
        assertThat(link.counters().requests()).isGreaterThan(2 * usual);
        assertThat(link.counters().inFlightPeak()).isEqualTo(2);
        link.reset();
        sum(Map.of("lake.request_size", "32kB"));
        assertThat(link.counters().inFlightPeak()).isGreaterThan(2);
    }

    @ParameterizedTest
    @CsvSource({
        "depth, -2, -1 (adaptive) or more",
        "memory_share, 0.0, above 0 and at most 1",
        "memory_share, 1.5, above 0 and at most 1",
        "max_in_flight, 0, 1 or more",
        "request_size, 0B, 1B to 2GB",
        "request_size, 3GB, 1B to 2GB",
        "split_size, 0B, 1B or more"
    })
    void whatMakesNoSenseIsRefusedByItsName(String property, String value, String wanted) {
        assertThatThrownBy(() -> sum(Map.of("lake." + property, value)))
                .hasMessageContaining(property)
                .hasMessageContaining(wanted);
    }

    @Test
    void everyPropertyTakesAValue() {
        Object expected = sum(Map.of()).getMaterializedRows();
        Map<String, String> all = Map.of(
                "lake.depth", "0",
                "lake.split_size", "64kB",
                "lake.memory_share", "0.01",
                "lake.max_in_flight", "3",
                "lake.request_size", "100kB",
                "lake.hedge", "false",
                "lake.dynamic_filtering_wait_timeout", "10ms");

        assertThat(sum(all).getMaterializedRows()).isEqualTo(expected);
        assertThat(engine.query("SHOW SESSION LIKE 'lake.%'").getMaterializedRows())
                .extracting(row -> row.getField(0))
                .containsExactlyInAnyOrderElementsOf(all.keySet());
    }

    @Test
    void aRunningScanIsSeenUntilItHasEnded() throws Exception {
        String puddle = TABLE.replace("lake", "puddle");
        CompletableFuture<MaterializedResult> running = CompletableFuture.supplyAsync(
                () -> engine.query(Tpch.Q6.replace("lineitem", puddle)), command -> new Thread(command).start());
        List<MaterializedRow> seen = List.of();
        while (seen.isEmpty() && !running.isDone()) {
            LockSupport.parkNanos(POLL_NANOS);
            seen = scans();
        }
        running.get(60, TimeUnit.SECONDS);

        assertThat(seen).isNotEmpty();
        MaterializedRow scan = seen.getFirst();
        assertThat((String) scan.getField(0)).contains("one-row-group");
        assertThat((Long) scan.getField(1)).isNotNegative();
        assertThat((Double) scan.getField(2)).isBetween(0.0, 1.0);
        assertThat(scans()).isEmpty();
    }

    private static List<MaterializedRow> scans() {
        return engine.query("SELECT table_name, bytes_held, wait_share FROM puddle.system.scans")
                .getMaterializedRows();
    }
}
