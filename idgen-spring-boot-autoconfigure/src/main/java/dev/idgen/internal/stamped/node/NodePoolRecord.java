package dev.idgen.internal.stamped.node;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.internal.request.LongestTtl.TtlClaim;
import dev.idgen.internal.request.Region;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Exhausted;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Lost;
import dev.idgen.internal.stamped.node.NodeLeaseReply.NodeGranted;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Pool;
import dev.idgen.internal.stamped.node.NodeLeaseReply.PoolUnborn;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Released;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Settling;
import dev.idgen.internal.stamped.node.NodeLeaseStore.NodeAsker;
import dev.idgen.internal.time.Window;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The record of one pool of node ids and the lease protocol on it: {@code node.lua} in Java, for stores that keep records and always
 * tell their run. Redis runs the script, and not this. docs/design.md has the proof, and a test compares the two.
 *
 * <p>A store reads the record, asks it, and writes back what changed before the answer is given, while nobody else does. For one
 * thread.
 */
public final class NodePoolRecord {

    /** Servers' clocks differ by less, and a server that was replaced is silent by then. */
    private static final long MARGIN_MILLIS = 2000;

    /** A clock further ahead of what is expected is wrong. */
    private static final long AHEAD_MILLIS = 60_000;

    /** For how long a pool of which nothing was there is new. */
    private static final long BIRTH_MILLIS = 5000;

    /** When one who could do nothing asks again. */
    private static final long RETRY_MILLIS = 200;

    /** How many an exhausted pool names. */
    private static final int HOLDERS = 10;

    private PoolState state;
    private final Map<Long, NodeLease> leases;
    private final Map<Long, NodeLease> changed = new HashMap<>();

    /**
     * What is stored of a pool. Times are in epoch milliseconds.
     *
     * @param run the server's run; empty if nothing is stored
     * @param last when it was last granted from
     * @param ttl longest ttl that anybody went by
     * @param settled longest ttl that everybody has had time to hear of
     * @param doubted until when what was granted may be missing
     */
    public record PoolState(String run, long last, long ttl, long settled, long doubted) {

        /** Of a pool of which nothing is stored. */
        public static final PoolState MISSING = new PoolState("", 0, 0, 0, 0);
    }

    /**
     * What is stored of a node id that was ever used.
     *
     * @param end when its window closes
     * @param holder null if it was given back
     */
    public record NodeLease(long end, @Nullable String holder) {

        private boolean isHeldBy(String name) {
            return name.equals(holder);
        }
    }

    /**
     * The server that is asked.
     *
     * @param run changes whenever writes may have been lost; never empty
     * @param clock its clock in epoch milliseconds
     */
    public record PoolServer(String run, long clock) {}

    /** @param leases of all node ids that were ever used; for all but {@link #acquire}, that of the node id asked about will do */
    public NodePoolRecord(PoolState state, Map<Long, NodeLease> leases) {
        this.state = state;
        this.leases = leases;
    }

    /** What is to be stored of the pool after a request. */
    public PoolState state() {
        return state;
    }

    /** What is to be stored of node ids after a request. */
    public Map<Long, NodeLease> changed() {
        return changed;
    }

    /**
     * Answers {@link NodeLeaseStore#acquire}.
     *
     * @param random any place among the asker's node ids, from 0, another each time
     */
    public NodeLeaseReply acquire(NodeAsker asker, PoolServer server, long random) {
        Reckoning reckoning = new Reckoning(asker, server);
        boolean missing = state.run().isEmpty();
        if (missing && asker.absence() < 0) {
            return reckoning.unchanged(new PoolUnborn(reckoning.pool()));
        }
        boolean isNew = missing && asker.absence() > 0 && Math.abs(reckoning.now - asker.absence()) < BIRTH_MILLIS;
        Optional<NodeLeaseReply> unable = reckoning.doubtUnless(isNew);
        if (unable.isPresent()) {
            return unable.get();
        }
        // Until then a window that the record does not know of may be open.
        long wait = state.doubted() + state.ttl() + MARGIN_MILLIS - reckoning.now;
        if (wait >= 0) {
            return new Settling(wait + 1, reckoning.pool());
        }
        long now = reckoning.now;
        Map<Long, NodeLease> its = leasesOf(asker.nodes().region());
        OptionalLong own = first(its, lease -> lease.isHeldBy(asker.holder()));
        if (own.isPresent()) { // asked again because the answer did not come: it is the same lease
            return reckoning.grant(
                    own.getAsLong(),
                    now,
                    reckoning.reach(),
                    leaseOf(own.getAsLong()).end());
        }
        OptionalLong free = first(
                its,
                lease -> lease.end() < now
                        && (lease.holder() == null || lease.end() < now - state.ttl() - MARGIN_MILLIS));
        if (free.isEmpty() && its.size() < asker.size()) {
            free = OptionalLong.of(unused(asker.nodes(), random));
        }
        if (free.isEmpty()) {
            free = first(its, lease -> lease.end() < now); // its holder may only be slow
        }
        return free.isPresent()
                ? reckoning.grant(free.getAsLong(), now, reckoning.reach(), 0)
                : new Exhausted(
                        byEnd(its).stream()
                                .limit(HOLDERS)
                                .map(NodePoolRecord::holder)
                                .toList(),
                        reckoning.pool());
    }

    /** Answers {@link NodeLeaseStore#renew}. */
    public NodeLeaseReply renew(NodeAsker asker, PoolServer server, long node, long from, long upTo) {
        Reckoning reckoning = new Reckoning(asker, server);
        NodeLease lease = leaseOf(node);
        boolean held = lease.isHeldBy(asker.holder());
        // Nobody was leased the node id since this window began, as far as the record knows: it lost the lease.
        boolean unheard = !held && lease.end() < from;
        Optional<NodeLeaseReply> unable =
                unheard && from > state.doubted() + MARGIN_MILLIS ? reckoning.doubt() : reckoning.doubtUnless(false);
        if (unable.isPresent()) {
            return unable.get();
        }
        // Anybody who was leased the node id later, in writes that were lost, was so after this window had closed.
        return upTo >= state.doubted() + MARGIN_MILLIS && (held || unheard)
                ? reckoning.grant(node, from, Math.max(reckoning.reach(), upTo), lease.end())
                : new Lost(reckoning.pool());
    }

    /** Answers {@link NodeLeaseStore#release}. */
    public NodeLeaseReply release(NodeAsker asker, PoolServer server, long node, long lastStamp) {
        Reckoning reckoning = new Reckoning(asker, server);
        NodeLease lease = leaseOf(node);
        if (lease.isHeldBy(asker.holder())) {
            changed.put(node, new NodeLease(Math.min(lease.end(), lastStamp), null));
        }
        return reckoning.unchanged(new Released(reckoning.pool()));
    }

    private NodeLease leaseOf(long node) {
        NodeLease lease = leases.get(node);
        return lease == null ? new NodeLease(0, null) : lease;
    }

    private Map<Long, NodeLease> leasesOf(Region region) {
        Map<Long, NodeLease> its = new HashMap<>(leases);
        its.keySet().removeIf(node -> !region.has(node));
        return its;
    }

    private static List<Map.Entry<Long, NodeLease>> byEnd(Map<Long, NodeLease> its) {
        return its.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<Long, NodeLease> entry) ->
                                entry.getValue().end())
                        .thenComparing(Map.Entry::getKey))
                .toList();
    }

    private static OptionalLong first(Map<Long, NodeLease> its, Predicate<NodeLease> wanted) {
        return byEnd(its).stream()
                .filter(entry -> wanted.test(entry.getValue()))
                .mapToLong(Map.Entry::getKey)
                .findFirst();
    }

    private long unused(NodePool nodes, long random) {
        long place = random;
        while (leases.containsKey(nodes.region().indexAt(place))) {
            place = (place + 1) % nodes.size();
        }
        return nodes.region().indexAt(place);
    }

    private static Holder holder(Map.Entry<Long, NodeLease> entry) {
        String name = entry.getValue().holder();
        return new Holder(
                entry.getKey(),
                name == null ? "" : name,
                Instant.ofEpochMilli(entry.getValue().end()));
    }

    /** What a request goes by; it takes note of the ttls that the asker knows of. */
    private final class Reckoning {

        private final PoolServer server;
        private final NodeAsker asker;
        private final boolean wrong;
        private final long now;
        private final long shown;
        private final PoolState before = state;

        Reckoning(NodeAsker asker, PoolServer server) {
            this.server = server;
            this.asker = asker;
            this.wrong = asker.expectedMillis() > 0 && server.clock() > asker.expectedMillis() + AHEAD_MILLIS;
            this.now = wrong ? asker.expectedMillis() : server.clock();
            this.shown = state.ttl();
            TtlClaim ttl = asker.ttl();
            long settled = state.run().isEmpty() ? ttl.settled() : state.settled();
            if (ttl.settles() && shown >= ttl.own()) {
                settled = Math.max(settled, ttl.own());
            }
            state = new PoolState(state.run(), state.last(), Math.max(shown, ttl.longest()), settled, state.doubted());
        }

        Pool pool() {
            return new Pool(now, server.clock(), shown, state.settled());
        }

        NodeLeaseReply unchanged(NodeLeaseReply reply) {
            state = before;
            return reply;
        }

        long reach() {
            return now + Math.min(asker.ttl().own(), state.settled());
        }

        /** Puts the pool in doubt if its record is missing or of another run, unless it is new; tells why it cannot. */
        Optional<NodeLeaseReply> doubtUnless(boolean isNew) {
            if (isNew || state.run().equals(server.run())) {
                state = new PoolState(server.run(), state.last(), state.ttl(), state.settled(), state.doubted());
                return Optional.empty();
            }
            return doubt();
        }

        /** Nothing ever makes a doubt earlier again, so an asker that cannot reckon it puts nothing in doubt. */
        Optional<NodeLeaseReply> doubt() {
            if (wrong || asker.expectedMillis() == 0) {
                return Optional.of(unchanged(new Settling(RETRY_MILLIS, pool())));
            }
            long doubted = Math.max(Math.max(state.doubted(), server.clock()), state.last());
            state = new PoolState(server.run(), state.last(), state.ttl(), state.settled(), doubted);
            return Optional.empty();
        }

        NodeGranted grant(long node, long begin, long upTo, long reached) {
            state = new PoolState(
                    state.run(), Math.max(state.last(), now), state.ttl(), state.settled(), state.doubted());
            changed.put(node, new NodeLease(Math.max(upTo, reached), asker.holder()));
            return new NodeGranted(node, new Window(begin, upTo), server.run(), pool());
        }
    }
}
