package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenDoctorAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.internal.doctor.Checkup;
import dev.idgen.internal.doctor.Doctor;
import dev.idgen.internal.doctor.Finding;
import dev.idgen.internal.doctor.StoreUse;
import dev.idgen.internal.store.redis.DocumentedAccess;
import dev.idgen.internal.store.redis.RedisCheckup;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisCluster;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Each master of a cluster is looked at, and named. */
class DoctorOfAClusterIntegrationTests {

    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start(3, List.of(DocumentedAccess.userOfACluster()));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void soundMasters() {
        cluster.each(jedis -> jedis.configSet("maxmemory-policy", "noeviction"));
        cluster.each(jedis -> jedis.configSet("min-replicas-to-write", "1"));
        cluster.each(jedis -> jedis.configSet("min-replicas-max-lag", "1"));
    }

    private static Map<String, String> findings(String client, boolean administrator) {
        String[] access = administrator ? new String[0] : DocumentedAccess.properties();
        ApplicationContextRunner application = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataRedisAutoConfiguration.class,
                        IdgenAutoConfiguration.class,
                        IdgenGeneratorsAutoConfiguration.class,
                        IdgenDoctorAutoConfiguration.class))
                .withPropertyValues(access)
                .withPropertyValues(
                        "spring.data.redis.cluster.nodes=" + String.join(",", cluster.addresses()),
                        "idgen.namespace=" + client)
                .withPropertyValues("spring.data.redis.client-type=" + client);
        Found found = new Found();
        application.run(context -> {
            Doctor doctor = context.getBean(Doctor.class);
            Wait.until("the cluster to be looked at", () -> doctor.examinedAt() != null);
            found.all = doctor.findings();
        });
        return found.all;
    }

    private static final class Found {

        private Map<String, String> all = Map.of();
    }

    private static List<String> addresses(List<RedisServer> masters) {
        return masters.stream().map(master -> "127.0.0.1:" + master.port()).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void soundMastersAreNotMentioned(String client) {
        assertThat(findings(client, true)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void masterThatEvictsIsNamed(String client) {
        RedisServer evicting = cluster.masters().get(1);
        evicting.ask(jedis -> jedis.configSet("maxmemory-policy", "allkeys-lfu"));

        assertThat(findings(client, true))
                .containsOnlyKeys("maxmemory-policy")
                .extractingByKey("maxmemory-policy")
                .asString()
                .startsWith("Redis 127.0.0.1:" + evicting.port() + ": 'maxmemory-policy' is 'allkeys-lfu', ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void mastersWhoseReplicasNeedNotAnswerAreNamedTogether(String client) {
        cluster.each(jedis -> jedis.configSet("min-replicas-to-write", "0"));

        assertThat(findings(client, false))
                .containsOnlyKeys("min-replicas-to-write")
                .extractingByKey("min-replicas-to-write")
                .asString()
                .contains(addresses(cluster.masters()))
                .contains(": there is 1 replica, and ");
    }

    /** With the access that the page tells to grant. */
    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void settingsThatAreRefusedByAllAreNamedOnce(String client) {
        assertThat(findings(client, false))
                .containsOnlyKeys("config")
                .extractingByKey("config")
                .asString()
                .contains(addresses(cluster.masters()))
                .containsOnlyOnce("'CONFIG GET' of 'min-replicas-max-lag' is refused");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void masterThatDoesNotAnswerIsSkippedOnlyInAPartialCheck(String client) {
        cluster.each(jedis -> jedis.configSet("maxmemory-policy", "allkeys-lfu"));
        cluster.allowFailover(false);
        RedisServer silent = cluster.masters().get(0);
        List<String> others = addresses(cluster.masters().subList(1, 3));
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class))
                .withPropertyValues(
                        "spring.data.redis.cluster.nodes=" + String.join(",", cluster.addresses()),
                        "spring.data.redis.timeout=500ms",
                        "spring.data.redis.client-type=" + client)
                .run(context -> {
                    RedisConnectionFactory factory = context.getBean(RedisConnectionFactory.class);
                    Duration patience = Duration.ofMillis(250);
                    Checkup checkup =
                            new RedisCheckup(factory, patience, patience, patience, client, TimeSource.system());
                    StoreUse use = new StoreUse(true, List.of());
                    silent.pause();
                    try {
                        assertThatThrownBy(() -> checkup.examine(use, false))
                                .hasMessage("a Redis server does not answer");
                        assertThat(checkup.examine(use, true))
                                .singleElement()
                                .extracting(Finding::text)
                                .asString()
                                .contains(others)
                                .doesNotContain(silent.address());
                    } finally {
                        silent.resume();
                    }
                });
        cluster.allowFailover(true);
        cluster.awaitHealth();
    }
}
