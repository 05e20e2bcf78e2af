package dev.readahead.trino;

import dev.readahead.it.data.LineItemLayout;
import dev.readahead.it.data.Tpch;
import dev.readahead.it.data.TpchData;
import dev.readahead.it.link.LinkProfile;
import dev.readahead.it.link.LinkProfile.Faults;
import dev.readahead.it.link.LinkServer;
import dev.readahead.runtime.ReadaheadRuntime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The same queries over S3 behind a slow link, a link that breaks, and none at all. */
class OverALinkTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String FOLDER = "scale-0.01/lineitem-hundred-files";
    private static final long POLL_NANOS = 1_000_000;

    @TempDir
    static Path folder;

    private static Engine engine;
    private static LinkServer slow;
    private static LinkServer broken;

    @BeforeAll
    static void start() throws Exception {
        new TpchData(folder, 0.01, text -> {}).lineItem(LineItemLayout.HUNDRED_FILES);
        slow = LinkServer.start(folder, LinkProfile.objectStorage());
        broken = LinkServer.start(
                folder, LinkProfile.unlimited().withFaults(new Faults(0.05, 0.05, 0.05, 0, Duration.ZERO)));
        engine = Engine.start();
        engine.addS3("slow", slow.endpoint());
        engine.addS3("broken", broken.endpoint());
        engine.addS3("nobody", URI.create("http://127.0.0.1:1"));
    }

    @AfterAll
    static void stop() throws Exception {
        engine.close();
        slow.close();
        broken.close();
    }

    private static String lineItem(String catalog) {
        return "TABLE(" + catalog + ".system.read_parquet(path => 's3://" + TpchData.BUCKET + "/" + FOLDER + "'))";
    }

    @Test
    void answersAreTheSameOverEveryLink() {
        String local = Engine.table(folder.resolve(TpchData.BUCKET).resolve(FOLDER));
        for (String sql : new String[] {Tpch.Q1, Tpch.Q6, "SELECT count(*), min(l_comment) FROM lineitem"}) {
            Object expected = engine.query(sql.replace("lineitem", local)).getMaterializedRows();
            for (String catalog : new String[] {"slow", "broken"}) {
                assertThat(engine.query(sql.replace("lineitem", lineItem(catalog)))
                                .getMaterializedRows())
                        .as("%s on %s", sql, catalog)
                        .isEqualTo(expected);
            }
        }
        nothingIsLeft();
    }

    @Test
    void aQueryThatStopsEarlyLeavesNothingBehind() {
        assertThat(engine.query("SELECT * FROM " + lineItem("slow") + " WHERE l_quantity > 10 LIMIT 3")
                        .getRowCount())
                .isEqualTo(3);
        nothingIsLeft();
    }

    @Test
    void anErrorInOneRowLeavesNothingBehind() {
        assertThatThrownBy(() -> engine.query("SELECT 1 / (l_orderkey - 1) FROM " + lineItem("slow")))
                .hasMessageContaining("Division by zero");
        nothingIsLeft();
    }

    @Test
    void aStoreThatDoesNotAnswerIsNamed() {
        assertThatThrownBy(() -> engine.query("SELECT count(*) FROM " + lineItem("nobody")))
                .hasMessageContaining(TpchData.BUCKET)
                .hasMessageNotContaining("MARKER-secret");
        nothingIsLeft();
    }

    /** Requests and memory are given back, at the latest soon after the query has ended. */
    private static void nothingIsLeft() {
        ReadaheadRuntime runtime = ReadaheadRuntime.get(() -> {
            throw new IllegalStateException("the catalogs have started it");
        });
        long deadline = System.nanoTime() + SOON.toNanos();
        while ((runtime.governor().heldBytes() > 0 || runtime.inFlight() > 0) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        assertThat(runtime.governor().heldBytes()).isZero();
        assertThat(runtime.inFlight()).isZero();
    }
}
