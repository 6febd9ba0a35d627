package dev.idgen.internal.stamped;

import dev.idgen.SchemeExhaustedException;
import dev.idgen.TickUnavailableException;
import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.monitor.ContinuedMeasures;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Measures;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.stamped.node.Node;
import dev.idgen.internal.stamped.node.NodeSource;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes stamps for one generator: from the sequence that goes with the node id held, waiting for the clock or for a node id
 * where it must, until a deadline.
 *
 * <p>Thread-safe. Taking a stamp takes no lock and, while the clock advances and the node id is held, does not wait.
 */
/*
 * tenure belongs to the node id that was current when it was installed. A thread that finds another one current installs
 * that one's. It reads tenure first and the current node id second, and the source never goes back to an object it gave up,
 * so compareAndSet succeeds only towards later ones: there is one NodeSequences for each Node. The tenure before is closed first, so
 * that its last stamp is known and those of the next one are greater.
 *
 * The clock is read before the current node id is. A thread that is held up in between then brings an old time, and no stamp is
 * later than the lead allows at the moment when the node id was given back.
 *
 * A call reads nodes once for each attempt. Sources are replaced after they were closed, when they have no current node id and
 * will have none, so what is said of one source's node ids holds for those of all of them, one after the other.
 */
final class Stamper implements Monitored {

    private static final long SHORTEST_PAUSE_NANOS = 50_000;

    private final String generator;
    private final Scheme<?> scheme;
    private final TimeSource time;
    private final Supplier<Entropy> entropy;
    private final Duration maxLead;
    private final long leadTicks;
    private final long timeoutNanos;
    private final LongAdder waiting = new LongAdder();
    private final AtomicReference<@Nullable NodeSequences> sequences = new AtomicReference<>();
    private final ContinuedMeasures nodeMeasures;

    /** Closed while the application is stopped, and then replaced. */
    private volatile NodeSource nodes;

    /** Makes an id of a stamp. */
    interface Use<T> {
        T of(NodeSequences sequences, NodeSequences.Lane lane, long stamp);
    }

    /** @param entropy makes what the random bits of one node id's ids come from: each time another */
    Stamper(
            String generator,
            Scheme<?> scheme,
            NodeSource nodes,
            TimeSource time,
            GeneratorSettings settings,
            Supplier<Entropy> entropy) {
        this.generator = generator;
        this.scheme = scheme;
        this.nodes = nodes;
        this.time = time;
        this.entropy = entropy;
        this.maxLead = settings.maxLead(nodes.isExclusive());
        this.timeoutNanos = settings.acquireTimeout().toNanos();
        // All ticks of the clock's millisecond may be used.
        this.leadTicks = scheme.scale().ticksIn(maxLead) + scheme.scale().ticksPerMilli() - 1;
        this.nodeMeasures = new ContinuedMeasures(nodes.measures());
        nodes.allowLead(lead());
    }

    private Duration lead() {
        return maxLead.plus(scheme.scale().tick());
    }

    /**
     * Stamps with the node ids of another source, and other entropy. For one thread at a time.
     *
     * @param next of the same kind; the one before is closed
     */
    void goOnWith(NodeSource next) {
        next.allowLead(lead());
        nodeMeasures.goOnWith(next.measures());
        nodes = next;
    }

    /** The lower 64 bits of a new id. */
    long nextLow() {
        NodeSource source = nodes;
        long now = source.recentMillis();
        NodeSequences held = current(source);
        if (held != null) {
            NodeSequences.Lane lane = held.lane(ownLane());
            long stamp = held.next(lane, now);
            if (stamp != TickSequence.REFUSED) {
                renewAfter(stamp);
                return held.low(lane, stamp);
            }
        }
        return await(NodeSequences::low);
    }

    /** A new id. */
    <T> T next(Use<T> use) {
        NodeSource source = nodes;
        long now = source.recentMillis();
        NodeSequences held = current(source);
        if (held != null) {
            NodeSequences.Lane lane = held.lane(ownLane());
            long stamp = held.next(lane, now);
            if (stamp != TickSequence.REFUSED) {
                renewAfter(stamp);
                return use.of(held, lane, stamp);
            }
        }
        return await(use);
    }

    /** The tenure of the node id held, if that has one yet. */
    private @Nullable NodeSequences current(NodeSource source) {
        NodeSequences held = sequences.get();
        return held != null && held.node() == source.current() ? held : null;
    }

    /** At a high rate stamps are neighbours, so some are multiples of any power of two. */
    private void renewAfter(long stamp) {
        if ((stamp & (TimeSource.READINGS_PER_RENEWAL - 1)) == 0) {
            time.renew();
        }
    }

    private <T> T await(Use<T> use) {
        long begun = time.nanoTime();
        for (; ; ) {
            NodeSource source = nodes;
            long now = source.millis();
            NodeSequences held = sequences(source);
            if (held == null) {
                waiting(() -> source.await(Long.MIN_VALUE, left(begun)));
                continue;
            }
            int own = ownLane();
            T id = tryNext(held, own, now, use);
            if (id != null) {
                return id;
            }
            if (held.node() == source.current()) {
                waiting(() -> overcome(source, held, held.lane(own), now, begun));
            }
        }
    }

    @Override
    public Optional<String> trouble() {
        NodeSequences held = sequences.get();
        if (held != null && held.isExhausted(nodes.millis())) {
            return Optional.ofNullable(exhausted().getMessage());
        }
        return nodes.trouble();
    }

    @Override
    public List<Measure> measures() {
        List<Measure> measures =
                new ArrayList<>(List.of(Measures.issued(this::issued), Measures.waiting(waiting::sum)));
        measures.addAll(nodeMeasures.measures());
        return List.copyOf(measures);
    }

    private long issued() {
        NodeSequences held = sequences.get();
        return held == null ? 0 : held.issued();
    }

    @Override
    public Map<String, Object> facts() {
        return nodes.facts();
    }

    /** A new id if there is one without waiting. */
    <T> Optional<T> tryNext(Use<T> use) {
        NodeSource source = nodes;
        long now = source.millis();
        NodeSequences held = sequences(source);
        return held == null ? Optional.empty() : Optional.ofNullable(tryNext(held, ownLane(), now, use));
    }

    private static <T> @Nullable T tryNext(NodeSequences held, int own, long now, Use<T> use) {
        for (int i = 0; i < held.laneCount(); i++) {
            NodeSequences.Lane lane = held.lane(own + i);
            long stamp = held.next(lane, now);
            if (stamp != TickSequence.REFUSED) {
                return use.of(held, lane, stamp);
            }
        }
        return null;
    }

    /** No stamp of any instance is later, unless clocks differ by more than a day. */
    Instant latestInstant() {
        return Instant.ofEpochMilli(nodes.millis()).plus(Duration.ofDays(1));
    }

    private @Nullable NodeSequences sequences(NodeSource source) {
        for (; ; ) {
            NodeSequences known = sequences.get();
            Node current = source.current();
            if (current == null || (known != null && known.node() == current)) {
                return current == null ? null : known;
            }
            NodeSequences fresh = new NodeSequences(current, scheme, entropy.get(), leadTicks, known, source.millis());
            if (sequences.compareAndSet(known, fresh)) {
                return fresh;
            }
        }
    }

    /** Does what may help a caller who was refused a stamp, or throws. */
    private void overcome(NodeSource source, NodeSequences held, NodeSequences.Lane lane, long now, long begun) {
        if (held.isExhausted(now)) {
            throw exhausted();
        }
        long notAfter = held.node().notAfter(); // may grow: what is waited for must be more than what was not enough
        if (held.isBeyond(notAfter, lane, now)) {
            source.await(notAfter, left(begun));
            return;
        }
        Duration wait = Duration.ofMillis(held.millisUntilNext(lane, now));
        if (Thread.currentThread().isInterrupted() || wait.compareTo(left(begun)) >= 0) {
            long later = source.millis();
            if (later > now && held.millisUntilNext(lane, later) == 0) {
                return; // this thread was held up since it read the clock, while others went on
            }
            if (held.isClockBehind(lane, now)
                    && scheme.composition().tellsIdentitiesApart()
                    && source.renewed(held.node()).isPresent()) {
                return;
            }
            throw new TickUnavailableException(
                    generator,
                    Instant.ofEpochMilli(held.latestMillis(lane)),
                    Instant.ofEpochMilli(now),
                    maxLead,
                    TimeUnit.NANOSECONDS.toMillis(time.nanoTime() - begun));
        }
        // The last millisecond in small steps: a sleeping thread wakes late, and then a tick's numbers go to waste.
        time.pause(Math.max(SHORTEST_PAUSE_NANOS, wait.minusMillis(1).toNanos()));
    }

    private SchemeExhaustedException exhausted() {
        return new SchemeExhaustedException(generator, Objects.requireNonNullElse(scheme.runsOutOn(), Instant.MAX));
    }

    private void waiting(Runnable wait) {
        waiting.increment();
        try {
            wait.run();
        } finally {
            waiting.decrement();
        }
    }

    private Duration left(long begun) {
        return Duration.ofNanos(timeoutNanos - (time.nanoTime() - begun));
    }

    @SuppressWarnings("deprecation") // Thread.threadId() came after 17, the oldest release supported
    private static int ownLane() {
        return (int) Thread.currentThread().getId();
    }
}
