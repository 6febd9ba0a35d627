package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.string.sequence.OmittedRule;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays stories until enough ids were issued, through enough failovers, and looks for one that was issued twice. {@code -Didgen.simulation.ids=...}
 * says how many are enough, and {@code -Didgen.simulation.seed=...} with which story to begin.
 */
@Tag("protocol")
@ExtendWith(Silence.class)
class SimulationTests {

    private static final Logger log = LoggerFactory.getLogger(SimulationTests.class);
    private static final long ENOUGH = Long.getLong("idgen.simulation.ids", 1_000_000);
    private static final long FIRST_SEED = Long.getLong("idgen.simulation.seed", 0);
    private static final int STORIES_PER_REPORT = 500;
    private static final long ENOUGH_FAILOVERS = ENOUGH / 1000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicLong nextSeed = new AtomicLong(FIRST_SEED);
    private final AtomicLong ids = new AtomicLong();
    private final AtomicLong failovers = new AtomicLong();
    private final AtomicLong restarts = new AtomicLong();
    private final AtomicLong stories = new AtomicLong();
    private final AtomicLong onDatabases = new AtomicLong();
    private final ConcurrentLinkedQueue<Long> failing = new ConcurrentLinkedQueue<>();

    @AfterEach
    void endThreads() {
        threads.shutdown();
    }

    @Test
    void noIdIsIssuedTwice() {
        int processors = Runtime.getRuntime().availableProcessors();
        List<CompletableFuture<Void>> players = Stream.generate(() -> CompletableFuture.runAsync(this::playOn, threads))
                .limit(processors)
                .toList();
        players.forEach(CompletableFuture::join);
        report();
        failing.stream().sorted().findFirst().ifPresent(SimulationTests::fail);
        assertThat(ids).hasValueGreaterThanOrEqualTo(ENOUGH);
        assertThat(failovers).hasValueGreaterThanOrEqualTo(ENOUGH_FAILOVERS);
        assertThat(onDatabases.get()).as("stories on a database").isGreaterThan(stories.get() / 10);
    }

    private void playOn() {
        while ((ids.get() < ENOUGH || failovers.get() < ENOUGH_FAILOVERS) && failing.isEmpty()) {
            play(nextSeed.getAndIncrement());
        }
    }

    private void play(long seed) {
        Scenario scenario = Scenarios.of(seed);
        Outcome outcome = World.play(scenario, OmittedRule.NONE);
        ids.addAndGet(outcome.ids());
        failovers.addAndGet(outcome.failovers());
        restarts.addAndGet(outcome.restarts());
        onDatabases.addAndGet(scenario.setting().isDatabase() ? 1 : 0);
        if (!outcome.isClean()) {
            failing.add(seed);
        }
        if (stories.incrementAndGet() % STORIES_PER_REPORT == 0) {
            report();
        }
    }

    private void report() {
        log.info(
                "{} stories, {} of them on a database, {} ids, {} failovers, {} restarts and restored tables",
                stories,
                onDatabases,
                ids,
                failovers,
                restarts);
    }

    private static void fail(long seed) {
        Scenario story = Scenarios.of(seed);
        List<Event> events = Shrinker.shrink(
                story.events(),
                rest -> !World.play(story.with(rest), OmittedRule.NONE).isClean());
        throw new AssertionError(story.setting() + ": " + story.with(events).allEvents());
    }
}
