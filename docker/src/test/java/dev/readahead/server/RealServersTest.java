package dev.readahead.server;

import dev.readahead.it.link.LinkProfile;
import dev.readahead.it.link.LinkServer;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * The plugin in a coordinator and two workers, each a process with a plugin folder and catalog files: what an operator
 * does with them, and what happens to them. One cluster for all tests; each begins with two workers.
 */
class RealServersTest {
    private static final double SCALE = 0.05;
    private static final String HEAP = "700m";
    private static final Duration SOON = Duration.ofSeconds(60);

    /** In use, and in a catalog whose key does not fit it. */
    private static final String RIGHT_SECRET = StoreProcess.SECRET_KEY;

    private static final String WRONG_SECRET = "MARKER-a-secret-that-nobody-may-see";

    /** So slow that a query over all columns takes longer than what is done to it. */
    private static final LinkProfile SLOW = LinkProfile.unlimited().withRates(0, 400_000);
    /** Slow enough to lose a worker in the middle of a query, fast enough to wait for its end. */
    private static final LinkProfile SLOWER = LinkProfile.unlimited().withRates(0, 1_500_000);

    private static Path folder;
    private static StoreProcess store;
    private static LinkServer crawling;
    private static LinkServer slow;
    private static TrinoCluster cluster;
    private static int workersStarted = 2;

    @BeforeAll
    static void start() throws Exception {
        Path target = Build.own().root().resolve("docker/target");
        Path data = Files.createDirectories(target.resolve("data"));
        folder = Files.createTempDirectory(target, "servers-");
        store = StoreProcess.start(Build.own(), data, folder.resolve("store.log"), SCALE, "HUNDRED_FILES");
        crawling = LinkServer.start(data, SLOW);
        slow = LinkServer.start(data, SLOWER);
        Map<String, Map<String, String>> etc = new HashMap<>();
        etc.put("catalog/lake.properties", catalog(store.endpoint(), RIGHT_SECRET));
        etc.put("catalog/wrong.properties", catalog(store.endpoint(), WRONG_SECRET));
        etc.put("catalog/crawling.properties", catalog(crawling.endpoint(), RIGHT_SECRET));
        etc.put("catalog/slow.properties", catalog(slow.endpoint(), RIGHT_SECRET));
        // Nobody may shut a server down unless this is set.
        etc.put("access-control.properties", Map.of("access-control.name", "allow-all"));
        etc.put(
                "exchange-manager.properties",
                Map.of(
                        "exchange-manager.name",
                        "filesystem",
                        "exchange.base-directories",
                        folder.resolve("exchange").toString()));
        cluster = TrinoCluster.start(
                folder,
                2,
                HEAP,
                Map.of("shutdown.grace-period", "1s", "query.remote-task.max-error-duration", "10s"),
                etc);
    }

    private static Map<String, String> catalog(java.net.URI endpoint, String secret) {
        Map<String, String> properties = StoreProcess.catalog(endpoint, StoreProcess.ACCESS_KEY, secret);
        properties.put("readahead.split-size", "256kB");
        return properties;
    }

    @AfterAll
    static void stop() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
        crawling.close();
        slow.close();
        store.close();
    }

    @BeforeEach
    void twoWorkers() throws IOException {
        long alive = cluster.workers().stream().filter(TrinoServer::isAlive).count();
        for (; alive < 2; alive++) {
            startWorker();
        }
        cluster.awaitWorkers();
    }

    private static TrinoServer startWorker() throws IOException {
        return cluster.startWorker("worker-" + ++workersStarted);
    }

    private static String table(String catalog) {
        return "TABLE(" + catalog + ".system.read_parquet(path => '"
                + store.tables().getFirst() + "'))";
    }

    private static String totals(String catalog) {
        return "SELECT count(*), sum(l_quantity), sum(l_extendedprice), sum(length(l_comment)) FROM " + table(catalog);
    }

    /** What {@link #totals} must say, counted by the generator of the rows. */
    private static List<List<Object>> expectedTotals() {
        long rows = 0;
        long quantity = 0;
        long cents = 0;
        long characters = 0;
        for (LineItem row : new LineItemGenerator(SCALE, 1, 1)) {
            rows++;
            quantity += row.getQuantity();
            cents += row.getExtendedPriceInCents();
            characters += row.getComment().length();
        }
        return List.of(List.of(rows, BigDecimal.valueOf(quantity * 100, 2), BigDecimal.valueOf(cents, 2), characters));
    }

    private static List<String> workerIds() {
        return cluster.workers().stream()
                .map(worker -> worker.settings().id())
                .sorted()
                .toList();
    }

    private static TrinoServer worker(String id) {
        return cluster.workers().stream()
                .filter(worker -> worker.settings().id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void readsRightValuesOnBothWorkers() throws Exception {
        try (RunningQuery query = new RunningQuery(cluster, totals("lake"))) {
            assertThat(query.rows().get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(expectedTotals());
            assertThat(query.readers()).containsExactlyElementsOf(workerIds());
        }
    }

    @Test
    void aCancelledQueryLeavesNothingAtTheStore() throws Exception {
        try (RunningQuery query = new RunningQuery(cluster, totals("crawling"))) {
            Deadline.await(
                    "reading on both workers", SOON, () -> query.readers().size() == 2);
            assertThat(inFlight(crawling)).isPositive();
            query.cancel();
            Deadline.await("the end of all tasks", SOON, () -> query.busy().isEmpty());
            Deadline.await("the end of all requests", SOON, () -> inFlight(crawling) == 0);
            assertThat(query.rows()).failsWithin(SOON);
            assertThat(query.state()).isEqualTo("FAILED");

            crawling.reset();
            assertThat(Rows.of(cluster, totals("lake"))).isEqualTo(expectedTotals());
            assertThat(crawling.counters().requests()).isZero();
        }
    }

    /** A reset forgets the peak of requests under way, but not those that still are. */
    private static long inFlight(LinkServer link) {
        link.reset();
        return link.counters().inFlightPeak();
    }

    @Test
    void theLossOfAWorkerIsAClearFailureAndTheNextQueryIsRight() throws Exception {
        try (RunningQuery query = new RunningQuery(cluster, totals("crawling"))) {
            Deadline.await(
                    "reading on both workers", SOON, () -> query.readers().size() == 2);
            TrinoServer lost = worker(workerIds().getFirst());
            lost.kill();
            assertThat(query.rows())
                    .failsWithin(SOON)
                    .withThrowableThat()
                    .withMessageContaining(":" + lost.settings().port());
            Deadline.await("the end of all requests", SOON, () -> inFlight(crawling) == 0);
        }
        cluster.awaitWorkers();
        assertThat(cluster.workers()).hasSize(1);
        assertThat(Rows.of(cluster, totals("lake"))).isEqualTo(expectedTotals());
    }

    @Test
    void tasksOfALostWorkerAreRepeatedIfRetriesAreOn() throws Exception {
        try (RunningQuery query = new RunningQuery(
                cluster,
                totals("slow"),
                "SET SESSION retry_policy = 'TASK'",
                "SET SESSION retry_initial_delay = '1s'",
                "SET SESSION fault_tolerant_execution_task_memory = '64MB'")) {
            Deadline.await("work on a worker", SOON, () -> !busyWorkers(query).isEmpty());
            worker(busyWorkers(query).getFirst()).kill();
            assertThat(query.rows().get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(expectedTotals());
            assertThat(query.state()).isEqualTo("FINISHED");
        }
    }

    private static List<String> busyWorkers(RunningQuery query) throws SQLException {
        return query.busy().stream().filter(workerIds()::contains).toList();
    }

    @Test
    void workersAreReplacedOneAfterTheOtherWhileQueriesRun() throws Exception {
        for (TrinoServer old : cluster.workers()) {
            try (RunningQuery query = new RunningQuery(cluster, totals("slow"))) {
                Deadline.await(
                        "reading on both workers", SOON, () -> query.readers().size() == 2);
                startWorker();
                old.shutDownGracefully();
                assertThat(query.rows().get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(expectedTotals());
            }
            assertThat(old.awaitEnd(SOON)).as("%s ended by itself", old).isTrue();
            cluster.awaitWorkers();
            assertThat(Rows.of(cluster, totals("lake"))).isEqualTo(expectedTotals());
        }
    }

    @Test
    void aWrongSecretFailsClearlyAndNoSecretIsTold() throws Exception {
        List<String> told = new ArrayList<>();
        Throwable refused = catchThrowable(() -> Rows.of(cluster, totals("wrong")));
        assertThat(refused)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("SignatureDoesNotMatch")
                .hasMessageContaining(store.tables().getFirst());
        StringWriter trace = new StringWriter();
        refused.printStackTrace(new PrintWriter(trace));
        told.add(trace.toString());
        assertThat(Rows.of(cluster, totals("lake"))).isEqualTo(expectedTotals());

        for (String sql : List.of(
                "EXPLAIN " + totals("lake"),
                "EXPLAIN ANALYZE VERBOSE " + totals("lake"),
                "SELECT * FROM system.metadata.catalogs",
                "SELECT * FROM system.runtime.queries",
                "SHOW SESSION")) {
            told.add(Rows.of(cluster, sql).toString());
        }
        assertThat(told.get(2)).contains("readahead.");
        assertThat(told.get(3)).contains("wrong", "lake");
        assertThatThrownBy(() -> Rows.of(cluster, "EXPLAIN " + totals("wrong")))
                .satisfies(failure -> told.add(failure.toString()));

        List<TrinoServer> servers = new ArrayList<>(cluster.workers());
        servers.add(cluster.coordinator());
        for (TrinoServer server : servers) {
            String beans = JmxDump.of(server.processId());
            assertThat(beans.contains("io.trino") && beans.contains("java.lang:type=Runtime"))
                    .as("beans of %s", server)
                    .isTrue();
            told.add(beans);
        }
        for (String text : told) {
            assertNoSecretIn(text.substring(0, Math.min(text.length(), 80)), text);
        }

        List<Path> files = filesWritten();
        assertThat(files)
                .contains(
                        cluster.coordinator().folder().log(),
                        servers.getFirst().folder().log());
        for (Path file : files) {
            assertNoSecretIn(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
        }
    }

    /** Does not print the text, which is long. */
    private static void assertNoSecretIn(String name, String text) {
        assertThat(text.contains(WRONG_SECRET) || text.contains(RIGHT_SECRET))
                .as("a secret in %s", name)
                .isFalse();
    }

    /** All that servers have written in this run, logs among it: not what the installation has. */
    private static List<Path> filesWritten() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.startsWith(folder.resolve("trino")))
                    .filter(file -> !file.toString().contains("/etc/catalog/"))
                    .toList();
        }
    }
}
