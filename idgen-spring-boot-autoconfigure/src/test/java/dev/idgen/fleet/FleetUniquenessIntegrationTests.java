package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.localredis.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four processes of four threads each, their clocks hours apart and stepping all the time, draw from one Redis, and no id
 * comes twice: in peace, while Redis restarts, while it forgets everything, and while every number is used over and over.
 *
 * <p>{@code -Didgen.fleet.ids} sets how many ids each thread draws.
 */
@Tag(Fleet.TAG)
class FleetUniquenessIntegrationTests {

    private static final int THREADS = 4;
    private static final int IDS = Integer.getInteger("idgen.fleet.ids", 500_000);

    /** Buckets are locked for three seconds after an accident; before the next they are to have been used again. */
    private static final Duration BETWEEN_ACCIDENTS = Duration.ofMillis(4500);

    /** How long the paced runs take. */
    private static final int PACED_SECONDS = 10;

    private static final Duration MOST = Duration.ofMinutes(3);

    @TempDir
    private Path directory;

    private RedisServer redis;

    @BeforeEach
    void startRedis() {
        redis = RedisServer.running();
    }

    @AfterEach
    void stopRedis() {
        redis.close();
    }

    @Test
    void idsAreUniqueWhenClocksAreHoursApartAndStep() {
        Fleet.Outcome outcome;
        try (Fleet fleet = start(IDS)) {
            long before = redis.scriptCalls();
            fleet.go();
            outcome = fleet.await(MOST);
            long calls = redis.scriptCalls() - before;
            System.out.printf(
                    "Fleet on Redis: %.3f requests per 1,000 ids%n",
                    1000.0 * calls / outcome.ids().size());
        }
        report("clocks apart", outcome);
        assertUnique(outcome, IDS);
    }

    /** A snapshot lacks what was written since: what a crash leaves where there is no append-only file. */
    @Test
    void idsAreUniqueWhenRedisRestartsFromASnapshot() {
        assertUniqueThrough("restarts from a snapshot", 3, () -> {
            redis.save();
            Pause.millis(300);
            redis.kill();
            redis.start();
        });
    }

    @Test
    void idsAreUniqueWhenRedisRestartsWithItsAppendOnlyFile() {
        redis.close();
        redis = RedisServer.running("appendonly yes");
        assertUniqueThrough("restarts with an append-only file", 3, () -> {
            redis.kill();
            redis.start();
        });
    }

    @Test
    void idsAreUniqueWhenRedisForgetsEverything() {
        assertUniqueThrough("losses of all data", 2, () -> {
            redis.kill();
            redis.startEmpty();
        });
    }

    private void assertUniqueThrough(String what, int times, Runnable accident) {
        Fleet.Outcome outcome;
        try (Fleet fleet = startPaced()) {
            fleet.go();
            for (int i = 0; i < times; i++) {
                Pause.of(BETWEEN_ACCIDENTS);
                assertThat(fleet.isRunning()).isTrue();
                accident.run();
            }
            outcome = fleet.await(MOST);
        }
        report(times + " " + what, outcome);
        assertUnique(outcome, IDS);
    }

    /** The fleet wants all that there is of a small number space, so each number is used again as soon as it may be. */
    @Test
    void idsAreUniqueWhenNumbersComeRoundManyTimes() {
        int ids = Math.max(IDS / 4, 250_000);
        Fleet.Outcome outcome;
        try (Fleet fleet = start(ids, "--fleet.layout=6/14", "--idgen.sequence.lease-ttl=1s")) {
            fleet.go();
            fleet.freeze(0, Duration.ofSeconds(3));
            outcome = fleet.await(MOST);
        }
        report("1,048,576 numbers come round", outcome);
        assertUnique(outcome, ids);
        assertThat(outcome.ids().size()).isGreaterThan(3 << 20);
    }

    /** Workers that take their time, with numbers so few that they come round every few seconds. */
    private Fleet startPaced() {
        return start(
                IDS, "--fleet.rate=" + IDS / PACED_SECONDS, "--fleet.layout=7/14", "--idgen.sequence.lease-ttl=1s");
    }

    private Fleet start(int ids, String... more) {
        List<String> arguments = new ArrayList<>(List.of("--fleet.threads=" + THREADS, "--fleet.ids=" + ids));
        arguments.addAll(List.of(more));
        return Fleet.start(directory, redis, arguments);
    }

    private static void assertUnique(Fleet.Outcome outcome, int idsPerThread) {
        assertThat(outcome.ids().size()).isEqualTo(Fleet.SIZE * THREADS * idsPerThread);
        assertThat(outcome.ids().duplicates()).as("duplicates in %s", outcome).isZero();
    }

    private static void report(String what, Fleet.Outcome outcome) {
        System.out.println("Fleet: " + what + ": " + outcome);
    }
}
