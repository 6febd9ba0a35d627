package dev.idgen.simulation;

import dev.idgen.IdgenException;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.stamped.node.LeasedNodeSource;
import dev.idgen.internal.stamped.node.NodeSettings;
import dev.idgen.internal.stamped.node.NodeSimulation;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.BucketSimulation;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.string.sequence.Stripe;
import dev.idgen.internal.time.ManualPlanner;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A process that draws from the buckets, and stamps with a leased node id, by the shipped client. */
final class Instance {

    private final World world;
    private final int number;
    private final int life;
    private final Clocks clocks = new Clocks();
    private final ManualPlanner bucketPlanner;
    private final ManualPlanner nodePlanner;
    private final BucketSequence<Object> sequence;
    private final LeasedNodeSource nodes;
    private final LongIdGenerator generator;
    private final Network.Line line;
    private @Nullable Instance image;
    private boolean unseen;
    private boolean closing;
    private boolean ended;
    private boolean paused;

    /** The machine's clocks; the monotonic one stands still while the machine is suspended. */
    private final class Clocks implements TimeSource {

        private long wallOffset;
        private long suspendedNanos;
        private int readings;
        private long recent;

        @Override
        public Instant instant() {
            return world.time().instant().plusMillis(wallOffset);
        }

        @Override
        public long nanoTime() {
            return world.time().nanoTime() - suspendedNanos;
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
            throw new IllegalStateException("nobody waits here");
        }
    }

    /**
     * @param number 0 to 31
     * @param life how many processes had this number before
     * @param trusting whether it goes by its own clock however far that is off
     */
    Instance(World world, int number, int life, int leaseTtl, int wallOffset, boolean trusting) {
        this.world = world;
        this.number = number;
        this.life = life;
        this.clocks.wallOffset = wallOffset;
        this.bucketPlanner = new ManualPlanner(world.scheduler());
        this.nodePlanner = new ManualPlanner(world.scheduler());
        Setting setting = world.setting();
        long chance = Chance.of(setting.seed(), identity(), -1);
        Duration maxSkew = trusting ? Duration.ofHours(1) : Duration.ofSeconds(1);
        this.line = world.network().line(this);
        this.sequence = BucketSimulation.start(
                Setting.NAMESPACE,
                settings(setting, leaseTtl, maxSkew),
                world.rule()
                        .around(world.windows()
                                .seenBy(
                                        line.leaseStore(Setting.NAMESPACE, setting.layout(), world::randomQuarter),
                                        () -> !unseen)),
                clocks,
                bucketPlanner,
                (int) (chance % setting.layout().buckets()));
        this.nodes = NodeSimulation.start(
                setting.nodeBits(),
                new NodeSettings(Duration.ofMillis(world.nodeTtl()), Duration.ofMillis(500), maxSkew),
                world.rule().around(line.nodeLeaseStore(Setting.NAMESPACE, size -> chance % size)),
                clocks,
                nodePlanner,
                name(),
                new Random(chance));
        this.generator = NodeIds.generator(nodes, clocks);
    }

    /**
     * From the beginning, another process goes through the same, so that at any time its memory is a copy of this one's. What it
     * does does not count until it is let go.
     */
    void mirrorIn(Instance other) {
        other.unseen = true;
        image = other;
        line.answersAlso(other.line);
    }

    /** The copy of this process's memory, which goes on by itself. */
    @Nullable
    Instance copy() {
        Instance copy = image;
        if (copy != null) {
            image = null;
            copy.unseen = false;
            line.answersAlone();
        }
        return copy;
    }

    private static SequenceSettings settings(Setting setting, int leaseTtl, Duration maxSkew) {
        int minStock = Math.min(Math.max(setting.numbers() / 64, 4), 1024);
        return new SequenceSettings(
                Duration.ofMillis(leaseTtl),
                Duration.ofMillis(500),
                Duration.ofMillis(250),
                Duration.ofMillis(100),
                minStock,
                Math.max(setting.numbers() / 4, minStock),
                Duration.ofMillis(setting.maxLead()),
                maxSkew);
    }

    /** What no other process of the story has. */
    int identity() {
        return number + 32 * life;
    }

    private String name() {
        return "instance " + number + (life == 0 ? "" : "." + life);
    }

    int number() {
        return number;
    }

    int life() {
        return life;
    }

    boolean isClosing() {
        return closing;
    }

    long lostRecords() {
        return sequence.lostRecords();
    }

    boolean runs() {
        return !ended && !paused;
    }

    /** Draws ids from the buckets as long as there are any. */
    void draw(int count) {
        int[] left = {count};
        boolean more = runs();
        while (more && left[0] > 0) {
            more = sequence.acquireAsync(stripe -> use(stripe, left)).isDone();
        }
        if (image != null) {
            image.draw(count);
        }
    }

    private boolean use(Stripe<Object> stripe, int[] left) {
        do {
            if (!unseen) {
                world.drawn(this, stripe.tick(), stripe.number());
            }
            left[0]--;
        } while (left[0] > 0 && stripe.drawMore(1) == 1);
        return true;
    }

    /** Draws an id in a thread that is stopped then, and draws the rest of its chunk much later. */
    void drawAndHold(int count, int millis) {
        if (!runs()) {
            return;
        }
        try {
            Stripe<Object> stripe = sequence.acquire(count, clocks.nanoTime());
            world.schedule(
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
        if (image != null) {
            image.stamp(count);
        }
        for (int i = 0; i < count && runs(); i++) {
            try {
                long id = generator.nextLong();
                if (!unseen) {
                    world.stamped(this, id);
                }
            } catch (IdgenException e) {
                return;
            }
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
        bucketPlanner.pause();
        nodePlanner.pause();
        world.schedule(
                () -> {
                    paused = false;
                    if (suspended) {
                        clocks.suspendedNanos += TimeUnit.MILLISECONDS.toNanos(millis);
                    }
                    if (!ended) {
                        bucketPlanner.resume();
                        nodePlanner.resume();
                    }
                },
                millis,
                TimeUnit.MILLISECONDS);
    }

    /** The process ends without a word. */
    void kill() {
        if (image != null) {
            image.kill();
        }
        ended = true;
        bucketPlanner.shutdownNow();
        nodePlanner.shutdownNow();
    }

    /** The process ends in good order. */
    void close() {
        if (runs()) {
            closing = true;
            sequence.close();
            nodes.close();
            ended = true;
        }
    }

    boolean isEnded() {
        return ended;
    }

    @Override
    public String toString() {
        return name();
    }
}
