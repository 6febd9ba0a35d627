package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.NodeIdUnavailableException;
import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.internal.register.SimulatedRegister;
import dev.idgen.internal.register.UnreliableRegister;
import dev.idgen.internal.register.UnreliableRegister.Fate;
import dev.idgen.internal.stamped.node.LeasedNodeSource;
import dev.idgen.internal.stamped.node.Node;
import dev.idgen.internal.stamped.node.NodeSettings;
import dev.idgen.internal.stamped.node.NodeSimulation;
import dev.idgen.internal.time.ManualPlanner;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Forty instances fight for 32 node ids, in logical time: the shipped client on a register, machines that stop for
 * longer than a ttl or whose clocks are hours off, processes that are killed and started, a Redis that fails over with any loss,
 * restarts from a snapshot, evicts, and is out of reach. Whatever happens, no two leases of a node id stamp in times that overlap.
 */
@Tag(Fleet.TAG)
class FortyForThirtyTwoTests {

    private static final int BITS = 5;
    private static final int NODES = 1 << BITS;
    private static final int INSTANCES = 40;
    private static final NodeSettings SETTINGS =
            new NodeSettings(Duration.ofSeconds(10), Duration.ofMillis(500), Duration.ofSeconds(1));
    private static final Duration TTL = SETTINGS.leaseTtl();
    private static final Duration STEP = Duration.ofMillis(50);
    private static final Duration STORY = Duration.ofMinutes(20);
    private static final int REPLICATED = 2000;
    private static final int LONGEST_SKEW = 1990;

    /** The stamps made in one lease lie between these. */
    private static final class Stamps {

        private final long first;
        private long last;

        Stamps(long first) {
            this.first = first;
            this.last = first;
        }
    }

    /** A process on a machine with a clock of its own. */
    private final class Instance {

        private final ManualPlanner planner = new ManualPlanner(scheduler);
        private final LeasedNodeSource source;
        private final IdentityHashMap<Node, Stamps> stamps = new IdentityHashMap<>();
        private long pausedUntil;

        Instance(int number) {
            Duration skew = Duration.ofMinutes(random.nextInt(3) == 0 ? random.nextInt(600) - 300 : 0);
            TimeSource clocks = new TimeSource() {
                @Override
                public Instant instant() {
                    return time.instant().plus(skew);
                }

                @Override
                public long nanoTime() {
                    return time.nanoTime();
                }
            };
            source = NodeSimulation.start(
                    BITS, SETTINGS, register, clocks, planner, "host/" + number, new Random(random.nextLong()));
        }

        boolean isPaused() {
            return pausedUntil > elapsed;
        }

        void pause(Duration duration) {
            pausedUntil = elapsed + duration.toNanos();
            planner.pause();
        }

        /** As a generator does: the time is read before the node id. */
        void stamp() {
            long now = source.millis();
            Node node = source.current();
            if (node == null) {
                meet(source, Long.MIN_VALUE);
            } else {
                if (now > node.notAfter()) {
                    meet(source, node.notAfter());
                }
                long stamp = Math.min(Math.max(now, node.notBefore()), node.notAfter());
                Stamps made = stamps.get(node);
                if (made == null) {
                    made = new Stamps(stamp);
                    stamps.put(node, made);
                    byNode.computeIfAbsent(node.id(), id -> new ArrayList<>()).add(made);
                }
                made.last = Math.max(made.last, stamp);
            }
        }

        boolean holds() {
            Node node = source.current();
            return node != null && node.notAfter() >= source.millis();
        }
    }

    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private SimulatedRegister redis = new SimulatedRegister(this::serverMillis);
    private final UnreliableRegister register = new UnreliableRegister(redis);
    private final List<Instance> instances = new ArrayList<>();
    private final Map<Long, List<Stamps>> byNode = new HashMap<>();
    private final Set<Reason> reasons = new HashSet<>();
    private Random random = new Random(0);
    private long elapsed;
    private long serverSkew;
    private long downUntil;
    private int snapshot;
    private int born;
    private int started;
    private int runs;

    FortyForThirtyTwoTests() {
        register.decide((operation, group) -> downUntil > elapsed
                ? Fate.FAILED
                : switch (random.nextInt(600)) {
                    case 0 -> Fate.LOST;
                    case 1 -> Fate.FAILED;
                    case 2 -> Fate.REPEATED;
                    default -> Fate.ANSWERED;
                });
    }

    private long serverMillis() {
        return time.millis() + serverSkew;
    }

    private void meet(LeasedNodeSource surplus, long notAfter) {
        try {
            surplus.await(notAfter, Duration.ZERO);
        } catch (NodeIdUnavailableException e) {
            reasons.add(e.reason());
        }
    }

    private void startInstances() {
        while (instances.size() < INSTANCES) {
            instances.add(new Instance(++started));
        }
    }

    /** Lets time pass while everybody stamps. */
    private void run(Duration duration) {
        for (long i = 0; i < duration.dividedBy(STEP); i++) {
            scheduler.run(STEP);
            elapsed += STEP.toNanos();
            for (Instance instance : instances) {
                if (!instance.isPaused()) {
                    instance.planner.resume();
                    instance.stamp();
                }
            }
        }
    }

    private long holders() {
        return instances.stream().filter(Instance::holds).count();
    }

    private void failOver() {
        int lost = random.nextBoolean() ? random.nextInt(20) : random.nextInt(REPLICATED);
        changeServer(redis.states() - lost);
    }

    /** Some groups are left, so that an instance that starts does not take the pool for a new one. */
    private void evict() {
        redis.lose("nodes:5:" + random.nextInt(8));
    }

    private void changeServer(int states) {
        serverSkew = random.nextInt(LONGEST_SKEW);
        redis = redis.successor(Math.max(states, born), "run" + ++runs, this::serverMillis);
        register.leadTo(redis);
        snapshot = Math.min(snapshot, redis.states());
    }

    private void accident() {
        Instance victim = instances.get(random.nextInt(instances.size()));
        switch (random.nextInt(13)) {
            case 0 -> failOver();
            case 12 -> evict();
            case 1 -> changeServer(snapshot);
            case 2 ->
                downUntil = elapsed + Duration.ofMillis(random.nextInt(15_000)).toNanos();
            case 3, 4 -> snapshot = redis.states();
            case 5, 6 -> {
                victim.planner.shutdownNow(); // killed
                instances.remove(victim);
            }
            case 7 -> {
                victim.source.close();
                instances.remove(victim);
            }
            default -> victim.pause(Duration.ofMillis(random.nextInt((int) TTL.toMillis() * 3)));
        }
    }

    private void play(long seed) {
        random = new Random(seed);
        startInstances();
        run(Duration.ofSeconds(5));
        born = redis.states(); // nothing goes back to before it: a pool that was never written is new
        snapshot = born;
        for (long i = 0; i < STORY.toSeconds() / 4; i++) {
            run(Duration.ofSeconds(4));
            accident();
            if (i % 5 == 0) {
                startInstances();
            }
        }
        startInstances();
        run(TTL.multipliedBy(6));
    }

    private long overlaps() {
        long overlaps = 0;
        for (List<Stamps> made : byNode.values()) {
            made.sort(Comparator.comparingLong(stamps -> stamps.first));
            for (int i = 1; i < made.size(); i++) {
                overlaps += made.get(i).first <= made.get(i - 1).last ? 1 : 0;
            }
        }
        return overlaps;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void noTwoLeasesOfANodeIdStampInTimesThatOverlap(long seed) {
        play(seed);

        assertThat(overlaps()).isZero();
        assertThat(holders()).as("all node ids are in use after the storm").isEqualTo(NODES);
        assertThat(reasons).contains(Reason.ALL_IN_USE, Reason.SETTLING, Reason.RAN_OUT);
        assertThat(byNode).hasSize(NODES);
        assertThat(byNode.values().stream().mapToInt(List::size).sum())
                .as("leases")
                .isGreaterThan(3 * NODES);
    }

    @Test
    void surplusInstancesTakeTheNodeIdsOfDeadOnesWithinATtlAndASecond() {
        startInstances();
        run(Duration.ofSeconds(5));
        assertThat(holders()).isEqualTo(NODES);
        assertThat(reasons).contains(Reason.ALL_IN_USE);

        List<Instance> dead =
                instances.stream().filter(Instance::holds).limit(5).toList();
        dead.forEach(instance -> instance.planner.shutdownNow());
        instances.removeAll(dead);
        assertThat(holders()).isEqualTo(NODES - 5);
        run(TTL.plusSeconds(1));
        assertThat(holders()).isEqualTo(NODES);
        assertThat(overlaps()).isZero();
    }
}
