package dev.idgen.internal.stamped.node;

import dev.idgen.internal.register.GroupValue;
import dev.idgen.internal.register.Look;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A look at node ids of a group, parsed into values. Immutable. */
final class NodeGroup {

    private final Look look;
    private final Map<String, NodeValue> values = new HashMap<>();
    private final Map<String, String> unreadable = new LinkedHashMap<>();

    NodeGroup(Look look) {
        this.look = look;
        look.values().forEach((name, text) -> {
            try {
                if (!name.equals(GroupValue.NAME)) {
                    values.put(name, NodeValue.parse(text));
                }
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

    long now() {
        return look.time();
    }

    /** The looked-at node ids whose value can be read or that have none, in the order of the request. */
    List<Long> ids() {
        return look.names().stream()
                .filter(name -> !name.equals(GroupValue.NAME) && !unreadable.containsKey(name))
                .map(Long::valueOf)
                .toList();
    }

    /** Whether a node id has a value. */
    boolean isWritten(long id) {
        return look.value(name(id)) != null;
    }

    /** The value of a node id. */
    NodeValue value(long id) {
        return values.getOrDefault(name(id), NodeValue.NONE);
    }
}
