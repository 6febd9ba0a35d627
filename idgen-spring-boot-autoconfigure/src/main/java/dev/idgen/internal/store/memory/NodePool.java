package dev.idgen.internal.store.memory;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.internal.stamped.node.NodeLeaseReply;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Exhausted;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Lost;
import dev.idgen.internal.stamped.node.NodeLeaseReply.NodeGranted;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Pool;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Released;
import dev.idgen.internal.stamped.node.NodeLeaseStore.NodeAsker;
import dev.idgen.internal.time.Window;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One pool's record in memory: the rules of {@code node.lua}, except those for a record that may have lost something. For
 * one thread at a time.
 */
final class NodePool {

    private static final int HOLDERS = 10;

    /** By node id, those that were ever used. */
    private final Map<Long, Lease> leases = new TreeMap<>();

    /** When a node id's window closes, and who holds it, or null if it was given back. */
    private record Lease(long end, @Nullable String holder) {

        boolean isHeldBy(String name) {
            return name.equals(holder);
        }
    }

    /** @param random picks a node id of a pool of a given size, to look from there for one that was never used */
    NodeLeaseReply acquire(NodeAsker asker, long now, LongUnaryOperator random) {
        Optional<Long> node = first(lease -> lease.isHeldBy(asker.holder()))
                .or(() -> first(lease -> lease.end() < now && lease.holder() == null))
                .or(() -> unused(asker.size(), random))
                .or(() -> first(lease -> lease.end() < now));
        if (node.isPresent()) {
            return grant(asker, node.get(), now, now);
        }
        return new Exhausted(
                byEnd().stream().limit(HOLDERS).map(NodePool::holder).toList(), pool(asker, now));
    }

    NodeLeaseReply renew(NodeAsker asker, long now, long node, long from) {
        return isHeld(asker, node) ? grant(asker, node, from, now) : new Lost(pool(asker, now));
    }

    NodeLeaseReply release(NodeAsker asker, long now, long node, long lastStamp) {
        if (isHeld(asker, node)) {
            leases.computeIfPresent(node, (id, lease) -> new Lease(Math.min(lease.end(), lastStamp), null));
        }
        return new Released(pool(asker, now));
    }

    private boolean isHeld(NodeAsker asker, long node) {
        Lease lease = leases.get(node);
        return lease != null && lease.isHeldBy(asker.holder());
    }

    private List<Map.Entry<Long, Lease>> byEnd() {
        return leases.entrySet().stream()
                .sorted(Comparator.comparingLong(entry -> entry.getValue().end()))
                .toList();
    }

    private Optional<Long> first(Predicate<Lease> wanted) {
        return byEnd().stream()
                .filter(entry -> wanted.test(entry.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private Optional<Long> unused(long size, LongUnaryOperator random) {
        if (leases.size() == size) {
            return Optional.empty();
        }
        long node = random.applyAsLong(size);
        while (leases.containsKey(node)) {
            node = (node + 1) % size;
        }
        return Optional.of(node);
    }

    private NodeGranted grant(NodeAsker asker, long node, long from, long now) {
        Lease before = leases.get(node);
        long upTo = now + asker.ttl().own();
        // A clock that was set back does not shorten what the holder was told.
        leases.put(node, new Lease(before == null ? upTo : Math.max(before.end(), upTo), asker.holder()));
        return new NodeGranted(node, new Window(from, upTo), "memory", pool(asker, now));
    }

    private static Pool pool(NodeAsker asker, long now) {
        return new Pool(now, now, asker.ttl().own(), asker.ttl().own());
    }

    private static Holder holder(Map.Entry<Long, Lease> entry) {
        Lease lease = entry.getValue();
        return new Holder(
                entry.getKey(), lease.holder() == null ? "" : lease.holder(), Instant.ofEpochMilli(lease.end()));
    }
}
