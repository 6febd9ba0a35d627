package dev.idgen.internal.timestamp.node;

import dev.idgen.InvalidSettingException;
import dev.idgen.LeaseStore;
import dev.idgen.internal.lease.LeaseClient;
import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.StoreLog;
import dev.idgen.internal.time.TickScale;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.node.NodeHolding.Held;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node id leased from a store.
 *
 * <p><b>How.</b> In the background, it leases a node id with a window of timestamps, and extends the window every
 * eighth of the ttl. If all node ids are in use, it takes the first that becomes free.
 *
 * <p><b>Guarantee.</b> No other process stamps with the same node id in an overlapping window, whatever the instances'
 * clocks do and however long processes are suspended. This requires that the store keeps {@link LeaseStore}'s contract.
 * It also requires that no copy of this process's memory runs (a cloned virtual machine image).
 *
 * <p><b>Outages.</b> While the store does not answer, the window stays open for at least seven eighths of the ttl,
 * minus a request's timeout. If the store reports the lease as lost, this instance uses the node id until its window
 * closes, and meanwhile looks for another.
 *
 * <p>Thread-safe, also for virtual threads: it holds no lock while it waits.
 */
public final class LeasedNodeSource implements NodeSource {

    private static final Logger log = LoggerFactory.getLogger(LeasedNodeSource.class);

    private final LeaseClient client;
    private final CurrentNode current;
    private final NodeLeasing leasing;
    private final AtomicLong leadMillis = new AtomicLong();

    /**
     * Starts leasing at once, in the background.
     *
     * @param user the generator that stamps with the node id, for people
     * @param nodes the pool to lease a node id from
     */
    public static LeasedNodeSource start(
            String user, NodePool nodes, NodeSettings settings, LeaseStore leaseStore, TimeSource time) {
        NodeEnvironment environment = new NodeEnvironment(
                user,
                time,
                time.planner("idgen-node-" + nodes.bits()),
                HolderNames.instance(settings.named()),
                time.random(),
                new NodeRule(nodes, nodes.rule(settings.leaseTtl().toMillis())));
        return new LeasedNodeSource(nodes, settings, leaseStore, environment);
    }

    LeasedNodeSource(NodePool nodes, NodeSettings settings, LeaseStore leaseStore, NodeEnvironment environment) {
        TimeSource time = environment.time();
        StoreLog storeLog = new StoreLog(log, "idgen node id of '" + environment.user() + "'", time);
        Requests requests = new Requests(environment.planner(), settings.requestTimeout(), time, storeLog::broken);
        this.client = new LeaseClient(leaseStore, requests, time, settings.maxSkew(), storeLog);
        this.current = new CurrentNode(nodes.size(), time, client.waiters(), client::latestFailure);
        this.leasing = new NodeLeasing(nodes, settings, environment, client, current);
        leasing.start();
    }

    @Override
    public @Nullable Node current() {
        return current.current();
    }

    @Override
    public long millis() {
        return client.clock().millisAt(client.time().nanoTime());
    }

    @Override
    public long recentMillis() {
        return client.clock().millisAt(client.time().recentNanoTime());
    }

    @Override
    public Node await(long notAfter, Duration most) {
        return current.await(notAfter, most);
    }

    @Override
    public CompletableFuture<Node> awaitAsync(long notAfter, Duration most) {
        return current.awaitAsync(notAfter, most, client.requests()::schedule);
    }

    /** {@inheritDoc} Always empty, because a lease cannot be replaced at will. */
    @Override
    public Optional<Node> renewed(Node stuck) {
        return Optional.empty();
    }

    @Override
    public void allowLead(Duration lead) {
        leadMillis.accumulateAndGet(lead.toMillis() + 1, Math::max);
    }

    @Override
    public boolean isExclusive() {
        return true;
    }

    /**
     * Waits until the store has granted a node id, said why not, or failed. The first caller then finds a node id or
     * the reason.
     *
     * @throws InvalidSettingException if the store's leases have another ttl
     */
    public void awaitFirstOutcome(Duration most) {
        client.waiters().awaitOutcome(most);
        if (client.latestFailure() instanceof InvalidSettingException wrong) {
            throw wrong;
        }
    }

    @Override
    public Optional<String> unavailability() {
        return current.unavailability(millis());
    }

    @Override
    public List<Measure> measures() {
        List<Measure> measures = new ArrayList<>(List.of(
                GeneratorMeasures.clockOffset(client.clock()::skew),
                Measure.gauge(
                        "idgen.node.lease",
                        Measure.SECONDS,
                        "Time until the node id's lease ends, 0 without one",
                        this::leaseSeconds)));
        measures.addAll(client.requests().measures());
        return List.copyOf(measures);
    }

    private double leaseSeconds() {
        return held().map(held -> Math.max(0, held.node().notAfter() - millis()) / 1e3)
                .orElse(0.0);
    }

    @Override
    public Map<String, Object> facts() {
        return held().map(held -> Map.<String, Object>of(
                        "nodeId", held.node().toString(),
                        "holder", held.holder(),
                        "leasedUntil", Instant.ofEpochMilli(held.node().notAfter())))
                .orElseGet(Map::of);
    }

    private Optional<Held> held() {
        return current.get() instanceof Held held ? Optional.of(held) : Optional.empty();
    }

    /** {@inheritDoc} Ends leasing and its thread. */
    @Override
    public CompletableFuture<Void> giveBack() {
        NodeHolding last = current.close();
        client.requests().close();
        CompletableFuture<Void> closed = CompletableFuture.completedFuture(null);
        return last instanceof Held held ? closed.thenCompose(nothing -> released(held)) : closed;
    }

    private CompletionStage<Void> released(Held held) {
        Node node = held.node();
        // The tick that contains this time ends later.
        long lastMillis =
                Math.max(node.notBefore(), client.latestShown()) + leadMillis.get() + TickScale.COARSEST.toMillis();
        return leasing.giveBack(held, lastMillis)
                .toCompletableFuture()
                .orTimeout(client.requests().timeout().toNanos(), TimeUnit.NANOSECONDS)
                .handle((answer, failure) -> {
                    if (failure != null) {
                        log.debug(
                                "node id {} was not given back and stays leased until its window closes",
                                node,
                                failure);
                    }
                    return null;
                });
    }
}
