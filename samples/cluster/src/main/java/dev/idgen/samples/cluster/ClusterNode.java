package dev.idgen.samples.cluster;

import dev.idgen.localredis.RedisCluster;

/**
 * A server of the cluster.
 *
 * @param shard the number of its shard, a master and its replica, from 0
 * @param alive whether its process runs
 * @param master whether it serves slots, or would if it were alive
 * @param buckets the number of buckets in its slots
 */
record ClusterNode(int port, int shard, boolean alive, boolean master, int buckets) {

    static ClusterNode of(RedisCluster.Node node, BucketSlots buckets) {
        return new ClusterNode(node.port(), node.shard(), node.alive(), node.master(), buckets.count(node.serves()));
    }
}
