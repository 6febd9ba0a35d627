package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

class RedisServersTests {

    private static final RedisStandaloneConfiguration SINGLE = new RedisStandaloneConfiguration("redis.shop", 6380);
    private static final RedisClusterConfiguration CLUSTER = new RedisClusterConfiguration(List.of("b:7001", "a:7000"));
    private static final RedisSentinelConfiguration SENTINEL =
            new RedisSentinelConfiguration("shop", Set.of("s1:26379"));

    @Test
    void addressesAndPropertiesAreThoseOfTheConfiguration() {
        assertThat(RedisServers.of(SINGLE).advice())
                .isEqualTo("Redis cannot be reached at redis.shop:6380: check 'spring.data.redis.host' and"
                        + " 'spring.data.redis.port', or 'spring.data.redis.url', and that it runs;"
                        + " in a test, @AutoConfigureIdgen makes ids without Redis");
        assertThat(RedisServers.of(CLUSTER).advice())
                .startsWith(
                        "Redis cannot be reached at a:7000, b:7001: check 'spring.data.redis.cluster.nodes', and that it"
                                + " runs");
        assertThat(RedisServers.of(SENTINEL).advice())
                .startsWith("Redis cannot be reached through the sentinels at s1:26379: check"
                        + " 'spring.data.redis.sentinel.nodes' and 'spring.data.redis.sentinel.master'");
        assertThat(RedisServers.of(new RedisSocketConfiguration("/run/redis.sock"))
                        .advice())
                .startsWith("Redis cannot be reached at /run/redis.sock: ");
        assertThat(RedisServers.of(new RedisStaticMasterReplicaConfiguration("a"))
                        .advice())
                .startsWith("Redis cannot be reached: check 'spring.data.redis.host'");
    }

    @Test
    void placeHasTheDatabaseWhereThereAreSeveral() {
        RedisStandaloneConfiguration second = new RedisStandaloneConfiguration("redis.shop", 6380);
        second.setDatabase(2);
        assertThat(RedisServers.of(SINGLE).place()).isEqualTo("redis at redis.shop:6380, database 0");
        assertThat(RedisServers.of(second).place()).isEqualTo("redis at redis.shop:6380, database 2");
        assertThat(RedisServers.of(SENTINEL).place()).isEqualTo("redis through the sentinels at s1:26379, database 0");
        assertThat(RedisServers.of(CLUSTER).place()).isEqualTo("redis at a:7000, b:7001");
        assertThat(RedisServers.of(null).place()).isEqualTo("redis");
    }

    @Test
    void serversAreKnownOfJedisButNotOfAnUnknownDriver() {
        assertThat(RedisServers.reachedBy(new JedisConnectionFactory(SINGLE))).isEqualTo(RedisServers.of(SINGLE));
        assertThat(RedisServers.reachedBy(new JedisConnectionFactory(CLUSTER))).isEqualTo(RedisServers.of(CLUSTER));
        assertThat(RedisServers.reachedBy(new JedisConnectionFactory(SENTINEL))).isEqualTo(RedisServers.of(SENTINEL));
        assertThat(RedisServers.reachedBy(mock(RedisConnectionFactory.class)).addresses())
                .isEmpty();
    }

    @Test
    void failuresToConnectAreExplainedAndOthersAreNot() {
        RedisServers servers = RedisServers.of(SINGLE);
        for (Exception failure : List.of(
                new RedisConnectionFailureException("Unable to connect to Redis"),
                new IllegalStateException(new ConnectException("Connection refused")),
                new IllegalStateException(new UnknownHostException("redis.shop")),
                new IllegalStateException("Currently not connected. Commands are rejected."))) {
            assertThat(ExplainedRedisException.of(failure, () -> servers.advice() + "; or walk"))
                    .hasMessage(servers.advice() + "; or walk")
                    .hasCause(failure);
        }
        Exception other = new IllegalStateException("BUSY Redis is busy running a script");
        assertThat(ExplainedRedisException.of(other, () -> servers.advice() + "; or walk"))
                .isSameAs(other);
    }
}
