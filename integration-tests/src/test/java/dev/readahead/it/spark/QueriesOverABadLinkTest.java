package dev.readahead.it.spark;

import dev.readahead.it.link.LinkProfile;
import dev.readahead.it.link.LinkServer;
import dev.readahead.runtime.ReadaheadRuntime;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Queries while the link fails, while they are cancelled, and while nobody answers. Nothing may be left behind. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueriesOverABadLinkTest {
    private static final String BUCKET = "bad-link";
    private static final int LIMIT_SECONDS = 60;
    private static final int FILES = 12;
    private static final long POLL_NANOS = 1_000_000;

    private static final List<String> QUERIES = List.of(
            "select count(*), sum(id), min(text), max(text) from %s",
            "select key, count(*), sum(id) from %s group by key order by key",
            "select * from %s where id between 70000 and 70100 order by id",
            "select text from %s where key = 3 order by id limit 20",
            "select a.key, count(*) from %1$s a join %1$s b on a.id = b.id group by a.key order by a.key");

    @TempDir
    static Path root;

    private SparkSession spark;

    @BeforeAll
    void start() {
        spark = LocalSpark.start(
                4, LocalSpark.s3a(java.net.URI.create("http://127.0.0.1:1"), "any", "MARKER-never-to-be-shown"));
        spark.range(0, 240_000, 1, FILES)
                .selectExpr("id", "id % 7 as key", "concat('text ', sha2(string(id), 256)) as text")
                .write()
                .option("parquet.block.size", 256 << 10)
                .parquet(root.resolve(BUCKET).resolve("t").toString());
        spark.read().parquet(root.resolve(BUCKET).resolve("t").toString()).createOrReplaceTempView("local");
    }

    @AfterAll
    void stop() throws Exception {
        spark.close();
    }

    @AfterEach
    void nothingIsLeftBehind() {
        await("requests in flight", () -> runtime().inFlight() == 0);
        await("bytes held", () -> runtime().governor().heldBytes() == 0);
    }

    @Test
    void refusalsResetsTruncationsAndStallsChangeNoAnswer() throws Exception {
        LinkProfile.Faults faults = new LinkProfile.Faults(0.05, 0.05, 0.05, 0.01, Duration.ofSeconds(3));
        LinkProfile profile = new LinkProfile(7, Duration.ofMillis(2), 0.2, 0.02, 4, 0, 0, faults);
        try (LinkServer link = LinkServer.start(root, profile)) {
            reader(link).option("fs.s3a.connection.timeout", "1s").load(path()).createOrReplaceTempView("remote");
            for (String query : QUERIES) {
                assertThat(spark.sql(query.formatted("remote")).collectAsList())
                        .as(query)
                        .isEqualTo(spark.sql(query.formatted("local")).collectAsList());
            }
            assertThat(link.counters().faults()).isGreaterThan(5);
        }
    }

    @Test
    void cancelledQueriesGiveEverythingBack() throws Exception {
        LinkProfile profile =
                new LinkProfile(3, Duration.ofMillis(20), 0.5, 0.1, 10, 2_000_000, 4_000_000, LinkProfile.Faults.NONE);
        Random random = new Random(5);
        try (LinkServer link = LinkServer.start(root, profile)) {
            Dataset<Row> rows = reader(link).load(path());
            for (int i = 0; i < 20; i++) {
                boolean interrupts = i % 2 == 0;
                long untilRequests = link.counters().requests() + 1 + random.nextInt(30);
                cancelOnce(rows, interrupts, () -> link.counters().requests() >= untilRequests);
                nothingIsLeftBehind();
            }
        }
    }

    /** Cancelled while every request waits for an answer that will not come. */
    @Test
    void aQueryThatIsCancelledBeforeAnyAnswerGivesEverythingBackAtOnce() throws Exception {
        Dataset<Row> planned;
        int port;
        try (LinkServer link = LinkServer.start(root, LinkProfile.unlimited())) {
            planned = reader(link).option("fs.s3a.connection.timeout", "1h").load(path());
            port = link.endpoint().getPort();
        }
        LinkProfile silent = new LinkProfile(1, Duration.ofHours(1), 0, 0, 1, 0, 0, LinkProfile.Faults.NONE);
        try (LinkServer link = LinkServer.start(root, silent, Optional.empty(), port)) {
            cancelOnce(planned, true, () -> link.counters().requests() > 0);
            nothingIsLeftBehind();
        }
    }

    @Test
    void anEndpointThatNeverAnswersEndsTheQueryWithinItsTimeLimit() throws Exception {
        try (ServerSocket deaf = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            DataFrameReader reader = spark.read()
                    .format("readahead")
                    .option("fs.s3a.endpoint", "http://127.0.0.1:" + deaf.getLocalPort())
                    .option("fs.s3a.connection.timeout", "200ms");
            assertNamed(() -> reader.load(path()).count(), "bad-link");
        }
    }

    @Test
    void anEndpointWhereNobodyListensIsNamed() throws Exception {
        int port;
        try (ServerSocket gone = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            port = gone.getLocalPort();
        }
        String endpoint = "http://127.0.0.1:" + port;
        assertNamed(
                () -> spark.read()
                        .format("readahead")
                        .option("fs.s3a.endpoint", endpoint)
                        .load(path())
                        .count(),
                endpoint);
    }

    private void cancelOnce(Dataset<Row> rows, boolean interrupts, BooleanSupplier when) throws Exception {
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        String group = "to be cancelled";
        Thread query = new Thread(() -> {
            spark.sparkContext().setJobGroup(group, group, interrupts);
            try {
                rows.selectExpr("sum(length(text))").collectAsList();
                outcome.complete(null);
            } catch (Throwable e) {
                outcome.complete(e);
            }
        });
        query.start();
        await("the query's requests", () -> outcome.isDone() || when.getAsBoolean());
        spark.sparkContext().cancelJobGroup(group);
        Throwable failure = outcome.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (failure != null) {
            assertThat(failure.getMessage()).containsIgnoringCase("cancel");
        }
        query.join();
    }

    private DataFrameReader reader(LinkServer link) {
        return spark.read()
                .format("readahead")
                .option("fs.s3a.endpoint", link.endpoint().toString());
    }

    private static String path() {
        return "s3a://" + BUCKET + "/t";
    }

    private static void assertNamed(org.assertj.core.api.ThrowableAssert.ThrowingCallable query, String name) {
        assertThatThrownBy(query).satisfies(failure -> {
            StringBuilder messages = new StringBuilder();
            for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                messages.append(cause).append('\n');
            }
            assertThat(messages).contains(name).doesNotContain("MARKER");
        });
    }

    private static ReadaheadRuntime runtime() {
        return ReadaheadRuntime.get(() -> {
            throw new IllegalStateException("no scan has started it");
        });
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
