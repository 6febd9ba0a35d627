package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idgen.Extent;
import dev.idgen.autoconfigure.IdgenStoreCheckAutoConfiguration;
import dev.idgen.autoconfigure.TypicalApplication;
import dev.idgen.internal.storecheck.StoreCheckRunner;
import dev.idgen.internal.string.sequence.BucketClient;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisCluster;
import dev.idgen.localredis.RedisSentinels;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import dev.idgen.redis.DocumentedAccess;
import dev.idgen.redis.RedisStoreCheck;
import dev.idgen.store.Finding;
import dev.idgen.store.StoreUse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A cluster and a group with sentinels, which take seconds to start and keep their masters: the store check examines each master,
 * and numbers are leased while a slot moves.
 */
class SeveralServersIntegrationTests extends AttackedServers {

    private static final StoreUse LEASES = new StoreUse(true, List.of());
    private static final int DOWN_AFTER_MILLIS = 60_000;

    @AutoClose
    private static final RedisSentinels group = RedisSentinels.start(DOWN_AFTER_MILLIS);

    @AutoClose
    private static final RedisCluster cluster =
            RedisCluster.start(3, List.of(DocumentedAccess.userOfACluster(), RedisCluster.NO_FAILOVER));

    @BeforeEach
    void makeMastersSound() {
        cluster.each(jedis -> jedis.configSet("maxmemory-policy", "noeviction"));
        cluster.each(jedis -> jedis.configSet("min-replicas-to-write", "1"));
        cluster.each(jedis -> jedis.configSet("min-replicas-max-lag", "1"));
    }

    /** The checkup uses connections of its own, so the factory need not be started. */
    private static RedisStoreCheck checkup(String client, boolean administrator, Duration requestTimeout) {
        RedisClusterConfiguration servers = new RedisClusterConfiguration(cluster.addresses());
        if (!administrator) {
            servers.setUsername(DocumentedAccess.USER);
            servers.setPassword(DocumentedAccess.PASSWORD);
        }
        RedisConnectionFactory factory =
                client.equals("lettuce") ? new LettuceConnectionFactory(servers) : new JedisConnectionFactory(servers);
        return new RedisStoreCheck(
                factory,
                requestTimeout,
                (millis, askedAt) -> new RedisStoreCheck.ClockDifference(Duration.ZERO, true),
                Duration.ofHours(1),
                "several",
                TimeSource.system());
    }

    /** As the store check, it looks again if a server did not let it connect in a second. */
    private static Map<String, String> findings(String client, boolean administrator) {
        RedisStoreCheck checkup = checkup(client, administrator, Duration.ofSeconds(30));
        Map<String, String> found = new HashMap<>();
        Wait.until("all masters answer", () -> {
            try {
                checkup.examine(LEASES, false).forEach(finding -> found.put(finding.name(), finding.text()));
                return true;
            } catch (IllegalStateException e) {
                return false;
            }
        });
        return found;
    }

    private static Stream<String> clientsThatTakeSeconds() {
        return Stream.of("lettuce", "jedis").limit(Extent.of(1, 2));
    }

    private static List<String> addresses(List<RedisServer> masters) {
        return masters.stream().map(RedisServer::address).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void examineNamesOnlyMastersWithRisks(String client) {
        List<RedisServer> masters = cluster.masters();
        assertThat(findings(client, true)).as("of sound masters").isEmpty();

        RedisServer evicting = masters.get(1);
        evicting.ask(jedis -> jedis.configSet("maxmemory-policy", "allkeys-lfu"));
        assertThat(findings(client, true))
                .containsOnlyKeys("maxmemory-policy")
                .extractingByKey("maxmemory-policy")
                .asString()
                .startsWith("Redis " + evicting.address() + ": 'maxmemory-policy' is 'allkeys-lfu', ");
    }

    /** The user has the access that the page tells to grant, so settings are refused. */
    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void examineNamesMastersWithOneRiskTogether(String client) {
        List<RedisServer> masters = cluster.masters();
        assertThat(findings(client, false))
                .containsOnlyKeys("config")
                .extractingByKey("config")
                .asString()
                .contains(addresses(masters))
                .containsOnlyOnce("'CONFIG GET' of 'min-replicas-max-lag' is refused");

        cluster.each(jedis -> jedis.configSet("min-replicas-to-write", "0"));
        assertThat(findings(client, false))
                .containsOnlyKeys("min-replicas-to-write")
                .extractingByKey("min-replicas-to-write")
                .asString()
                .contains(addresses(masters))
                .contains(": there is 1 replica, and ");
    }

    /** A busy master may miss the short timeout too, so the partial check is repeated until only the paused one is missing. */
    @ParameterizedTest
    @MethodSource("clientsThatTakeSeconds")
    void examineSkipsSilentMasterOnlyInPartialCheck(String client) {
        cluster.each(jedis -> jedis.configSet("maxmemory-policy", "allkeys-lfu"));
        List<RedisServer> masters = cluster.masters();
        RedisServer silent = masters.get(0);
        List<String> others = addresses(masters.subList(1, 3));
        RedisStoreCheck checkup = checkup(client, true, Duration.ofMillis(500));
        silent.pause();
        try {
            assertThatThrownBy(() -> checkup.examine(LEASES, false)).hasMessage("a Redis server does not answer");
            Wait.until("findings of the other masters", () -> {
                List<Finding> findings = partialFindings(checkup);
                assertThat(findings).noneMatch(finding -> finding.text().contains(silent.address()));
                return findings.size() == 1
                        && others.stream()
                                .allMatch(other -> findings.get(0).text().contains(other));
            });
        } finally {
            silent.resume();
        }
    }

    /** None if no server answers in time. */
    private static List<Finding> partialFindings(RedisStoreCheck checkup) {
        try {
            return checkup.examine(LEASES, true);
        } catch (RuntimeException e) {
            return List.of();
        }
    }

    @ParameterizedTest
    @MethodSource("clientsThatTakeSeconds")
    void examineOfSentinelsChecksTheirMasterAndTheirTimeout(String client) {
        group.master().ask(jedis -> jedis.configSet("min-replicas-max-lag", "3"));
        TypicalApplication.onRedis(
                        "spring.data.redis.client-type=" + client,
                        "spring.data.redis.sentinel.master=" + RedisSentinels.MASTER,
                        "spring.data.redis.sentinel.nodes=" + String.join(",", group.addresses()),
                        "idgen.clock.max-skew=1h",
                        "idgen.sequence.lease-ttl=1s")
                .withConfiguration(AutoConfigurations.of(IdgenStoreCheckAutoConfiguration.class))
                .run(context -> {
                    StoreCheckRunner checks = context.getBean(StoreCheckRunner.class);
                    Wait.until("the master to be examined", () -> checks.examinedAt() != null);
                    Map<String, String> starts = checks.findings().entrySet().stream()
                            .collect(Collectors.toMap(
                                    Map.Entry::getKey, found -> found.getValue().replaceFirst("\\. .*", "")));
                    Map<String, String> expected = Map.of(
                            "min-replicas-max-lag",
                            "Redis: there are 2 replicas, and 'min-replicas-max-lag' is 3",
                            "down-after-milliseconds",
                            "Redis: 'down-after-milliseconds' of the sentinels is " + DOWN_AFTER_MILLIS
                                    + ", but ids bridge a failover of 0 ms, 0.8 'idgen.sequence.lease-ttl' less 2 s");
                    assertThat(starts).isEqualTo(expected);
                });
    }

    /** A script with two keys, one on either server, would be refused with TRYAGAIN. */
    @Test
    void whileSlotMovesOnlyItsOwnerGrants() {
        cluster.each(jedis -> jedis.configSet("min-replicas-to-write", "0")); // a busy replica may lag
        RedisClusterConfiguration servers = new RedisClusterConfiguration(cluster.addresses());
        BucketClient client = new BucketClient(register(runner(servers), "moved"), 0, LAYOUT, TTL);
        client.create(1).addTo(granted, "");
        String run = lease(client, 1).snapshot().run();
        RedisCluster.Move move = cluster.beginMove("{idgen:4:moved:0}");

        assertThat(lease(client, 1).snapshot().run()).isEqualTo(run);
        move.moveKeys();
        assertThatThrownBy(() -> client.ask(1)).hasMessageContaining("has answered: idgen does not use its answer");
        move.end();
        Wait.until("the masters to know", () -> catchThrowable(() -> client.ask(1)) == null);
        lease(client, 1);
        assertThat(granted.overlaps()).isEmpty();
    }
}
