package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.idgen.SequenceUnavailableException.Reason;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/** What callers see of faults of a single Redis server, from which ids flow again by themselves. */
class StandaloneFaultsIntegrationTests {

    private static final Duration LEASE_TTL = Duration.ofSeconds(10);

    /** Where records are lost, buckets are closed for the ttl and 2 s more. */
    private static final Duration SHORT_TTL = Duration.ofSeconds(2);

    private static final int FILLING = 10_000;
    private static final int MOST_FILLING = 1000;

    @TempDir
    private Path directory;

    private @Nullable RedisProcess redis;

    @AfterEach
    void stop() {
        if (redis != null) {
            redis.close();
        }
    }

    @Test
    void restartWithAnAppendOnlyFileGoesUnnoticed() {
        assumeTrue(FaultTable.isWanted(), "OutageIntegrationTests has it");
        redis = RedisProcess.startAppendOnly(directory);
        try (Trial trial = start(LEASE_TTL)) {
            trial.happens(() -> {
                redis.kill();
                redis.restart();
            });
            trial.awaitLeasingFrom(redis);

            assertUnnoticed(trial, "restart with an append-only file");
        }
    }

    @Test
    void restartFromASnapshotIsOver() {
        assumeTrue(FaultTable.isWanted(), "FleetUniquenessIntegrationTests has it");
        redis = RedisProcess.start(directory);
        try (Trial trial = start(LEASE_TTL)) {
            redis.save();
            trial.goesOnFor(Duration.ofSeconds(1));
            trial.happens(() -> {
                redis.kill();
                redis.restart();
            });
            trial.awaitReopening();

            assertRecovered(trial, "restart from a snapshot");
        }
    }

    @Test
    void restartWithNothingIsOver() {
        assumeTrue(FaultTable.isWanted(), "FleetUniquenessIntegrationTests has it");
        redis = RedisProcess.start(directory);
        try (Trial trial = start(LEASE_TTL)) {
            trial.happens(() -> {
                redis.kill();
                redis.restartEmpty();
            });
            trial.awaitReopening();

            assertRecovered(trial, "restart with no data");
        }
    }

    @Test
    void flushedDataIsNoticed() {
        redis = RedisProcess.start(directory);
        try (Trial trial = start(SHORT_TTL)) {
            trial.happens(() -> redis.ask(Jedis::flushAll));
            trial.awaitReopening();

            assertRecovered(trial, "`FLUSHALL`");
        }
    }

    @Test
    void flushedScriptsAreLoadedAgain() {
        redis = RedisProcess.start(directory);
        try (Trial trial = start(SHORT_TTL)) {
            trial.happens(() -> {
                for (int i = 0; i < 10; i++) {
                    redis.ask(Jedis::scriptFlush);
                    trial.goesOnFor(Duration.ofMillis(100));
                }
            });
            trial.awaitLeasingFrom(redis);

            assertUnnoticed(trial, "`SCRIPT FLUSH`, ten times in a second");
        }
    }

    @Test
    void fullServerThatRefusesWritesIsStillAsked() {
        redis = RedisProcess.start(directory, "--maxmemory-policy", "noeviction");
        try (Trial trial = start(SHORT_TTL)) {
            trial.happens(() -> {
                redis.ask(jedis -> jedis.configSet("maxmemory", "100kb"));
                trial.awaitErrors();
            });
            assertThat(trial.latestFailure()).contains("OOM command not allowed when used memory > 'maxmemory'");
            trial.happens(() -> redis.ask(jedis -> jedis.configSet("maxmemory", "0")));
            trial.awaitLeasingFrom(redis);

            assertThat(trial.end("`maxmemory` reached with `noeviction`, until the first error")
                            .errors())
                    .containsOnlyKeys(Reason.ALL_OPEN);
        }
    }

    @Test
    void recordsThatAreEvictedAreNoticed() {
        redis = RedisProcess.start(directory, "--maxmemory-policy", "allkeys-lru");
        try (Trial trial = start(SHORT_TTL)) {
            trial.happens(this::evictAll);
            trial.awaitReopening();

            assertRecovered(trial, "`maxmemory` reached with `allkeys-lru`, all records evicted");
        }
    }

    /** Fills the server until it has evicted every key that was there before. */
    private void evictAll() {
        redis.ask(jedis -> jedis.configSet("maxmemory", "3mb"));
        try (Jedis jedis = new Jedis("127.0.0.1", redis.port())) {
            String value = "x".repeat(FILLING);
            for (int i = 0; i < MOST_FILLING && !jedis.keys("{idgen:*").isEmpty(); i++) {
                jedis.set("filling:" + i, value);
            }
        } catch (JedisDataException e) {
            throw new AssertionError("nothing left to evict", e);
        }
    }

    @Test
    void networkThatDelaysCutsAndReplaysGoesUnnoticed() {
        redis = RedisProcess.start(directory);
        try (RoughNetwork network = new RoughNetwork(redis.port());
                Trial trial = Trial.start(LEASE_TTL, "spring.data.redis.port=" + network.port())) {
            trial.happens(() -> network.delay(Duration.ofMillis(100)));
            for (int i = 0; i < 10; i++) {
                trial.goesOnFor(Duration.ofMillis(200));
                trial.happens(network::cut);
            }
            trial.happens(() -> assertThat(network.replay()).isPositive());
            network.delay(Duration.ZERO);
            trial.awaitLeasingFrom(redis);

            assertUnnoticed(
                    trial,
                    "network: each answer 100 ms late, connections cut each 200 ms, then all requests sent again");
        }
    }

    private Trial start(Duration leaseTtl) {
        return Trial.start(leaseTtl, "spring.data.redis.port=" + redis.port());
    }

    private static void assertUnnoticed(Trial trial, String what) {
        assertThat(trial.end(what).errors()).isEmpty();
    }

    /** All buckets are closed at first use; callers are told so when what was held is used up. */
    private static void assertRecovered(Trial trial, String what) {
        assertThat(trial.end(what).errors().keySet()).isSubsetOf(Reason.ALL_LOCKED, Reason.TIMED_OUT, Reason.ALL_OPEN);
    }
}
