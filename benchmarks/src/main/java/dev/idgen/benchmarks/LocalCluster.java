package dev.idgen.benchmarks;

import dev.idgen.localredis.RedisCluster;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A Redis Cluster on this machine for a measurement: three masters with a replica each. A replica takes over after its
 * master has been silent for 1.5 s.
 */
final class LocalCluster implements AutoCloseable {

    private static final int MASTERS = 3;

    /** How long commands to a dead server wait; the default is a minute. */
    private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(2);

    private static final Duration REFRESH_PERIOD = Duration.ofSeconds(1);
    private static final long POLL_MILLIS = 50;

    private final RedisCluster cluster;
    private final LettuceConnectionFactory factory;

    private LocalCluster(RedisCluster cluster) {
        this.cluster = cluster;
        RedisClusterConfiguration configuration = new RedisClusterConfiguration(cluster.addresses());
        this.factory = new LettuceConnectionFactory(configuration, findingMastersSoon());
        factory.afterPropertiesSet();
        factory.start();
    }

    /** Settings that find a new master soon; by default, that may take half a minute. */
    private static LettuceClientConfiguration findingMastersSoon() {
        ClusterTopologyRefreshOptions refresh = ClusterTopologyRefreshOptions.builder()
                .enablePeriodicRefresh(REFRESH_PERIOD)
                .build();
        return LettuceClientConfiguration.builder()
                .commandTimeout(COMMAND_TIMEOUT)
                .clientOptions(ClusterClientOptions.builder()
                        .topologyRefreshOptions(refresh)
                        .build())
                .build();
    }

    static LocalCluster start() {
        return new LocalCluster(RedisCluster.start(MASTERS, List.of()));
    }

    LettuceConnectionFactory factory() {
        return factory;
    }

    /** Kills the master of a key, and returns when another master has the key. */
    void failOver(String key) throws InterruptedException {
        int slot = SlotHash.getSlot(key);
        int killed = masterOf(slot);
        cluster.server(killed).kill();
        while (masterOf(slot) == killed) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private int masterOf(int slot) {
        return cluster.nodes().stream()
                .filter(node -> node.serves().test(slot))
                .findFirst()
                .orElseThrow()
                .port();
    }

    @Override
    public void close() {
        factory.destroy();
        cluster.close();
    }
}
