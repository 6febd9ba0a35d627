package dev.idgen.internal.store.redis;

import dev.idgen.internal.request.StoreNames;
import java.util.List;

/**
 * The names of all keys of one namespace; nothing else builds a key.
 *
 * <p>Each bucket has a key and a hash tag of its own, so that the buckets spread over all nodes of a cluster; so has each
 * counter. A script that has one key works while its slot is moved. The 2 is the version of the stored format.
 */
final class RedisKeys {

    private static final String PREFIX = "idgen:2:";

    private final String namespace;

    /** @param namespace a name that {@link StoreNames#namespace} accepts: it cannot end a hash tag or a key's part */
    RedisKeys(String namespace) {
        this.namespace = StoreNames.namespace(namespace);
    }

    /** The namespace's record. */
    List<String> namespace() {
        return List.of("{" + PREFIX + namespace + "}:namespace");
    }

    /** A bucket's record. */
    List<String> bucket(int bucket) {
        return List.of("{" + PREFIX + namespace + ":" + bucket + "}");
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
        return "{" + PREFIX + namespace + ":counter:" + StoreNames.counter(counter) + "}";
    }
}
