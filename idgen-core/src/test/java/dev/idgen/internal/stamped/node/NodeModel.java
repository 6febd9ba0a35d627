package dev.idgen.internal.stamped.node;

import dev.idgen.internal.register.Births;
import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.ClockTrust;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.SimulatedRegister;
import dev.idgen.internal.register.Step;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.stamped.node.NodeAnswer.NodeGranted;
import dev.idgen.internal.stamped.node.NodeRule.NodeAsker;
import dev.idgen.internal.time.ManualPlanner;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One random story of a pool of four node ids in two groups, with all that docs/design.md allows: masters that lose any number of the
 * latest writes and answer for up to a second after they were replaced, clocks that differ by up to a second, groups that are lost,
 * requests that come late, twice or to another server, answers that are lost, and instances that start and end. Rules and births are
 * those of the product; one of them can be taken out.
 */
final class NodeModel {

    /** What is taken out. */
    enum Without {
        NOTHING,
        WAIT,
        MARGIN,
        LATER,
        CLOSED,
        MISSING,
        RUN,
        REACH,
        REACH_MARGIN(9_100),
        SINCE,
        NO_LESS,
        HELD,
        POOL_GUARD(3_300),
        SWAP_VALUES,
        SWAP_RUN,
        SWAP_LIMIT,
        ALL_PLACES;

        /** Where the search begins: shortly before the first story that shows why the rule is needed, if that is rare. */
        private final int firstSeed;

        Without() {
            this(0);
        }

        Without(int firstSeed) {
            this.firstSeed = firstSeed;
        }

        int firstSeed() {
            return firstSeed;
        }
    }

    private static final long TTL = 3000;
    private static final int SKEW = 499;
    private static final int LIFE = 1000;
    private static final int STEPS = 250;
    private static final int[] PAUSES = {0, 0, 1, 5, 20, 60, 200, 700, 1800};
    private static final NodePool NODES = NodePool.ofBits(2);

    private final Random random;
    private final Without without;
    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private final List<Instance> instances = new ArrayList<>();
    private final List<Lease> leases = new ArrayList<>();
    private Server master;
    private int runs;
    private int names;
    private int renewals;
    private int firstState;
    private long promotedAt;

    @SuppressWarnings("ArrayRecordComponent") // a place to write to
    private record Server(SimulatedRegister register, long[] until) {}

    private static final class Lease {

        private final long id;
        private final String holder;
        private final long begin;
        private long end;
        private boolean stopped;

        Lease(NodeGranted grant, String holder) {
            this.id = grant.node();
            this.holder = holder;
            this.begin = grant.window().notBefore();
            this.end = grant.window().notAfter();
        }

        boolean overlaps(Lease other) {
            return this != other && id == other.id && begin <= other.end && other.begin <= end;
        }

        @Override
        public String toString() {
            return id + " [" + begin + ", " + end + "] " + holder;
        }
    }

    /** A swap on its way. */
    private record Flight(Server server, String group, Look look, Step.Write write, Runnable wrote) {}

    private final class Instance implements Register {

        private Server at = master;
        private final Births births;
        private final List<Flight> flights = new ArrayList<>();
        private final List<Lease> held = new ArrayList<>();

        Instance() {
            Requests requests = new Requests(new ManualPlanner(scheduler), Duration.ofMillis(500), time, bug -> {
                throw new AssertionError(bug);
            });
            this.births = new Births(
                    this,
                    requests,
                    time,
                    new ClockTrust(time),
                    Duration.ofMillis(TTL),
                    new PoolPlaces(NODES, TTL, NodeModel.this::token, failure -> {}, () -> {}));
        }

        @Override
        public String name() {
            return "model";
        }

        @Override
        public CompletionStage<Look> look(String group, List<String> asked) {
            return isAlive(at)
                    ? at.register().look(group, asked)
                    : CompletableFuture.failedFuture(new IllegalStateException("dead"));
        }

        @Override
        public CompletionStage<Swapped> swap(String group, Look looked, String name, String next) {
            return isAlive(at)
                    ? at.register().swap(group, looked, name, next)
                    : CompletableFuture.failedFuture(new IllegalStateException("dead"));
        }

        void acquire() {
            int group = random.nextInt(2);
            String holder = "h" + ++names;
            ask(
                    NODES.groupName(group),
                    List.of("pool", NodeGroup.name(NODES.idAt(group, 0)), NodeGroup.name(NODES.idAt(group, 1))),
                    new NodeAsker(holder, TTL, token()),
                    (rule, view) -> {
                        if (!view.isPoolStored() && without == Without.ALL_PLACES) {
                            NodeValue born = NodeValue.newborn(at.register().lookAt("", List.of()), TTL, token());
                            List<String> pool = List.of(NodeGroup.POOL);
                            return Step.write(pool, NodeGroup.POOL, born.toString(), new NodeAnswer.PoolNoted());
                        }
                        if (view.isPoolStored()) {
                            births.found();
                        }
                        return rule.acquire(!view.isPoolStored() && births.isLost());
                    },
                    grant -> {
                        births.granted();
                        Lease lease = new Lease(grant, holder);
                        leases.add(lease);
                        held.add(lease);
                    });
        }

        void renew(Lease lease) {
            ask(
                    NODES.groupOf(lease.id),
                    List.of("pool", NodeGroup.name(lease.id)),
                    new NodeAsker(lease.holder, TTL, token()),
                    (rule, view) -> rule.renew(lease.id, new Window(lease.begin, lease.end)),
                    grant -> {
                        if (!lease.stopped) {
                            lease.end = Math.max(lease.end, grant.window().notAfter());
                            renewals++;
                        }
                    });
        }

        void giveBack(Lease lease) {
            if (!lease.stopped) {
                lease.stopped = true;
                lease.end = lease.begin + (long) (random.nextDouble() * (lease.end - lease.begin));
            }
            ask(
                    NODES.groupOf(lease.id),
                    List.of(NodeGroup.name(lease.id)),
                    new NodeAsker(lease.holder, TTL, ""),
                    (rule, view) -> rule.giveBack(lease.id, lease.end),
                    grant -> {});
        }

        private void ask(
                String group,
                List<String> asked,
                NodeAsker asker,
                BiFunction<NodeRule, NodeGroup, Step<NodeAnswer>> question,
                Consumer<NodeGranted> granted) {
            if (!isAlive(at)) {
                return;
            }
            Look look = at.register().lookAt(group, asked);
            NodeGroup view = new NodeGroup(look);
            Step<NodeAnswer> step = question.apply(rule(view, Circumstances.of(look), asker), view);
            Step.Write write = step.write();
            if (write != null) {
                flights.add(new Flight(at, group, look.only(write.guards()), write, () -> {
                    if (step.answer() instanceof NodeGranted grant) {
                        granted.accept(grant);
                    }
                }));
                if (random.nextInt(10) < 8) {
                    pass(new int[] {0, 0, 1, 3, 50}[random.nextInt(5)]);
                    deliver(flights.size() - 1);
                }
            }
        }

        void deliver(int which) {
            Flight flight = flights.remove(which);
            if (random.nextInt(10) == 0) { // it is repeated, and the first answer is lost
                flights.add(flight);
                arrive(flight);
            } else if (arrive(flight) && random.nextInt(10) > 0) {
                flight.wrote().run();
            }
        }

        private boolean arrive(Flight flight) {
            Server server = random.nextInt(10) < 3 ? master : flight.server(); // over a connection that was made anew
            return isAlive(server) && swapped(server.register(), flight);
        }
    }

    NodeModel(long seed, Without without) {
        this.random = new Random(seed);
        this.without = without;
        this.master = new Server(new SimulatedRegister(clock()), new long[] {Long.MAX_VALUE});
        for (int i = 0; i < 3; i++) {
            instances.add(new Instance());
        }
    }

    int leases() {
        return leases.size();
    }

    int renewals() {
        return renewals;
    }

    /** Two leases of one node id whose windows overlap. */
    Optional<String> overlap() {
        return leases.stream()
                .flatMap(lease -> leases.stream().filter(lease::overlaps).map(other -> lease + " and " + other))
                .findAny();
    }

    void play() {
        int steps = random.nextInt(STEPS / 3, STEPS);
        for (int i = 0; i < steps; i++) {
            pass(PAUSES[random.nextInt(PAUSES.length)]);
            Instance instance = instances.get(random.nextInt(instances.size()));
            if (random.nextBoolean()) {
                instance.at = master;
            }
            int what = random.nextInt(100);
            if (what < 35) {
                instance.acquire();
            } else if (what < 70) {
                one(instance.held).ifPresent(instance::renew);
            } else if (what < 76) {
                one(instance.held).ifPresent(instance::giveBack);
            } else if (what < 86) {
                if (!instance.flights.isEmpty()) {
                    instance.deliver(random.nextInt(instance.flights.size()));
                }
            } else if (what < 92) {
                failOver();
            } else if (what < 97) {
                loseAGroup();
            } else {
                instances.set(instances.indexOf(instance), new Instance());
            }
        }
    }

    private void failOver() {
        if (!isBorn() || time.millis() - promotedAt <= Register.SWAP_LIMIT_MILLIS) {
            return;
        }
        promotedAt = time.millis();
        int states = master.register().states();
        int lost = random.nextBoolean() ? random.nextInt(4) : random.nextInt(states);
        int kept = Math.max(Math.min(firstState, states), states - lost);
        master.until()[0] = time.millis() + (random.nextBoolean() ? random.nextInt(LIFE + 1) : 0);
        SimulatedRegister next = master.register().successor(kept, "run" + ++runs, clock());
        master = new Server(next, new long[] {Long.MAX_VALUE});
    }

    /** The first states had no pool yet, and a loss of all groups is not in this model. */
    private boolean isBorn() {
        if (firstState == 0 && pools() == 2) {
            firstState = master.register().states();
        }
        return firstState > 0;
    }

    private void loseAGroup() {
        if (isBorn() && pools() == 2) {
            master.register().lose(NODES.groupName(random.nextInt(2)));
        }
    }

    private long pools() {
        return IntStream.range(0, 2)
                .filter(group ->
                        master.register().values(NODES.groupName(group)).containsKey(NodeGroup.POOL))
                .count();
    }

    private LongSupplier clock() {
        int error = random.nextInt(-SKEW, SKEW + 1);
        return () -> time.millis() + error;
    }

    private boolean isAlive(Server server) {
        return time.millis() <= server.until()[0];
    }

    private boolean swapped(SimulatedRegister register, Flight flight) {
        Look look = flight.look();
        Look now = register.lookAt(flight.group(), look.names());
        Look compared = new Look(
                without == Without.SWAP_LIMIT ? now.time() : look.time(),
                without == Without.SWAP_RUN ? now.run() : look.run(),
                0,
                look.names(),
                without == Without.SWAP_VALUES ? now.values() : look.values());
        return register.swapAt(
                flight.group(), compared, flight.write().name(), flight.write().next());
    }

    private void pass(long millis) {
        scheduler.run(Duration.ofMillis(millis));
    }

    private String token() {
        return Long.toString(random.nextLong(), Character.MAX_RADIX);
    }

    private <T> Optional<T> one(List<T> some) {
        return some.isEmpty() ? Optional.empty() : Optional.of(some.get(random.nextInt(some.size())));
    }

    private NodeRule rule(NodeGroup group, Circumstances circumstances, NodeAsker its) {
        return new NodeRule(group, circumstances, its) {
            @Override
            boolean isDoubted(@Nullable NodeValue value) {
                if (value == null) {
                    return without != Without.MISSING;
                }
                return without != Without.RUN && super.isDoubted(value);
            }

            @Override
            long noticed(NodeValue value) {
                return without == Without.LATER ? at.now() : super.noticed(value);
            }

            @Override
            boolean isSettled(NodeValue value) {
                return without == Without.WAIT
                        || (without == Without.MARGIN ? value.doubted() + TTL < at.now() : super.isSettled(value));
            }

            @Override
            boolean hasEnded(NodeValue value) {
                return without == Without.CLOSED || super.hasEnded(value);
            }

            @Override
            boolean reaches(NodeValue value, Window held) {
                return without == Without.REACH
                        || (without == Without.REACH_MARGIN
                                ? held.notAfter() >= value.doubted()
                                : super.reaches(value, held));
            }

            @Override
            boolean isUnheard(NodeValue value, Window held) {
                return without == Without.SINCE || super.isUnheard(value, held);
            }

            @Override
            long recorded(NodeValue value, Window window) {
                return without == Without.NO_LESS
                        ? Math.max(value.end(), at.now() + TTL)
                        : super.recorded(value, window);
            }

            @Override
            boolean isHeld(NodeValue value) {
                return without == Without.HELD || super.isHeld(value);
            }

            @Override
            List<String> guards(long id) {
                return without == Without.POOL_GUARD ? List.of(NodeGroup.name(id)) : super.guards(id);
            }
        };
    }
}
