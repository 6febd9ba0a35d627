package dev.idgen.samples.cluster;

import dev.idgen.samples.redis.EmbeddedRedisException;
import dev.idgen.samples.redis.RedisCluster;
import dev.idgen.samples.redis.RedisServers;
import java.io.IOException;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Starts the cluster and points Spring Data Redis at it: with a cluster of yours, {@code spring.data.redis.cluster.nodes} does
 * this. It runs until the last connection is closed, since the connection factory depends on it.
 */
@Configuration(proxyBeanMethods = false)
class ClusterConfiguration {

    private static final String ADVICE =
            "On Linux it needs OpenSSL 3 (libssl.so.3). There is nothing to try here with a Redis of your own, since this"
                    + " application kills its servers.";

    @Bean
    RedisServers redisServers() {
        try {
            return RedisServers.create();
        } catch (IOException | RuntimeException e) {
            throw new EmbeddedRedisException(e, ADVICE);
        }
    }

    @Bean
    RedisCluster redisCluster(RedisServers servers) {
        try {
            // The other masters go on while one is away.
            return RedisCluster.start(servers, "--cluster-require-full-coverage", "no");
        } catch (IOException e) {
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
                .map(port -> new DataRedisConnectionDetails.Node(RedisServers.HOST, port))
                .toList();
        return new DataRedisConnectionDetails() {
            @Override
            public Cluster getCluster() {
                return () -> nodes;
            }
        };
    }
}
