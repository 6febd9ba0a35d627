package dev.idgen.internal.timestamp;

import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.SchemeExhaustedException;
import dev.idgen.TickUnavailableException;
import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.Batches;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.TimedSource;
import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Restartable;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.NodeSequences.Lane;
import dev.idgen.internal.timestamp.node.LeasedNodeSource;
import dev.idgen.internal.timestamp.node.Node;
import dev.idgen.internal.timestamp.node.NodeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the ids of a scheme with timestamps. It takes stamps from the held node id's sequences. If necessary, it waits
 * for the clock or a node id, until a deadline. It ends when its source of node ids ends, but does not close the
 * source. A restart gives it a new source.
 *
 * <p><b>Guarantee.</b> No two ids of this scheme are equal while no two node ids are, see {@link NodeSource}. Within
 * one process they are distinct whatever the clocks do.
 *
 * <p>Thread-safe, also for virtual threads. Taking a stamp takes no lock. It does not wait while the clock advances and
 * the node id is held.
 */
/*
 * sequences belongs to the node id that was current when it was installed. A thread that finds another current node id
 * installs the sequences of that one. It reads sequences first and the current node id second, and a source never
 * returns to a Node that it gave up. So compareAndSet only succeeds towards later nodes, and there is one NodeSequences
 * for each Node. The previous one is closed first; so its last stamp is known, and the next one's stamps are greater.
 *
 * The clock is read before the current node id. So a thread that is held up in between has an old time. No stamp is
 * later than the lead allowed when the node id was given back.
 *
 * Each attempt of a call reads the latest source once. A source is replaced only after it was closed, when it has no
 * current node id and will have none. So what holds for the node ids of one source holds for those of all sources in
 * turn.
 */
public final class Stamper extends Restartable<NodeSource> implements TimedSource {

    private static final Logger log = LoggerFactory.getLogger(Stamper.class);
    private static final Duration SOON = Duration.ofDays(5 * 365L);

    private static final long SHORTEST_PAUSE_NANOS = 50_000;

    private final String generator;
    private final Scheme<?> scheme;

    private final TimeSource time;
    private final NodeEntropy entropy;
    private final Duration maxLead;
    private final long leadTicks;
    private final long timeoutNanos;
    private final LongAdder waiting = new LongAdder();
    private final AtomicReference<@Nullable NodeSequences> sequences = new AtomicReference<>();

    /**
     * What a refused caller waits for. The wait throws, or its future fails, if it takes too long.
     *
     * @param source the caller needs a node id of this source whose window extends beyond {@code value}; null if the
     *     caller needs the clock to advance
     * @param value without a source, by how many nanoseconds; 0 to look again at once
     */
    private record Hurdle(@Nullable NodeSource source, TimeSource time, long value) {

        void await(Duration most) {
            if (source != null) {
                source.await(value, most);
            } else if (value > 0) {
                time.pause(value);
            }
        }

        CompletableFuture<?> awaitAsync(Duration most) {
            return source != null
                    ? source.awaitAsync(value, most)
                    : CompletableFuture.runAsync(
                            () -> {},
                            CompletableFuture.delayedExecutor(value, TimeUnit.NANOSECONDS, Waiters.CALLBACKS));
        }
    }

    /**
     * The source of a generator's ids.
     *
     * @param generator the generator's name in messages
     * @param nodes creates a source whose node ids have as many bits as the scheme's
     */
    public static Stamper of(
            String generator,
            Scheme<?> scheme,
            Supplier<NodeSource> nodes,
            TimeSource time,
            GeneratorSettings settings) {
        Instant end = scheme.runsOutOn();
        if (end != null) {
            tellIfNear(end, generator, time.instant());
        }
        return new Stamper(generator, scheme, nodes, time, settings, new NodeEntropy(Entropy::random));
    }

    private static void tellIfNear(Instant end, String generator, Instant now) {
        if (!end.isAfter(now)) {
            log.error(
                    "the timestamps of generator '{}' ran out on {}: it issues no ids. It needs another epoch or layout",
                    generator,
                    end);
        } else if (end.isBefore(now.plus(SOON))) {
            log.warn(
                    "the timestamps of generator '{}' run out on {}, in {} days; from then on it issues no ids. It needs another"
                            + " epoch or layout",
                    generator,
                    end,
                    Duration.between(now, end).toDays());
        }
    }

    Stamper(
            String generator,
            Scheme<?> scheme,
            Supplier<NodeSource> nodes,
            TimeSource time,
            GeneratorSettings settings,
            NodeEntropy entropy) {
        super(
                () -> {
                    NodeSource source = nodes.get();
                    source.allowLead(settings.maxLead(source.isExclusive())
                            .plus(scheme.scale().tick()));
                    entropy.begin();
                    return source;
                },
                NodeSource::measures,
                source -> {});
        this.generator = generator;
        this.scheme = scheme;
        this.time = time;
        this.entropy = entropy;
        this.maxLead = settings.maxLead(latest().isExclusive());
        this.timeoutNanos = settings.acquireTimeout().toNanos();
        // The clock's millisecond may have several ticks, all of which may be used.
        this.leadTicks = scheme.scale().ticksIn(maxLead) + scheme.scale().ticksPerMilli() - 1;
    }

    @Override
    public long nextLong() {
        NodeSource source = latest();
        long now = source.recentMillis();
        Lane lane = lane(source);
        if (lane != null) {
            long stamp = take(lane, now, 1);
            if (stamp != TickSequence.REFUSED) {
                return lane.low(stamp);
            }
        }
        return await(IdType.LONG);
    }

    @Override
    public <T> T next(IdType<T> form) {
        NodeSource source = latest();
        long now = source.recentMillis();
        Lane lane = lane(source);
        if (lane != null) {
            long stamp = take(lane, now, 1);
            if (stamp != TickSequence.REFUSED) {
                return lane.id(stamp, form);
            }
        }
        return await(form);
    }

    @Override
    public <T> List<T> next(int count, IdType<T> form) {
        List<T> ids = new ArrayList<>(Batches.check(count));
        while (ids.size() < count) {
            Batch run = take(count - ids.size());
            if (run == null) {
                ids.add(await(form));
                continue;
            }
            for (int i = 0; i < run.size; i++) {
                ids.add(run.lane.id(run.first + i, form));
            }
        }
        return ids;
    }

    @Override
    public long[] nextLongs(int count) {
        long[] ids = new long[Batches.check(count)];
        int done = 0;
        while (done < count) {
            Batch run = take(count - done);
            if (run == null) {
                ids[done++] = await(IdType.LONG);
                continue;
            }
            for (int i = 0; i < run.size; i++) {
                ids[done++] = run.lane.low(run.first + i);
            }
        }
        return ids;
    }

    /** Consecutive stamps. */
    private record Batch(Lane lane, long first, int size) {}

    /** Takes consecutive stamps, which costs hardly more than one. Null if none is available without waiting. */
    private @Nullable Batch take(int most) {
        NodeSource source = latest();
        long now = source.recentMillis();
        Lane lane = lane(source);
        long first = lane == null ? TickSequence.REFUSED : take(lane, now, most);
        return lane == null || first == TickSequence.REFUSED
                ? null
                : new Batch(lane, first, lane.sequence().inARow(first, most));
    }

    /** The calling thread's sequence; null if the held sequences are not those of the current node id. */
    private @Nullable Lane lane(NodeSource source) {
        NodeSequences held = sequences.get();
        return held == null || held.node() != source.current() ? null : held.lane(ownLane());
    }

    private long take(Lane lane, long now, int most) {
        long first = lane.next(now, most);
        renewAfter(first);
        return first;
    }

    /** Renews the shared clock. At a high rate, stamps are consecutive, so some are multiples of any power of two. */
    private void renewAfter(long stamp) {
        if ((stamp & (TimeSource.READINGS_PER_RENEWAL - 1)) == 0) {
            time.renew();
        }
    }

    private <T> T await(IdType<T> form) {
        long begun = time.nanoTime();
        for (; ; ) {
            Attempt<T> attempt = attempt(form, begun, true);
            if (attempt.id() != null) {
                return attempt.id();
            }
            waiting.increment();
            try {
                attempt.hurdle().await(left(begun));
            } finally {
                waiting.decrement();
            }
        }
    }

    @Override
    public <T> CompletableFuture<T> nextAsync(IdType<T> form) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        tryLater(form, time.nanoTime(), outcome);
        if (!outcome.isDone()) {
            waiting.increment();
            outcome.whenComplete((id, failure) -> waiting.decrement());
        }
        return outcome;
    }

    /** Completes the future with an id, or retries on another thread once the hurdle is gone. */
    private <T> void tryLater(IdType<T> form, long begun, CompletableFuture<T> outcome) {
        try {
            Attempt<T> attempt = attempt(form, begun, false);
            if (attempt.id() != null) {
                outcome.complete(attempt.id());
                return;
            }
            attempt.hurdle()
                    .awaitAsync(left(begun))
                    .whenCompleteAsync(
                            (gone, failure) -> {
                                if (failure == null) {
                                    tryLater(form, begun, outcome);
                                } else {
                                    outcome.completeExceptionally(failure);
                                }
                            },
                            Waiters.CALLBACKS);
        } catch (RuntimeException | Error e) {
            outcome.completeExceptionally(e);
        }
    }

    /** An id, or what the caller must wait for. */
    private record Attempt<T>(@Nullable T id, Hurdle hurdle) {}

    /** @param blocking whether the calling thread itself waits, which an interrupted thread cannot do */
    private <T> Attempt<T> attempt(IdType<T> form, long begun, boolean blocking) {
        NodeSource source = latest();
        long now = source.millis();
        NodeSequences held = sequences(source);
        if (held == null) {
            return new Attempt<>(null, window(source, Long.MIN_VALUE));
        }
        int own = ownLane();
        for (int i = 0; i < held.laneCount(); i++) {
            Lane lane = held.lane(own + i);
            long stamp = lane.next(now, 1);
            if (stamp != TickSequence.REFUSED) {
                return new Attempt<>(lane.id(stamp, form), clock(0));
            }
        }
        return new Attempt<>(
                null,
                held.node() == source.current()
                        ? hurdle(source, held, held.lane(own), now, begun, blocking)
                        : clock(0));
    }

    @Override
    public Optional<String> unavailability() {
        NodeSequences held = sequences.get();
        if (held != null && held.isExhausted(latest().millis())) {
            return Optional.ofNullable(exhausted().getMessage());
        }
        return latest().unavailability();
    }

    @Override
    public List<Measure> measures() {
        List<Measure> measures = new ArrayList<>(
                List.of(GeneratorMeasures.issued(this::issued), GeneratorMeasures.waiting(waiting::sum)));
        measures.addAll(super.measures());
        return List.copyOf(measures);
    }

    private long issued() {
        NodeSequences held = sequences.get();
        return held == null ? 0 : held.issued();
    }

    @Override
    public Map<String, Object> facts() {
        return latest().facts();
    }

    @Override
    public Map<String, Object> sharedSettings() {
        Map<String, Object> all = new LinkedHashMap<>();
        NodeSource nodes = latest();
        all.put("fields", scheme.composition().shape());
        all.put("epoch", scheme.epoch());
        all.put("tick", scheme.scale().tick());
        all.put("node", nodes instanceof LeasedNodeSource ? "leased" : nodes.isExclusive() ? "random" : "given");
        all.put("scramble", "off");
        return all;
    }

    @Override
    public int bits() {
        return scheme.bits();
    }

    @Override
    public IdScheme scheme() {
        return scheme.describe();
    }

    @Override
    public Word128 floor(Instant instant) {
        return scheme.floor(instant);
    }

    @Override
    public Word128 at(Instant instant) {
        return scheme.at(instant, entropy.next());
    }

    @Override
    public DecodedId decode(Word128 id, @Nullable Instant issuedBy) {
        return scheme.decode(id, issuedBy == null ? latestInstant() : issuedBy);
    }

    /** The latest instant of any stamp, of whatever instance. Clocks may differ by up to a day. */
    private Instant latestInstant() {
        return scheme.wraps() ? Instant.ofEpochMilli(latest().millis()).plus(Duration.ofDays(1)) : Instant.MAX;
    }

    private @Nullable NodeSequences sequences(NodeSource source) {
        for (; ; ) {
            NodeSequences known = sequences.get();
            Node current = source.current();
            if (current == null || (known != null && known.node() == current)) {
                return current == null ? null : known;
            }
            NodeSequences fresh = new NodeSequences(current, scheme, entropy.next(), leadTicks, known, source.millis());
            if (sequences.compareAndSet(known, fresh)) {
                return fresh;
            }
        }
    }

    /** What a refused caller waits for. Throws if waiting is useless or would take too long. */
    private Hurdle hurdle(NodeSource source, NodeSequences held, Lane lane, long now, long begun, boolean blocking) {
        if (held.isExhausted(now)) {
            throw exhausted();
        }
        long notAfter = held.node().notAfter(); // may grow; the caller waits for more than this value
        if (held.isBeyond(notAfter, lane, now)) {
            return window(source, notAfter);
        }
        Duration wait = Duration.ofMillis(held.millisUntilNext(lane, now));
        boolean interrupted = blocking && Thread.currentThread().isInterrupted();
        if (interrupted || wait.compareTo(left(begun)) >= 0) {
            long later = source.millis();
            if (later > now && held.millisUntilNext(lane, later) == 0) {
                return clock(0); // this thread was held up after it read the clock, while others continued
            }
            if (held.isClockBehind(lane, now)
                    && scheme.composition().tellsIdentitiesApart()
                    && source.renewed(held.node()).isPresent()) {
                return clock(0);
            }
            throw new TickUnavailableException(
                    generator,
                    Instant.ofEpochMilli(held.latestMillis(lane)),
                    Instant.ofEpochMilli(now),
                    maxLead,
                    TimeUnit.NANOSECONDS.toMillis(time.nanoTime() - begun));
        }
        // The last millisecond is waited for in small steps: a sleeping thread wakes late, which wastes a tick's
        // numbers.
        return clock(Math.max(SHORTEST_PAUSE_NANOS, wait.minusMillis(1).toNanos()));
    }

    private Hurdle window(NodeSource source, long notAfter) {
        return new Hurdle(source, time, notAfter);
    }

    private Hurdle clock(long nanos) {
        return new Hurdle(null, time, nanos);
    }

    private SchemeExhaustedException exhausted() {
        return new SchemeExhaustedException(generator, Objects.requireNonNullElse(scheme.runsOutOn(), Instant.MAX));
    }

    private Duration left(long begun) {
        return Duration.ofNanos(timeoutNanos - (time.nanoTime() - begun));
    }

    @SuppressWarnings("deprecation") // Thread.threadId() is newer than 17, the oldest supported release
    private static int ownLane() {
        return (int) Thread.currentThread().getId();
    }

    @Override
    public String toString() {
        return scheme.name() + " generator '" + generator + "'";
    }
}
