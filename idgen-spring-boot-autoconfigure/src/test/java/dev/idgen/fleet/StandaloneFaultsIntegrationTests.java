package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.idgen.SequenceUnavailableException.Reason;
import dev.idgen.TcpProxy;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/**
 * What callers see of faults of a single Redis server: nothing, if it answers again soon, whatever it has lost. A
 * longer outage makes calls fail while it lasts.
 */
@Tag(Fleet.TAG)
class StandaloneFaultsIntegrationTests {

    private static final Duration LEASE_TTL = Duration.ofSeconds(10);

    /** What is held runs out soon, so that calls fail soon. */
    private static final Duration SHORT_TTL = Duration.ofSeconds(2);

    /** After a loss buckets are locked for three seconds more, which stock bridges as well. */
    private static final Duration OUTAGE = Duration.ofSeconds(6);

    private static final Duration LOST = Duration.ofSeconds(5);

    private static final int FILLING = 10_000;
    private static final int MOST_FILLING = 1000;

    private interface Accident {

        void happen(Trial trial, RedisServer redis);
    }

    /** A fault that no caller notices; some only for the table of faults, because other tests have them. */
    @SuppressWarnings("ImmutableEnumChecker") // the lambdas keep no state
    enum Fault {
        HANG(true, "hangs (`SIGSTOP`) for 6 s", "save \"\"", (trial, redis) -> {
            trial.happens(redis::pause);
            trial.goesOnFor(OUTAGE);
            redis.resume();
        }),
        APPEND_ONLY_FILE(true, "restart with an append-only file after 6 s", "appendonly yes", (trial, redis) -> {
            isAway(trial, redis, redis::start);
        }),
        SNAPSHOT(false, "restart after 6 s from a snapshot of 5 s before", "save \"\"", (trial, redis) -> {
            redis.save();
            trial.goesOnFor(LOST);
            isAway(trial, redis, redis::start);
        }),
        NO_DATA(false, "restart with no data after 6 s", "save \"\"", (trial, redis) -> {
            isAway(trial, redis, redis::startEmpty);
        }),
        FLUSHED(true, "`FLUSHALL`", "save \"\"", (trial, redis) -> {
            trial.happens(() -> redis.ask(Jedis::flushAll));
        }),
        EVICTED(
                false,
                "`maxmemory` reached with `allkeys-lru`, all records evicted",
                "maxmemory-policy allkeys-lru",
                (trial, redis) -> trial.happens(() -> evictAll(redis))),
        SCRIPTS_FLUSHED(true, "`SCRIPT FLUSH`, ten times in a second", "save \"\"", (trial, redis) -> {
            for (int i = 0; i < 10; i++) {
                trial.happens(() -> redis.ask(Jedis::scriptFlush));
                trial.goesOnFor(Duration.ofMillis(100));
            }
        });

        private final boolean always;
        private final String row;
        private final String setting;
        private final Accident accident;

        Fault(boolean always, String row, String setting, Accident accident) {
            this.always = always;
            this.row = row;
            this.setting = setting;
            this.accident = accident;
        }

        /** With 0, a call that finds no number fails instead of waiting, which shows that no call had to wait. */
        private String acquireTimeout() {
            return "idgen.sequence.acquire-timeout=" + (this == HANG || this == APPEND_ONLY_FILE ? "0" : "500ms");
        }

        private static void isAway(Trial trial, RedisServer redis, Runnable restart) {
            trial.happens(redis::kill);
            trial.goesOnFor(OUTAGE);
            trial.happens(restart);
        }

        /** Fills the server until it has evicted every key that was there before. */
        private static void evictAll(RedisServer redis) {
            redis.ask(jedis -> jedis.configSet("maxmemory", "3mb"));
            String value = "x".repeat(FILLING);
            for (int i = 0;
                    i < MOST_FILLING
                            && !redis.ask(jedis -> jedis.keys("{idgen:*")).isEmpty();
                    i++) {
                String key = "filling:" + i;
                redis.ask(jedis -> jedis.set(key, value));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void faultGoesUnnoticed(Fault fault) {
        assumeTrue(fault.always || Trial.isMeasured(), Trial::onlyMeasured);
        try (RedisServer redis = RedisServer.running(fault.setting);
                Trial trial = start(redis.port(), LEASE_TTL, fault.acquireTimeout())) {
            fault.accident.happen(trial, redis);
            trial.startsOthers();
            trial.outlivesWhatIsHeld();

            assertUnnoticed(trial, fault.row);
        }
    }

    /** The replica's link is cut for a while before it takes its master's place, from then on under the same address. */
    @Test
    void promotionThatLosesSecondsGoesUnnoticed() {
        assumeTrue(Trial.isMeasured(), Trial::onlyMeasured);
        try (RedisServer redis = RedisServer.running("repl-diskless-sync-delay 0");
                TcpProxy link = new TcpProxy(redis.port());
                TcpProxy address = new TcpProxy(redis.port());
                RedisServer replica = RedisServer.running("replicaof 127.0.0.1 " + link.port())) {
            Wait.until("the replica to be in sync", replica::isInSync);
            try (Trial trial = start(address.port(), LEASE_TTL)) {
                link.refuse();
                trial.goesOnFor(LOST);
                trial.happens(redis::kill);
                trial.goesOnFor(OUTAGE);
                replica.ask(Jedis::replicaofNoOne);
                address.leadTo(replica.port());
                trial.startsOthers();
                trial.outlivesWhatIsHeld();

                assertUnnoticed(trial, "a replica that lacks the last 5 s promoted 6 s after the master was killed");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void callsFailWhileALongOutageLastsAndNotLonger(boolean hangs) {
        try (RedisServer redis = RedisServer.running("appendonly yes");
                Trial trial = start(redis.port(), SHORT_TTL, "idgen.sequence.acquire-timeout=500ms")) {
            trial.happens(hangs ? redis::pause : redis::kill);
            trial.awaitErrors();
            trial.happens(hangs ? redis::resume : redis::start);
            trial.awaitLeasingFrom(redis);

            assertThat(trial.end("Redis " + (hangs ? "hangs" : "is dead") + " until the first error")
                            .errors()
                            .keySet())
                    .isNotEmpty()
                    // A server that restarts may have lost writes.
                    .isSubsetOf(Reason.ALL_OPEN, Reason.TIMED_OUT, hangs ? Reason.ALL_LOCKED : Reason.SETTLING);
        }
    }

    @Test
    void fullServerThatRefusesWritesIsStillAsked() {
        try (RedisServer redis = RedisServer.running("maxmemory-policy noeviction");
                Trial trial = start(redis.port(), SHORT_TTL)) {
            trial.happens(() -> redis.ask(jedis -> jedis.configSet("maxmemory", "100kb")));
            trial.awaitErrors();
            assertThat(trial.draw()).contains("OOM command not allowed when used memory > 'maxmemory'");
            redis.ask(jedis -> jedis.configSet("maxmemory", "0"));
            trial.awaitLeasingFrom(redis);

            assertThat(trial.end("`maxmemory` reached with `noeviction`, until the first error")
                            .errors()
                            .keySet())
                    .isNotEmpty()
                    .isSubsetOf(Reason.ALL_OPEN, Reason.TIMED_OUT);
        }
    }

    /** What the client says is recorded, and what the server says comes late. */
    private record LateAnswers(ByteArrayOutputStream requests, AtomicInteger millis) implements TcpProxy.Connection {

        @Override
        public boolean passRequest(byte[] bytes, int length) {
            requests.write(bytes, 0, length);
            return true;
        }

        @Override
        public boolean passAnswer(byte[] bytes, int length) {
            Wait.millis(millis.get());
            return true;
        }

        /** Sends the server all requests again, and drops its answers. */
        void replay(int port) {
            try (Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
                server.getOutputStream().write(requests.toByteArray());
                server.shutdownOutput();
                server.getInputStream().readAllBytes();
            } catch (IOException e) {
                // the server has ended the connection, as some requests ask it to
            }
        }
    }

    @Test
    void networkThatDelaysCutsAndReplaysGoesUnnoticed() {
        Queue<LateAnswers> connections = new ConcurrentLinkedQueue<>();
        AtomicInteger late = new AtomicInteger();
        try (RedisServer redis = RedisServer.running();
                TcpProxy network = new TcpProxy(redis.port(), () -> {
                    LateAnswers connection = new LateAnswers(new ByteArrayOutputStream(), late);
                    connections.add(connection);
                    return connection;
                });
                Trial trial = start(network.port(), LEASE_TTL)) {
            trial.happens(() -> late.set(100));
            for (int i = 0; i < 10; i++) {
                trial.goesOnFor(Duration.ofMillis(200));
                network.cut();
            }
            List.copyOf(connections).forEach(connection -> connection.replay(redis.port()));
            late.set(0);
            trial.awaitLeasingFrom(redis);

            assertUnnoticed(
                    trial,
                    "network: each answer 100 ms late, connections cut each 200 ms, then all requests sent again");
        }
    }

    private static Trial start(int port, Duration leaseTtl, String... properties) {
        return Trial.start(leaseTtl, Trial.with(properties, "spring.data.redis.port=" + port));
    }

    private static void assertUnnoticed(Trial trial, String what) {
        assertThat(trial.end(what).errors()).isEmpty();
    }
}
