package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.localredis.RedisSentinels;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The master that sentinels name is looked at, not a replica. */
class DoctorOfASentinelGroupIntegrationTests {

    private static RedisSentinels group;

    @BeforeAll
    static void start() {
        group = RedisSentinels.start();
    }

    @AfterAll
    static void stop() {
        group.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void findingsAreThoseOfTheMasterAndTheSentinels(String client) {
        group.master().ask(jedis -> jedis.configSet("min-replicas-max-lag", "3"));
        assertThat(DoctorOfAClusterIntegrationTests.findings(new ApplicationContextRunner()
                        .withPropertyValues(
                                "spring.data.redis.sentinel.master=" + RedisSentinels.MASTER,
                                "spring.data.redis.sentinel.nodes=" + String.join(",", group.addresses()),
                                "spring.data.redis.client-type=" + client,
                                "idgen.namespace=" + client,
                                "idgen.sequence.lease-ttl=1s")))
                .containsOnlyKeys("min-replicas-max-lag", "down-after-milliseconds")
                .hasEntrySatisfying(
                        "min-replicas-max-lag",
                        text -> assertThat(text)
                                .startsWith("Redis: there are 2 replicas, and 'min-replicas-max-lag' is 3. "))
                .hasEntrySatisfying(
                        "down-after-milliseconds",
                        text -> assertThat(text)
                                .startsWith("Redis: 'down-after-milliseconds' of the sentinels is "
                                        + RedisSentinels.DOWN_AFTER_MILLIS + ", but the stock lasts for 800 ms, "
                                        + "0.8 'idgen.sequence.lease-ttl'. "));
    }
}
