package dev.idgen.samples.cluster;

import dev.idgen.localredis.RedisCluster;

/**
 * A server of the cluster.
 *
 * @param alive whether its process runs
 * @param master whether it serves slots, or would if it were alive
 * @param buckets how many of the buckets are in its slots
 */
record ClusterNode(int port, boolean alive, boolean master, int buckets) {

    static ClusterNode of(RedisCluster.Node node, BucketSlots buckets) {
        return new ClusterNode(node.port(), node.alive(), node.master(), buckets.count(node.serves()));
    }
}
