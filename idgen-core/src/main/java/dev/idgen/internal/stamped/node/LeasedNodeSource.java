package dev.idgen.internal.stamped.node;

import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.register.LeaseClient;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.StoreLog;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.stamped.node.NodeHolding.Held;
import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node id leased from a store.
 *
 * <p><b>How.</b> In the background a node id is leased with a window of timestamps, which is extended each tenth of its
 * ttl. An instance that finds all node ids in use takes the first that comes free.
 *
 * <p><b>Guarantee.</b> No other process stamps with the same node id in a window that overlaps, whatever the clocks of
 * the instances do and however long they are stopped, as long as the store keeps {@link Register}'s contract and this
 * process's memory is not duplicated while it runs (a cloned virtual machine image).
 *
 * <p><b>Outages.</b> While the store does not answer, the window stays open for at least nine tenths of the ttl less a
 * request's timeout. When the store says that the lease is lost, there is none at once, and another is sought.
 *
 * <p>Thread-safe, for virtual threads too: nothing is locked while waiting.
 */
public final class LeasedNodeSource implements NodeSource {

    private static final Logger log = LoggerFactory.getLogger(LeasedNodeSource.class);

    /** Ticks may be as coarse as a second, and begin within it. */
    private static final long COARSEST_TICK_MILLIS = 1000;

    private final NodeSettings settings;
    private final Waiters waiters;
    private final LeaseClient client;
    private final CurrentNode current;
    private final NodeLeasing leasing;
    private final AtomicLong leadMillis = new AtomicLong();

    /**
     * Starts leasing at once, in the background.
     *
     * @param nodes the node ids to lease one of
     */
    public static LeasedNodeSource start(NodePool nodes, NodeSettings settings, Register register, TimeSource time) {
        LeasedNodeSource source =
                new LeasedNodeSource(nodes, settings, register, NodeEnvironment.of(nodes.bits(), time));
        source.startPlanning();
        return source;
    }

    LeasedNodeSource(NodePool nodes, NodeSettings settings, Register register, NodeEnvironment environment) {
        this.settings = settings;
        TimeSource time = environment.time();
        StoreLog storeLog = new StoreLog(log, "idgen node ids of " + nodes, time);
        Requests requests = new Requests(environment.planner(), settings.requestTimeout(), time, storeLog::broken);
        StampClock clock = new StampClock(time, settings.maxSkew());
        this.waiters = new Waiters(time, Requests.FIRST_TIMEOUT);
        this.client = new LeaseClient(register, requests, time, clock, waiters, storeLog);
        this.current = new CurrentNode(nodes.size(), time, waiters, client::latestFailure);
        this.leasing = new NodeLeasing(nodes, settings, environment, client, current);
    }

    void startPlanning() {
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

    /** {@inheritDoc} A lease cannot be replaced at will: empty. */
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
     * Waits until the store has granted a node id, or said why not, or failed: so that the first caller finds a node id
     * or the reason why there is none.
     */
    public void awaitFirstOutcome(Duration most) {
        waiters.awaitOutcome(most);
    }

    /** The name that the node id is leased under: host, process, a random number, and how often this process asked. */
    public Optional<String> holder() {
        return held().map(Held::holder);
    }

    /** When the window of the node id closes, by the store's clock, if it is not renewed. */
    public Optional<Instant> windowEnd() {
        return held().map(held -> Instant.ofEpochMilli(held.node().notAfter()));
    }

    /** How far this machine's clock was ahead of the store's when last compared; negative if behind. */
    public Duration clockSkew() {
        return client.clock().skew();
    }

    @Override
    public Optional<String> trouble() {
        return current.trouble(millis());
    }

    @Override
    public List<Measure> measures() {
        List<Measure> measures = new ArrayList<>(List.of(
                GeneratorMeasures.clockOffset(() -> clockSkew().toMillis()),
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

    /**
     * Ends leasing and its thread, and gives the node id back, for which it waits no longer than a request may take.
     */
    @Override
    public void close() {
        NodeHolding last = current.close();
        client.requests().close();
        if (last instanceof Held held) {
            release(held);
        }
    }

    private void release(Held held) {
        Node node = held.node();
        long lastStamp = Math.max(node.notBefore(), client.latestShown()) + leadMillis.get() + COARSEST_TICK_MILLIS;
        try {
            leasing.leave(held, lastStamp)
                    .toCompletableFuture()
                    .get(settings.requestTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            log.debug("node id {} was not given back and stays leased until its window closes", node, e);
        }
    }
}
