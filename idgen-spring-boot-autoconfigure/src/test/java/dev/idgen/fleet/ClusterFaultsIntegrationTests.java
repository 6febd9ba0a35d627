package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.idgen.internal.store.redis.DocumentedAccess;
import dev.idgen.localredis.RedisCluster;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers see of faults of a Redis Cluster of three masters with a replica each: nothing. */
@Tag(Fleet.TAG)
class ClusterFaultsIntegrationTests {

    private static final Duration LEASE_TTL = Duration.ofSeconds(10);

    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start(3, List.of(DocumentedAccess.userOfACluster()));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @AfterEach
    void heal() {
        cluster.allowFailover(true);
        cluster.requireFullCoverage(true);
        cluster.awaitHealth();
        assertThat(DocumentedAccess.refused(cluster.servers())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void killedMasterIsReplacedByItsReplicaAndComesBack(String client) {
        assumeInBuild(client);
        cluster.requireFullCoverage(false);
        try (Trial trial = start("killed-" + client, "spring.data.redis.client-type=" + client)) {
            RedisServer victim = cluster.masters().get(0);
            trial.happens(victim::kill);
            awaitReplacement();
            trial.awaitLeasingFrom(cluster::masters);
            trial.happens(victim::start);
            cluster.awaitHealth();

            assertUnnoticed(
                    trial,
                    "cluster: a master killed, its replica promoted, the master back, `cluster-require-full-coverage no`"
                            + suffix(client));
        }
    }

    /** That no call waits for the master that hangs shows by an acquire-timeout of 0: a call that had to wait would fail. */
    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void frozenMasterIsReplacedByItsReplicaAndComesBack(String client) {
        assumeInBuild(client);
        cluster.requireFullCoverage(true);
        try (Trial trial = start(
                "frozen-" + client, "spring.data.redis.client-type=" + client, "idgen.sequence.acquire-timeout=0")) {
            RedisServer victim = cluster.masters().get(0);
            trial.happens(victim::pause);
            awaitReplacement();
            trial.awaitLeasingFrom(cluster::masters);
            trial.happens(victim::resume);
            cluster.awaitHealth();

            assertUnnoticed(
                    trial,
                    "cluster: a master that hangs (`SIGSTOP`), its replica promoted, the master back" + suffix(client));
        }
    }

    private static void assumeInBuild(String client) {
        assumeTrue(client.equals("lettuce") || FaultTable.isWanted(), "one driver suffices for the build");
    }

    private static String suffix(String client) {
        return client.equals("lettuce") ? "" : " (Jedis)";
    }

    private static void awaitReplacement() {
        Wait.until("the replica to take over", () -> cluster.masters().size() == 3);
    }

    @Test
    void deadMasterWithoutReplacementIsSteppedRound() {
        cluster.allowFailover(false);
        cluster.requireFullCoverage(false);
        try (Trial trial = start("uncovered")) {
            RedisServer victim = cluster.masters().get(1);
            trial.happens(victim::kill);
            trial.goesOnFor(Duration.ofSeconds(4));
            trial.awaitLeasingFrom(cluster::masters);
            trial.happens(victim::start);
            trial.awaitLeasingFrom(cluster::masters);

            assertUnnoticed(
                    trial, "cluster: a master killed for 4 s, not replaced, `cluster-require-full-coverage no`");
        }
    }

    /** Nobody grants anything while a master is missing, which lasts for some seconds. */
    @Test
    void deadMasterIsReplacedInTimeWhereAllSlotsMustBeCovered() {
        assumeTrue(FaultTable.isWanted(), "differs from the first in the time that no lease is had");
        cluster.requireFullCoverage(true);
        try (Trial trial = start("covered")) {
            RedisServer victim = cluster.masters().get(2);
            trial.happens(victim::kill);
            awaitReplacement();
            trial.awaitLeasingFrom(cluster::masters);
            victim.start();
            cluster.awaitHealth();

            assertUnnoticed(
                    trial, "cluster: a master killed, its replica promoted, `cluster-require-full-coverage yes`");
        }
    }

    @Test
    void wholeClusterDownForAMomentWhereAllSlotsMustBeCovered() {
        assumeTrue(FaultTable.isWanted(), "a case of what OutageIntegrationTests has");
        cluster.allowFailover(false);
        cluster.requireFullCoverage(true);
        try (Trial trial = start("down")) {
            RedisServer victim = cluster.masters().get(0);
            trial.happens(victim::kill);
            trial.goesOnFor(Duration.ofSeconds(5));
            trial.happens(victim::start);
            cluster.awaitHealth();
            trial.awaitLeasingFrom(cluster::masters);

            assertUnnoticed(
                    trial, "cluster: a master killed for 5 s, not replaced, `cluster-require-full-coverage yes`");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Trial.PER_SECOND, 10 * Trial.PER_SECOND})
    void movedSlotsAreFollowed(int perSecond) {
        assumeTrue(perSecond == Trial.PER_SECOND || FaultTable.isWanted(), "one rate suffices for the build");
        try (Trial trial = Trial.start(LEASE_TTL, perSecond, properties("moved-" + perSecond))) {
            RedisServer from = cluster.masters().get(0);
            RedisServer to = cluster.masters().get(1);
            trial.happens(() -> assertThat(cluster.moveSlotsInUse(from, to)).isPositive());
            trial.startsOthers();
            trial.awaitLeasingFrom(() -> List.of(to));

            assertUnnoticed(trial, "cluster: all slots in use moved from one master to another");
        }
    }

    private static Trial start(String namespace, String... properties) {
        return Trial.start(
                LEASE_TTL,
                Stream.concat(Stream.of(properties(namespace)), Stream.of(properties))
                        .toArray(String[]::new));
    }

    /** For an application that uses a namespace, as a user with no more access than it needs. */
    private static String[] properties(String namespace) {
        return Stream.concat(
                        Stream.of(DocumentedAccess.properties()),
                        Stream.of(
                                "spring.data.redis.cluster.nodes=" + String.join(",", cluster.addresses()),
                                "idgen.namespace=" + namespace))
                .toArray(String[]::new);
    }

    private static void assertUnnoticed(Trial trial, String what) {
        assertThat(trial.end(what).errors()).isEmpty();
    }
}
