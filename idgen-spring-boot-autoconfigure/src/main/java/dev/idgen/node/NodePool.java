package dev.idgen.node;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.node.NodeLeaseReply.Exhausted;
import dev.idgen.node.NodeLeaseReply.Granted;
import dev.idgen.node.NodeLeaseReply.Lost;
import dev.idgen.node.NodeLeaseReply.Released;
import dev.idgen.node.NodeLeaseReply.Settling;
import dev.idgen.node.NodeLeaseStore.Asker;
import dev.idgen.time.Window;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One pool's record, and the lease protocol: the same rules as {@code node.lua}, answer for answer. For one thread at a
 * time.
 */
final class NodePool {

    /** More than what a failover loses of the latest writes. */
    static final long LOSS_MILLIS = 1000;
    /** More than any two servers' clocks differ. */
    static final long MARGIN_MILLIS = 2000;

    private static final int HOLDERS = 10;

    /** By node id, those that were ever used. */
    private final Map<Long, Lease> leases = new TreeMap<>();

    private boolean missing = true;
    private String run = "";
    private String serverRun = "";
    private long clock;
    private long now;
    private long ttl;
    private long limit;
    private long raised;
    private long doubted;

    /** When a node id's window closes, and who holds it, or null if it was given back. */
    private record Lease(long end, @Nullable String holder) {

        boolean isHeldBy(String name) {
            return name.equals(holder);
        }
    }

    /** @param random picks a node id of a pool of a given size, to look from there for one that was never used */
    NodeLeaseReply acquire(Asker asker, long millis, String told, LongUnaryOperator random) {
        begin(asker, millis, told, asker.known());
        if (now <= settled()) {
            return new Settling(settled() - now + 1, clock);
        }
        long reach = reach(asker);
        for (Map.Entry<Long, Lease> entry : leases.entrySet()) {
            if (entry.getValue().isHeldBy(asker.holder())) {
                return grant(asker, entry.getKey(), now, reach, entry.getValue().end());
            }
        }
        List<Map.Entry<Long, Lease>> first = leases.entrySet().stream()
                .sorted(Comparator.comparingLong(entry -> entry.getValue().end()))
                .limit(HOLDERS)
                .toList();
        if (!first.isEmpty() && first.get(0).getValue().end() < now) {
            return grant(asker, first.get(0).getKey(), now, reach, 0);
        }
        if (leases.size() < asker.size()) {
            long node = random.applyAsLong(asker.size());
            while (leases.containsKey(node)) {
                node = (node + 1) % asker.size();
            }
            return grant(asker, node, now, reach, 0);
        }
        return new Exhausted(first.stream().map(NodePool::holder).toList(), clock);
    }

    NodeLeaseReply renew(Asker asker, long millis, String told, long node, long from, long upTo) {
        begin(asker, millis, told, true);
        Lease lease = leases.get(node);
        long end = lease == null ? 0 : lease.end();
        boolean held = lease != null && lease.isHeldBy(asker.holder());
        boolean keeps = held
                ? doubted == 0 || Math.max(end, upTo) >= doubted + MARGIN_MILLIS
                : end < from && upTo >= now + MARGIN_MILLIS;
        return keeps ? grant(asker, node, from, Math.max(reach(asker), upTo), end) : new Lost(clock);
    }

    NodeLeaseReply release(Asker asker, long millis, String told, long node, long lastStamp) {
        begin(asker, millis, told, true);
        Lease lease = leases.get(node);
        if (lease != null && lease.isHeldBy(asker.holder())) {
            leases.put(node, new Lease(Math.min(lease.end(), lastStamp), null));
        }
        return new Released(clock);
    }

    private void begin(Asker asker, long millis, String told, boolean known) {
        serverRun = told;
        clock = millis;
        now = Math.max(now, millis);
        if (now > raised + LOSS_MILLIS + MARGIN_MILLIS) {
            limit = ttl;
        }
        long longest = Math.max(asker.ttlMillis(), asker.maxTtlMillis());
        if (longest > ttl) {
            ttl = longest;
            raised = now;
        }
        if (missing) {
            limit = ttl;
        }
        boolean changed = !run.equals(serverRun) && !run.isEmpty() && !serverRun.isEmpty();
        if (changed || (missing && known)) {
            doubted = now;
        }
        if (!serverRun.isEmpty()) {
            run = serverRun;
        }
        missing = false;
    }

    private long settled() {
        return doubted == 0 ? 0 : doubted + ttl + MARGIN_MILLIS;
    }

    private long reach(Asker asker) {
        return now + Math.min(asker.ttlMillis(), limit);
    }

    /** @param end when the latest window of the node id closes that this one belongs to */
    private Granted grant(Asker asker, long node, long from, long upTo, long end) {
        leases.put(node, new Lease(Math.max(end, upTo), asker.holder()));
        return new Granted(node, new Window(from, upTo), ttl, serverRun, clock);
    }

    private static Holder holder(Map.Entry<Long, Lease> entry) {
        Lease lease = entry.getValue();
        return new Holder(
                entry.getKey(), lease.holder() == null ? "" : lease.holder(), Instant.ofEpochMilli(lease.end()));
    }
}
