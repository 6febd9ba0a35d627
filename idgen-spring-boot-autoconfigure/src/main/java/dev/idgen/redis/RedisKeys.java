package dev.idgen.redis;

import dev.idgen.InvalidSettingException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The names of all keys of one namespace; nothing else builds a key.
 *
 * <p>All keys of a bucket share a hash tag, so that a cluster keeps them on one node, and each bucket has its own, so
 * that the buckets spread over all nodes. The 1 is the version of the stored format.
 */
final class RedisKeys {

    private static final Pattern NAMESPACE = Pattern.compile("[0-9A-Za-z._-]{1,64}");
    private static final String PREFIX = "idgen:1:";

    private final String namespace;

    /**
     * @param namespace 1 to 64 characters {@code [0-9A-Za-z._-]}: none of them can end a hash tag or a key's part
     * @throws InvalidSettingException if it is anything else
     */
    RedisKeys(String namespace) {
        if (!NAMESPACE.matcher(namespace).matches()) {
            throw new InvalidSettingException(
                    "idgen.namespace",
                    "is '" + namespace + "', which is not 1 to 64 characters [0-9A-Za-z._-]",
                    "Set 'idgen.namespace' to a name such as 'default' or 'shop-1'.");
        }
        this.namespace = namespace;
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
}
