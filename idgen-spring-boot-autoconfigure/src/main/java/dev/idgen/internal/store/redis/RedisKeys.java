package dev.idgen.internal.store.redis;

import dev.idgen.internal.setting.StoreNames;
import java.util.List;

/**
 * The names of all keys of one namespace; nothing else builds a key.
 *
 * <p>Each bucket has a key and a hash tag of its own, so that the buckets spread over all nodes of a cluster; so has
 * each counter. A script that has one key works while its slot is moved.
 */
final class RedisKeys {

    /** The version of the stored format of leases. */
    private static final String REGISTER = "idgen:3:";

    /** And that of counters, which a new prefix would begin anew. */
    private static final String COUNTERS = "idgen:2:";

    private final String namespace;

    /** @param namespace a name that {@link StoreNames#namespace} accepts: it cannot end a hash tag or a key's part */
    RedisKeys(String namespace) {
        this.namespace = StoreNames.namespace(namespace);
    }

    /** A group of the register: the empty one is the namespace's own. */
    List<String> group(String group) {
        return List.of("{" + REGISTER + namespace + (group.isEmpty() ? "" : ":" + group) + "}");
    }

    /** What an earlier format kept of a bucket, or of the pool of node ids that a group is part of now. */
    List<String> formatTwo(String group) {
        boolean nodes = group.startsWith("nodes:");
        String tag = nodes ? group.substring(0, group.lastIndexOf(':')) : group;
        return List.of("{" + COUNTERS + namespace + ":" + tag + "}" + (nodes ? ":leases" : ""));
    }

    /** A counter's value: decimal text that people can read and set. */
    List<String> counter(String counter) {
        return List.of(counterTag(counter) + ":value");
    }

    /** A counter's value, and the key of a request that takes an addition back. */
    List<String> counterTakenBack(String counter, String request) {
        String tag = counterTag(counter);
        return List.of(tag + ":value", tag + ":taken:" + request);
    }

    private String counterTag(String counter) {
        return "{" + COUNTERS + namespace + ":counter:" + StoreNames.counter(counter) + "}";
    }
}
