package dev.idgen.internal.stamped.node;

import dev.idgen.internal.register.Births;
import dev.idgen.internal.register.Look;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The pool's values, one in each group, that a new pool has.
 *
 * @param ttl of its leases, in milliseconds
 * @param made random, different each time
 * @param failing hears of looks and swaps that fail
 * @param whenDecided runs when it is decided whether the pool is new, and it has been made
 */
record PoolPlaces(NodePool nodes, long ttl, Supplier<String> made, Consumer<Throwable> failing, Runnable whenDecided)
        implements Births.Places {

    @Override
    public int count() {
        return nodes.groups();
    }

    @Override
    public String group(int place) {
        return nodes.groupName(place);
    }

    @Override
    public List<String> names() {
        return List.of(NodeGroup.POOL);
    }

    @Override
    public String newborn(int place, Look look) {
        return NodeValue.newborn(look, ttl, made.get()).toString();
    }

    @Override
    public boolean isForeign(Look look) {
        return new NodeGroup(look).otherTtl(ttl).isPresent();
    }

    @Override
    public void failed(Throwable failure) {
        failing.accept(failure);
    }

    @Override
    public void decided() {
        whenDecided.run();
    }
}
