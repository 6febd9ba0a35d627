package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.idgen.SequenceUnavailableException.Reason;
import dev.idgen.TcpProxy;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/** What callers see of faults of a single Redis server: nothing, if it answers again soon, whatever it has lost. */
@Tag(Fleet.TAG)
class StandaloneFaultsIntegrationTests {

    private static final Duration LEASE_TTL = Duration.ofSeconds(10);

    /** Where it does not matter, so that it is over sooner. */
    private static final Duration SHORT_TTL = Duration.ofSeconds(2);

    /** After a loss buckets are locked for three seconds more, which stock bridges as well. */
    private static final Duration OUTAGE = Duration.ofSeconds(6);

    private static final Duration LOST = Duration.ofSeconds(5);

    private static final int FILLING = 10_000;
    private static final int MOST_FILLING = 1000;

    private @Nullable RedisServer redis;

    @AfterEach
    void stop() {
        if (redis != null) {
            redis.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Trial.PER_SECOND, 10 * Trial.PER_SECOND})
    void restartWithAnAppendOnlyFileGoesUnnoticed(int perSecond) {
        assumeTrue(FaultTable.isWanted(), "OutageIntegrationTests has it");
        redis = RedisServer.running("appendonly yes");
        try (Trial trial = start(perSecond)) {
            isAway(trial, redis::start);

            assertUnnoticed(trial, "restart with an append-only file after 6 s");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Trial.PER_SECOND, 10 * Trial.PER_SECOND})
    void restartFromASnapshotGoesUnnoticed(int perSecond) {
        assumeTrue(FaultTable.isWanted(), "FleetUniquenessIntegrationTests has it");
        redis = RedisServer.running();
        try (Trial trial = start(perSecond)) {
            redis.save();
            trial.goesOnFor(LOST);
            isAway(trial, redis::start);

            assertUnnoticed(trial, "restart after 6 s from a snapshot of 5 s before");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Trial.PER_SECOND, 10 * Trial.PER_SECOND})
    void restartWithNothingGoesUnnoticed(int perSecond) {
        assumeTrue(FaultTable.isWanted(), "FleetUniquenessIntegrationTests has it");
        redis = RedisServer.running();
        try (Trial trial = start(perSecond)) {
            isAway(trial, redis::startEmpty);

            assertUnnoticed(trial, "restart with no data after 6 s");
        }
    }

    private void isAway(Trial trial, Runnable restart) {
        trial.happens(redis::kill);
        trial.goesOnFor(OUTAGE);
        trial.happens(restart);
        trial.startsOthers();
        trial.outlivesWhatIsHeld();
    }

    @ParameterizedTest
    @ValueSource(ints = {Trial.PER_SECOND, 10 * Trial.PER_SECOND})
    void flushedDataGoesUnnoticed(int perSecond) {
        assumeTrue(perSecond == Trial.PER_SECOND || FaultTable.isWanted(), "one rate suffices for the build");
        redis = RedisServer.running();
        try (Trial trial = start(perSecond)) {
            trial.happens(() -> redis.ask(Jedis::flushAll));
            trial.startsOthers();
            trial.outlivesWhatIsHeld();

            assertUnnoticed(trial, "`FLUSHALL`");
        }
    }

    /** The replica's link is cut for a while before it takes its master's place, from then on under the same address. */
    @ParameterizedTest
    @ValueSource(ints = {Trial.PER_SECOND, 10 * Trial.PER_SECOND})
    void promotionThatLosesSecondsGoesUnnoticed(int perSecond) throws IOException {
        assumeTrue(FaultTable.isWanted(), "AttacksIntegrationTests has it");
        redis = RedisServer.running("repl-diskless-sync-delay 0");
        try (RedisServer replica = RedisServer.running();
                TcpProxy link = new TcpProxy(redis.port());
                TcpProxy address = new TcpProxy(redis.port())) {
            replica.ask(jedis -> jedis.replicaof("127.0.0.1", link.port()));
            Wait.until("the replica to be in sync", replica::isInSync);
            try (Trial trial = Trial.start(LEASE_TTL, perSecond, "spring.data.redis.port=" + address.port())) {
                link.refuse();
                trial.goesOnFor(LOST);
                trial.happens(redis::kill);
                trial.goesOnFor(OUTAGE);
                trial.happens(() -> {
                    replica.ask(Jedis::replicaofNoOne);
                    address.leadTo(replica.port());
                });
                trial.startsOthers();
                trial.outlivesWhatIsHeld();

                assertUnnoticed(trial, "a replica that lacks the last 5 s promoted 6 s after the master was killed");
            }
        }
    }

    @Test
    void flushedScriptsAreLoadedAgain() {
        redis = RedisServer.running();
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
        redis = RedisServer.running("maxmemory-policy noeviction");
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

    @ParameterizedTest
    @ValueSource(ints = {Trial.PER_SECOND, 10 * Trial.PER_SECOND})
    void recordsThatAreEvictedGoUnnoticed(int perSecond) {
        assumeTrue(FaultTable.isWanted(), "much like flushed data");
        redis = RedisServer.running("maxmemory-policy allkeys-lru");
        try (Trial trial = start(perSecond)) {
            trial.happens(this::evictAll);
            trial.startsOthers();
            trial.outlivesWhatIsHeld();

            assertUnnoticed(trial, "`maxmemory` reached with `allkeys-lru`, all records evicted");
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
        redis = RedisServer.running();
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

    private Trial start(int perSecond) {
        return Trial.start(LEASE_TTL, perSecond, "spring.data.redis.port=" + redis.port());
    }

    private Trial start(Duration leaseTtl) {
        return Trial.start(leaseTtl, "spring.data.redis.port=" + redis.port());
    }

    private static void assertUnnoticed(Trial trial, String what) {
        assertThat(trial.end(what).errors()).isEmpty();
    }
}
