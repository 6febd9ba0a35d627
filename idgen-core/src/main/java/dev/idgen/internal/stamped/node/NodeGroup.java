package dev.idgen.internal.stamped.node;

import dev.idgen.internal.register.Look;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A look at a group of a pool, parsed into values. An unreadable value counts as missing. Immutable. */
final class NodeGroup {

    /** The name of the pool's value. A node id's value is named by its number. */
    static final String POOL = "pool";

    private final Look look;
    private final Map<String, NodeValue> values = new HashMap<>();
    private final Map<String, String> unreadable = new LinkedHashMap<>();

    NodeGroup(Look look) {
        this.look = look;
        look.values().forEach((name, text) -> {
            try {
                values.put(name, NodeValue.parse(text));
            } catch (IllegalArgumentException e) {
                unreadable.put(name, text);
            }
        });
    }

    static String name(long id) {
        return Long.toString(id);
    }

    /** Strings that are not values, by name. */
    Map<String, String> unreadable() {
        return unreadable;
    }

    /** Whether the pool's value exists, readable or not. */
    boolean isPoolStored() {
        return look.value(POOL) != null;
    }

    @Nullable
    NodeValue pool() {
        return values.get(POOL);
    }

    /** The looked-at node ids, in the order of the request. */
    List<Long> ids() {
        return look.names().stream()
                .filter(name -> !name.equals(POOL))
                .map(Long::valueOf)
                .toList();
    }

    /** Whether a node id has its own value. */
    boolean isWritten(long id) {
        return look.value(name(id)) != null;
    }

    /** The value of a node id: its own, or else the pool's; null if that is missing. */
    @Nullable
    NodeValue value(long id) {
        NodeValue pool = pool();
        return isWritten(id) || pool == null ? values.get(name(id)) : pool.ofUnwritten();
    }

    /** The ttl of a value that has another ttl than the given one; empty if there is none. */
    OptionalLong otherTtl(long ttl) {
        return values.values().stream()
                .mapToLong(NodeValue::ttl)
                .filter(its -> its != ttl)
                .findAny();
    }

    /** A time that the store's clock has reached, in epoch milliseconds. */
    long last() {
        return values.values().stream().mapToLong(NodeValue::last).max().orElse(0);
    }
}
