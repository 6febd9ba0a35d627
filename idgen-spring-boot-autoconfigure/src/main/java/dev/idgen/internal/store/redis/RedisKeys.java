package dev.idgen.internal.store.redis;

import dev.idgen.internal.setting.StoreNames;
import java.util.List;

/**
 * Builds all keys of a namespace; no other class builds one.
 *
 * <p>Each bucket and each counter has its own key and hash tag, so that they spread over all nodes of a cluster. A
 * script with one key works even while its slot moves.
 */
final class RedisKeys {

    /** The version of the stored format of leases. */
    private static final String REGISTER = "idgen:3:";

    /** The version of the stored format of counters. A new one would restart all counters. */
    private static final String COUNTERS = "idgen:2:";

    private final String namespace;

    /** @param namespace a name that {@link StoreNames#namespace} accepts: it cannot end a hash tag or a key's part */
    RedisKeys(String namespace) {
        this.namespace = StoreNames.namespace(namespace);
    }

    /** The key of a group of the register. The empty group is the namespace's own. */
    List<String> group(String group) {
        return List.of("{" + REGISTER + namespace + (group.isEmpty() ? "" : ":" + group) + "}");
    }

    /** The key that format 2 had for a bucket, or for the pool of node ids that a group belongs to now. */
    List<String> formatTwo(String group) {
        boolean nodes = group.startsWith("nodes:");
        String tag = nodes ? group.substring(0, group.lastIndexOf(':')) : group;
        return List.of("{" + COUNTERS + namespace + ":" + tag + "}" + (nodes ? ":leases" : ""));
    }

    /** The key of a counter's value: decimal text that people can read and set. */
    List<String> counter(String counter) {
        return List.of(counterTag(counter) + ":value");
    }

    /** The keys of a counter's value, and of a request that takes an addition back. */
    List<String> counterTakenBack(String counter, String request) {
        String tag = counterTag(counter);
        return List.of(tag + ":value", tag + ":taken:" + request);
    }

    private String counterTag(String counter) {
        return "{" + COUNTERS + namespace + ":counter:" + StoreNames.counter(counter) + "}";
    }
}
