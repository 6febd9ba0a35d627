package dev.idgen.simulation;

import dev.idgen.IdgenException;
import dev.idgen.LeaseStore;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.BucketSimulation;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.string.sequence.Stripe;
import dev.idgen.internal.time.ManualPlanner;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.node.LeasedNodeSource;
import dev.idgen.internal.timestamp.node.Node;
import dev.idgen.internal.timestamp.node.NodeSettings;
import dev.idgen.internal.timestamp.node.NodeSimulation;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A process that draws from the buckets, and stamps with a leased node id, by the shipped client. */
final class Instance {

    private final World world;
    final int number;
    private final int life;
    private final Clocks clocks = new Clocks();
    private final ManualPlanner planner;
    private final ManualPlanner nodePlanner;
    private final @Nullable LeasedNodeSource nodes;
    private final @Nullable LongIdGenerator generator;
    private long lastStamp;

    /** Whether its thread waits for answers, so that time stands still. */
    boolean closing;

    private final BucketSequence<Object> sequence;
    boolean ended;
    private boolean paused;

    /** The machine's clocks; the monotonic one stands still while the machine is suspended. */
    private final class Clocks implements TimeSource {

        private long wallOffset;
        private long suspendedNanos;
        private int readings;
        private long recent;

        @Override
        public Instant instant() {
            return world.time.instant().plusMillis(wallOffset);
        }

        @Override
        public long nanoTime() {
            return world.time.nanoTime() - suspendedNanos;
        }

        /** As old as may be: of seven draws, six go by the reading of the first. */
        @Override
        public long recentNanoTime() {
            if (readings++ % 7 == 0) {
                recent = nanoTime();
            }
            return recent;
        }

        @Override
        public void pause(long nanos) {
            throw new IllegalStateException("no thread waits here");
        }
    }

    /**
     * @param number from 0 up
     * @param life how many processes had this number before
     * @param trusting whether it goes by its own clock however far that is off
     */
    Instance(World world, int number, int life, int wallOffset, boolean trusting) {
        this.world = world;
        this.number = number;
        this.life = life;
        this.clocks.wallOffset = wallOffset;
        this.planner = new ManualPlanner(world.scheduler);
        Setting setting = world.setting;
        LeaseStore line = world.network.line(this);
        long chance = Chance.of(setting.seed(), identity(), -1);
        this.sequence = BucketSimulation.start(
                Setting.NAMESPACE,
                new SequenceSettings(
                        Duration.ofMillis(setting.leaseTtl()),
                        Duration.ofMillis(500),
                        Duration.ofMillis(250),
                        Duration.ofMillis(100),
                        trusting ? Duration.ofHours(1) : Duration.ofSeconds(1),
                        ""),
                line,
                setting.layout(),
                clocks,
                planner,
                (int) (chance % setting.layout().buckets()),
                world::randomPart,
                world.omitted,
                world.windows);
        this.nodePlanner = new ManualPlanner(world.scheduler);
        this.nodes = setting.nodeBits() == 0
                ? null
                : NodeSimulation.start(
                        setting.nodeBits(),
                        new NodeSettings(
                                Duration.ofMillis(Setting.NODE_TTL),
                                Duration.ofMillis(500),
                                trusting ? Duration.ofHours(1) : Duration.ofSeconds(1),
                                Set.of(),
                                true),
                        line,
                        clocks,
                        nodePlanner,
                        name(),
                        new Random(chance),
                        world.omitted);
        this.generator = nodes == null ? null : NodeIds.generator(nodes, clocks);
    }

    /** What no other process of the story has. */
    int identity() {
        return number + 4096 * life;
    }

    private String name() {
        return "instance " + number + (life == 0 ? "" : "." + life);
    }

    TimeSource clocks() {
        return clocks;
    }

    boolean runs() {
        return !ended && !paused;
    }

    /**
     * Draws ids from the buckets as long as there are any.
     *
     * @param hold for how long the thread is stopped after it took a chunk, or 0
     */
    void draw(int count, int hold) {
        if (hold > 0) {
            drawAndHold(count, hold);
            return;
        }
        int[] left = {count};
        boolean more = runs();
        while (more && left[0] > 0) {
            CompletableFuture<Boolean> drawn = sequence.acquireAsync(stripe -> use(stripe, left));
            more = drawn.isDone() && !drawn.isCompletedExceptionally(); // an instance may have been refused
        }
    }

    private boolean use(Stripe<Object> stripe, int[] left) {
        do {
            world.drawn(stripe.tick(), stripe.number());
            left[0]--;
        } while (left[0] > 0 && stripe.drawMore(1) == 1);
        return true;
    }

    /** Draws an id, as soon as there is one. */
    void drawFirst() {
        int[] left = {1};
        var unused = sequence.acquireAsync(stripe -> {
            world.firstIds++;
            return use(stripe, left);
        });
    }

    /** Draws an id in a thread that is stopped then, and draws the rest of its chunk much later. */
    private void drawAndHold(int count, int millis) {
        if (!runs()) {
            return;
        }
        try {
            Stripe<Object> stripe = sequence.acquire(count, clocks.nanoTime());
            world.scheduler.schedule(
                    () -> {
                        if (!ended) {
                            use(stripe, new int[] {count});
                            sequence.release(stripe);
                        }
                    },
                    millis,
                    TimeUnit.MILLISECONDS);
        } catch (IdgenException e) {
            // None in stock.
        }
    }

    /** Makes ids with the leased node id. */
    void stamp(int count) {
        noteNode();
        for (int i = 0; i < count && runs() && generator != null; i++) {
            try {
                long id = generator.nextLong();
                lastStamp = NodeIds.timeOf(id).toEpochMilli();
                world.stamped(id);
            } catch (IdgenException e) {
                return;
            }
        }
    }

    /** What it holds changes only after an answer. */
    void noteNode() {
        Node node = nodes == null ? null : nodes.current();
        if (node != null) {
            world.nodeWindows.holds(identity(), node);
        }
    }

    void stepClock(int millis) {
        clocks.wallOffset += millis;
    }

    /** @param suspended whether the monotonic clock stands still, too */
    void pause(int millis, boolean suspended) {
        if (!runs()) {
            return;
        }
        paused = true;
        planner.pause();
        nodePlanner.pause();
        world.scheduler.schedule(
                () -> {
                    paused = false;
                    if (suspended) {
                        clocks.suspendedNanos += TimeUnit.MILLISECONDS.toNanos(millis);
                    }
                    if (!ended) {
                        planner.resume();
                        nodePlanner.resume();
                    }
                },
                millis,
                TimeUnit.MILLISECONDS);
    }

    /** The process ends without a word. */
    void kill() {
        ended = true;
        planner.shutdownNow();
        nodePlanner.shutdownNow();
    }

    /** The process ends in good order. */
    void close() {
        if (runs()) {
            closing = true;
            sequence.close();
            if (nodes != null) {
                nodes.close();
                world.nodeWindows.gaveBack(identity(), lastStamp);
            }
            ended = true;
        }
    }
}
