package dev.idgen.redis;

import dev.idgen.bucket.Namespace;
import java.util.List;

/**
 * The names of all keys of one namespace; nothing else builds a key.
 *
 * <p>All keys of a bucket share a hash tag, so that a cluster keeps them on one node, and each bucket has its own, so
 * that the buckets spread over all nodes. The 1 is the version of the stored format.
 */
final class RedisKeys {

    private static final String PREFIX = "idgen:1:";

    private final String namespace;

    /** @param namespace a name that {@link Namespace#checkName} accepts: it cannot end a hash tag or a key's part */
    RedisKeys(String namespace) {
        this.namespace = Namespace.checkName(namespace);
    }

    /** The namespace's record. */
    List<String> namespace() {
        return List.of("{" + PREFIX + namespace + "}:namespace");
    }

    /** A bucket's sequence and lock, in the order in which the script takes them. */
    List<String> bucket(int bucket) {
        String tag = "{" + PREFIX + namespace + ":" + bucket + "}";
        return List.of(tag + ":sequence", tag + ":lock");
    }

    /** The record of a pool of node ids; a pool is one record, since who takes a node id must know of all others. */
    List<String> nodes(int bits) {
        return List.of("{" + PREFIX + namespace + ":nodes:" + bits + "}:leases");
    }
}
