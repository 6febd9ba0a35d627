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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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
        return findings(new ApplicationContextRunner()
                .withPropertyValues(access)
                .withPropertyValues(
                        "spring.data.redis.cluster.nodes=" + String.join(",", cluster.addresses()),
                        "idgen.namespace=" + client,
                        "spring.data.redis.client-type=" + client));
    }

    /** What the doctor of an application with these properties finds. */
    static Map<String, String> findings(ApplicationContextRunner properties) {
        Map<String, String> found = new HashMap<>();
        properties
                .withConfiguration(AutoConfigurations.of(
                        DataRedisAutoConfiguration.class,
                        IdgenAutoConfiguration.class,
                        IdgenGeneratorsAutoConfiguration.class,
                        IdgenDoctorAutoConfiguration.class))
                .run(context -> {
                    Doctor doctor = context.getBean(Doctor.class);
                    Wait.until("the masters to be looked at", () -> doctor.examinedAt() != null);
                    found.putAll(doctor.findings());
                });
        return found;
    }

    private static List<String> addresses(List<RedisServer> masters) {
        return masters.stream().map(master -> "127.0.0.1:" + master.port()).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void masterThatEvictsIsNamed(String client) {
        RedisServer evicting = cluster.masters().get(1);
        evicting.ask(jedis -> jedis.configSet("maxmemory-policy", "allkeys-lfu"));

        assertFinds(client, true, "maxmemory-policy")
                .startsWith("Redis 127.0.0.1:" + evicting.port() + ": 'maxmemory-policy' is 'allkeys-lfu', ");
    }

    /** The limited access is that which the page tells to grant. */
    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    @Tag(Fleet.TAG)
    void findingThatConcernsAllMastersNamesThemTogether(String client) {
        assertThat(findings(client, true)).isEmpty();
        assertFinds(client, false, "config")
                .contains(addresses(cluster.masters()))
                .containsOnlyOnce("'CONFIG GET' of 'min-replicas-max-lag' is refused");

        cluster.each(jedis -> jedis.configSet("min-replicas-to-write", "0"));
        assertFinds(client, false, "min-replicas-to-write")
                .contains(addresses(cluster.masters()))
                .contains(": there is 1 replica, and ");
    }

    private static AbstractStringAssert<?> assertFinds(String client, boolean administrator, String finding) {
        return assertThat(findings(client, administrator))
                .containsOnlyKeys(finding)
                .extractingByKey(finding)
                .asString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    @Tag(Fleet.TAG)
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
