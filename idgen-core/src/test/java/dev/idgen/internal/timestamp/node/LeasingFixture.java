package dev.idgen.internal.timestamp.node;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idgen.NodeIdUnavailableException;
import dev.idgen.internal.lease.SimulatedLeaseStore;
import dev.idgen.internal.lease.UnreliableLeaseStore;
import dev.idgen.internal.lease.UnreliableLeaseStore.Fate;
import dev.idgen.internal.lease.UnreliableLeaseStore.Operation;
import dev.idgen.internal.time.ManualPlanner;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Sources of leased node ids in logical time, on a store that a test makes fail. Node id 0 was given back. */
abstract class LeasingFixture {

    static final NodePool TWO = NodePool.ofBits(1);
    static final String GROUP = "nodes:1:0";
    static final NodeSettings SETTINGS =
            new NodeSettings(Duration.ofSeconds(15), Duration.ofMillis(500), Duration.ofSeconds(1), Set.of(), true);
    static final Duration TTL = SETTINGS.leaseTtl();

    final ManualTime time = new ManualTime();
    final ManualScheduler scheduler = new ManualScheduler(time);
    /** How far the store's clock is ahead. */
    long ahead;

    final SimulatedLeaseStore store = new SimulatedLeaseStore(() -> time.millis() + ahead);
    final UnreliableLeaseStore leaseStore = new UnreliableLeaseStore(store);
    /** The thread of the source that started last. */
    ManualPlanner latestPlanner = new ManualPlanner(scheduler);

    private int instances;

    LeasingFixture() {
        putGroups(TWO, -1);
        put(GROUP, "0", NodeValue.NONE.heldBy(NodeValue.FREE, time.millis() - 1));
    }

    final LeasedNodeSource start() {
        return start(TWO);
    }

    final LeasedNodeSource start(NodePool nodes) {
        return start(nodes, SETTINGS, time, new Random(instances + 1));
    }

    final List<LeasedNodeSource> start(int count, NodePool nodes) {
        return Stream.generate(() -> start(nodes)).limit(count).toList();
    }

    final LeasedNodeSource start(NodePool nodes, NodeSettings settings, TimeSource clocks, RandomGenerator random) {
        latestPlanner = new ManualPlanner(scheduler);
        NodeEnvironment environment = new NodeEnvironment(
                "order",
                clocks,
                latestPlanner,
                "host/1/" + ++instances,
                random,
                new NodeRule(nodes, nodes.rule(settings.leaseTtl().toMillis())));
        LeasedNodeSource source = new LeasedNodeSource(nodes, settings, leaseStore, environment);
        scheduler.runDue();
        return source;
    }

    static Node current(NodeSource source) {
        return Objects.requireNonNull(source.current());
    }

    /** Why a caller gets no node id, now. */
    static NodeIdUnavailableException unavailable(NodeSource source) {
        return catchThrowableOfType(
                NodeIdUnavailableException.class, () -> source.await(source.millis(), Duration.ZERO));
    }

    final void put(String group, String name, NodeValue value) {
        store.put(group, name, value.toString());
    }

    /** Stores the value of each group but one, as long after a doubt. */
    final void putGroups(NodePool nodes, int exception) {
        for (int group = 0; group < nodes.groups(); group++) {
            if (group != exception) {
                putGroup(nodes.groupName(group), time.millis() - TimeUnit.HOURS.toMillis(1));
            }
        }
    }

    /** Stores the value of a group. */
    final void putGroup(String group, long doubted) {
        store.putGroup(group, NodeIdClient.terms(TTL.toMillis()), doubted);
    }

    /** Stores a pool with a value for each node id that is regular. */
    final void putNodeIds(NodePool nodes, LongFunction<NodeValue> value) {
        putGroups(nodes, -1);
        for (int group : nodes.ownGroups()) {
            for (long place = 0; place < nodes.sizeOf(group, NodePool.REGULAR); place++) {
                long id = nodes.idAt(group, NodePool.REGULAR, place);
                put(nodes.groupName(group), NodeValue.name(id), value.apply(id));
            }
        }
    }

    /** Lets another instance ask for a node id: 0 if it was leased, -1 if it is held, else how long it settles. */
    final long strangerAcquires(long id) {
        return new NodeIdClient(store, TWO, id, "stranger", TTL.toMillis()).acquire();
    }

    /** Decides about swaps; looks are answered. */
    static UnreliableLeaseStore.Decision swaps(Fate fate) {
        return (operation, group) -> operation == Operation.SWAP ? fate : Fate.ANSWERED;
    }
}
