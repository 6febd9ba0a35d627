package dev.idgen.internal.timestamp;

import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.Batches;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.TimedSource;
import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Restartable;
import dev.idgen.internal.time.TickScale;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.NodeSequences.Lane;
import dev.idgen.internal.timestamp.node.LeasedNodeSource;
import dev.idgen.internal.timestamp.node.NodeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the ids of a scheme with timestamps. It takes stamps from the held node id's sequences. If there are none, it
 * waits, see {@link StampWait}. It ends when its source of node ids ends, but does not close the source. A restart
 * gives it a new source.
 *
 * <p><b>Guarantee.</b> No two ids of this scheme are equal while no two node ids are, see {@link NodeSource}. Within
 * one process they are distinct whatever the clocks do.
 *
 * <p>Thread-safe, also for virtual threads. Taking a stamp takes no lock. It does not wait while the clock advances and
 * the node id is held.
 */
public final class Stamper extends Restartable<NodeSource> implements TimedSource {

    private static final Logger log = LoggerFactory.getLogger(Stamper.class);
    private static final Duration SOON = Duration.ofDays(5 * 365L);

    private final String generator;
    private final Scheme<?> scheme;

    private final TimeSource time;
    private final NodeEntropy entropy;
    private final HeldSequences sequences;
    private final StampWait wait;

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
        return new Stamper(generator, scheme, nodes, time, settings, new NodeEntropy(() -> Entropy.of(time.random())));
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
        TickScale scale = scheme.scale();
        Duration maxLead = settings.maxLead(latest().isExclusive());
        // The clock's millisecond may have several ticks, which may all be used.
        this.sequences = new HeldSequences(scheme, entropy, scale.ticksIn(maxLead) + scale.ticksPerMilli() - 1);
        this.wait = new StampWait(generator, scheme, sequences, this::latest, time, settings, new LongAdder());
        warnOfTheEnd();
    }

    private void warnOfTheEnd() {
        Instant end = scheme.runsOutOn();
        Instant now = time.instant();
        if (end != null && !end.isAfter(now)) {
            log.error(
                    "the timestamps of generator '{}' ran out on {}: it issues no ids. It needs another epoch or layout",
                    generator,
                    end);
        } else if (end != null && end.isBefore(now.plus(SOON))) {
            log.warn(
                    "the timestamps of generator '{}' run out on {}, in {} days; from then on it issues no ids. It needs another"
                            + " epoch or layout",
                    generator,
                    end,
                    Duration.between(now, end).toDays());
        }
    }

    @Override
    public long nextLong() {
        NodeSource source = latest();
        long nowMillis = source.recentMillis();
        Lane lane = sequences.lane(source);
        long stamp = take(lane, nowMillis, 1);
        return lane == null || stamp == TickSequence.REFUSED ? wait.await(IdType.LONG) : lane.low(stamp);
    }

    @Override
    public <T> T next(IdType<T> form) {
        NodeSource source = latest();
        long nowMillis = source.recentMillis();
        Lane lane = sequences.lane(source);
        long stamp = take(lane, nowMillis, 1);
        return lane == null || stamp == TickSequence.REFUSED ? wait.await(form) : lane.id(stamp, form);
    }

    @Override
    public <T> List<T> next(int count, IdType<T> form) {
        List<T> ids = new ArrayList<>(Batches.check(count));
        while (ids.size() < count) {
            Batch run = take(count - ids.size());
            if (run == null) {
                ids.add(wait.await(form));
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
                ids[done++] = wait.await(IdType.LONG);
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
        long nowMillis = source.recentMillis();
        Lane lane = sequences.lane(source);
        long first = take(lane, nowMillis, most);
        return lane == null || first == TickSequence.REFUSED
                ? null
                : new Batch(lane, first, lane.sequence().inARow(first, most));
    }

    private long take(@Nullable Lane lane, long nowMillis, int most) {
        long first = lane == null ? TickSequence.REFUSED : lane.next(nowMillis, most);
        // At a high rate, stamps are consecutive, so some are multiples of any power of two.
        if ((first & (TimeSource.READINGS_PER_RENEWAL - 1)) == 0) {
            time.renew();
        }
        return first;
    }

    @Override
    public <T> CompletableFuture<T> nextAsync(IdType<T> form) {
        return wait.awaitAsync(form);
    }

    @Override
    public Optional<String> unavailability() {
        NodeSequences held = sequences.latest();
        return held != null && held.isExhausted(latest().millis())
                ? Optional.ofNullable(wait.exhausted().getMessage())
                : latest().unavailability();
    }

    @Override
    public List<Measure> measures() {
        List<Measure> measures = new ArrayList<>(super.measures());
        measures.add(GeneratorMeasures.issued(sequences::issued));
        measures.add(GeneratorMeasures.waiting(wait.waiting()::sum));
        return List.copyOf(measures);
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
        // The latest instant of any stamp, of whatever instance: clocks may differ by up to a day.
        Instant latest = scheme.composition().wraps()
                ? Instant.ofEpochMilli(latest().millis()).plus(Duration.ofDays(1))
                : Instant.MAX;
        return scheme.decode(id, issuedBy == null ? latest : issuedBy);
    }

    @Override
    public String toString() {
        return scheme.name() + " generator '" + generator + "'";
    }
}
