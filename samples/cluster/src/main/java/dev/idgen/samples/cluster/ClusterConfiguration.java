package dev.idgen.samples.cluster;

import dev.idgen.localredis.RedisCluster;
import dev.idgen.localredis.RedisServer;
import dev.idgen.samples.redis.EmbeddedRedisException;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Starts the cluster and points Spring Data Redis at it. For a cluster of your own, set {@code
 * spring.data.redis.cluster.nodes}. The cluster runs until the last connection closes, because the connection factory
 * depends on it.
 */
@Configuration(proxyBeanMethods = false)
class ClusterConfiguration {

    private static final int MASTERS = 3;

    private static final String ADVICE =
            "On Linux it needs OpenSSL 3 (libssl.so.3). You cannot use a Redis of your own here, because this"
                    + " application kills its servers.";

    @Bean
    RedisCluster redisCluster() {
        try {
            // The other masters go on while one is dead.
            return RedisCluster.start(MASTERS, List.of("cluster-require-full-coverage no"));
        } catch (RuntimeException | LinkageError e) {
            throw new EmbeddedRedisException(e, ADVICE);
        }
    }

    @Bean
    BucketSlots bucketSlots(@Value("${idgen.namespace:default}") String namespace) {
        return new BucketSlots(namespace);
    }

    @Bean
    DataRedisConnectionDetails clusterConnectionDetails(RedisCluster cluster) {
        List<DataRedisConnectionDetails.Node> nodes = cluster.ports().stream()
                .map(port -> new DataRedisConnectionDetails.Node(RedisServer.HOST, port))
                .toList();
        return new DataRedisConnectionDetails() {
            @Override
            public Cluster getCluster() {
                return () -> nodes;
            }
        };
    }
}
