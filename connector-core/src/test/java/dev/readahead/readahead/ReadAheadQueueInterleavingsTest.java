package dev.readahead.readahead;

import dev.readahead.fetch.FetchOptions;
import dev.readahead.fetch.FetchScheduler;
import dev.readahead.fetch.RetryPolicy;
import dev.readahead.fetch.Simulation;
import dev.readahead.memory.MemoryGovernor;
import dev.readahead.metrics.ScanMetrics;
import dev.readahead.storage.ByteRange;
import dev.readahead.storage.FakeStore;
import dev.readahead.storage.FakeStore.Fate;
import dev.readahead.storage.StoredObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Several scans over one scheduler and one budget, in every order of events that a seed comes up with: plans that come
 * late, requests that break, consumers that claim, dawdle, hold on to jobs and close in the middle. Whatever happens:
 * each job is claimed once and in order, an error comes after the jobs before it, nothing is stuck, and at the end
 * nothing is held.
 */
class ReadAheadQueueInterleavingsTest {
    private static final int ROUNDS = 40;
    private static final int SEEDS = 60;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, SEEDS);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void holdsForEveryInterleaving(long seed) {
        for (int round = 0; round < ROUNDS; round++) {
            run(seed * 1_000 + round);
        }
    }

    private static void run(long seed) {
        Simulation simulation = new Simulation(seed);
        Random random = simulation.random();
        FakeStore store = new FakeStore();
        StoredObject object = store.put("a", 1L << 40);
        boolean faults = random.nextBoolean();
        boolean fatal = random.nextInt(3) == 0;
        store.fates((request, location) -> {
            int draw = random.nextInt(100);
            if (fatal && draw == 0) {
                return Fate.NOT_FOUND;
            }
            return faults && draw < 30 ? Fate.values()[draw % 4] : Fate.SERVED;
        });
        FetchScheduler scheduler =
                simulation.scheduler(store, new FetchOptions(1 + random.nextInt(8), 2_000, RetryPolicy.DEFAULT, true));
        AtomicBoolean pressure = new AtomicBoolean();
        long budget = random.nextInt(20) * ScriptedPlanner.BYTES_OF_A_JOB / 2;
        MemoryGovernor governor = new MemoryGovernor(budget, pressure::get);

        List<Scan> scans = new ArrayList<>();
        boolean adaptive = random.nextInt(4) > 0;
        for (int i = random.nextInt(4); i >= 0; i--) {
            scans.add(new Scan(simulation, scheduler, object, governor, adaptive));
        }
        while (scans.stream().anyMatch(scan -> !scan.isOver())) {
            pressure.set(random.nextInt(10) == 0);
            Scan scan = scans.get(random.nextInt(scans.size()));
            boolean moved = scan.act();
            boolean stepped = random.nextInt(3) > 0 && simulation.step();
            if (!moved && !stepped && !simulation.step()) {
                assertThat(scans).as("seed %s: nothing left to happen", seed).allMatch(Scan::canMove);
            }
            if (adaptive) {
                assertThat(governor.heldBytes())
                        .as("seed %s: bytes held", seed)
                        .isLessThanOrEqualTo(budget + scans.size() * ScriptedPlanner.BYTES_OF_A_JOB);
            }
        }
        simulation.runToTheEnd();
        scans.forEach(scan -> scan.check(seed));
        assertThat(governor.heldBytes())
                .as("seed %s: bytes held at the end", seed)
                .isZero();
        assertThat(scheduler.inFlight())
                .as("seed %s: requests at the end", seed)
                .isZero();
        assertThat(store.openStreams()).as("seed %s: streams at the end", seed).isZero();
    }

    /** A consumer and what it has seen. */
    private static final class Scan {
        private final Random random;
        private final ScriptedPlanner planner;
        private final ReadAheadQueue<Integer> queue;
        private final int jobs;
        private final int failingPlan;
        private final List<CompletableFuture<Optional<Job<Integer>>>> claims = new ArrayList<>();

        private CompletableFuture<Optional<Job<Integer>>> claim;
        private Job<Integer> held;
        private int claimed;
        private boolean ended;
        private Throwable error;
        private boolean closedEarly;
        private boolean over;

        Scan(
                Simulation simulation,
                FetchScheduler scheduler,
                StoredObject object,
                MemoryGovernor governor,
                boolean adaptive) {
            this.random = simulation.random();
            this.jobs = random.nextInt(30);
            this.failingPlan = random.nextInt(4) == 0 ? random.nextInt(30) : -1;
            this.planner = new ScriptedPlanner(simulation, scheduler, object, jobs, failingPlan, random.nextDouble());
            ReadAheadOptions options = ReadAheadOptions.adaptive().withReadsToTheEnd(random.nextBoolean());
            this.queue = new ReadAheadQueue<>(
                    planner,
                    governor.openAccount(),
                    governor::isUnderPressure,
                    adaptive ? options : options.withDepth(random.nextInt(5)),
                    new ScanMetrics(),
                    simulation::now);
        }

        boolean isOver() {
            return over;
        }

        boolean canMove() {
            return over || claim == null || claim.isDone();
        }

        /** Does what a consumer could do next, or dawdles. Says whether anything was done. */
        boolean act() {
            if (over || random.nextInt(4) == 0) {
                return false;
            }
            if (random.nextInt(150) == 0) {
                closedEarly = true;
                end();
                return true;
            }
            if (claim != null) {
                return take();
            }
            if (held != null) {
                held.close();
                held = null;
            }
            claim = queue.claim();
            claims.add(claim);
            return true;
        }

        private boolean take() {
            if (!claim.isDone()) {
                return false;
            }
            CompletableFuture<Optional<Job<Integer>>> done = claim;
            claim = null;
            try {
                Optional<Job<Integer>> job = done.join();
                if (job.isPresent()) {
                    held = job.get();
                    assertThat(held.description()).isEqualTo(claimed++);
                    verifyBytes(held);
                } else {
                    ended = true;
                    end();
                }
            } catch (java.util.concurrent.CompletionException e) {
                error = e.getCause();
                end();
            }
            return true;
        }

        private void end() {
            queue.close();
            over = true;
        }

        private static void verifyBytes(Job<Integer> job) {
            for (ByteRange range : ScriptedPlanner.ranges(job.description())) {
                assertThat(job.bytes().holds(range)).isTrue();
                ByteBuffer bytes = job.bytes().slice(range).orElseThrow();
                for (int i = 0; i < range.length(); i += 97) {
                    assertThat(bytes.get(i)).isEqualTo(FakeStore.byteAt(range.offset() + i));
                }
            }
        }

        void check(long seed) {
            assertThat(claims).as("seed %s: claims answered", seed).allMatch(CompletableFuture::isDone);
            assertThat(planner.isClosed()).isTrue();
            if (ended) {
                assertThat(claimed).as("seed %s: jobs before the end", seed).isEqualTo(jobs);
            } else if (error != null && error.getMessage().startsWith("plan ")) {
                assertThat(claimed)
                        .as("seed %s: jobs before the failed plan", seed)
                        .isEqualTo(failingPlan);
            } else if (error == null) {
                assertThat(closedEarly).as("seed %s: ended for no reason", seed).isTrue();
            }
        }
    }
}
