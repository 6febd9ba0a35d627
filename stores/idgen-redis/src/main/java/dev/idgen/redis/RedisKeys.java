package dev.idgen.redis;

import dev.idgen.store.AllowedNames;
import java.util.List;

/**
 * Builds all keys of a namespace; no other class builds one.
 *
 * <p>Each group and each counter has its own key and hash tag, so that they spread over all nodes of a cluster. A
 * script with one key works even while its slot moves.
 */
final class RedisKeys {

    /** The version of the stored format of leases. */
    private static final String LEASES = "idgen:4:";

    /** The version of the stored format of counters. A new one would restart all counters. */
    private static final String COUNTERS = "idgen:5:";

    private final String namespace;

    /** @param namespace a name that {@link AllowedNames#namespace} accepts: it cannot end a hash tag or a key's part */
    RedisKeys(String namespace) {
        this.namespace = AllowedNames.namespace(namespace);
    }

    /** The key of a group of leases. */
    List<String> group(String group) {
        return List.of("{" + LEASES + namespace + ":" + group + "}");
    }

    /** The key of a counter's last number: decimal text that people can read and set. */
    List<String> counter(String counter) {
        return List.of(counterTag(counter) + ":last");
    }

    /** The keys of a counter's last number, and of a request that takes an addition back. */
    List<String> counterTakenBack(String counter, String request) {
        String tag = counterTag(counter);
        return List.of(tag + ":last", tag + ":taken:" + request);
    }

    private String counterTag(String counter) {
        return "{" + COUNTERS + namespace + ":counter:" + AllowedNames.counter(counter) + "}";
    }
}
