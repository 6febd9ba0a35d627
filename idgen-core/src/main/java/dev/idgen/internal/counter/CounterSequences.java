package dev.idgen.internal.counter;

import dev.idgen.CounterStore;
import dev.idgen.internal.counter.CounterTraces.Trace;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.monitor.Restartable;
import dev.idgen.internal.request.Breaker;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.KeyedSequences;
import dev.idgen.store.Progression;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the counters of one store. They share a planner thread. {@link #close} ends the thread and all counters, until
 * {@link #reopen}. Thread-safe; close and reopen it from one thread at a time.
 */
/*
 * The monitor is held while a counter opens, and while all counters reopen. So a counter that opens meanwhile either
 * reopens with the others or already uses the new planner.
 */
public final class CounterSequences implements Monitored, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(CounterSequences.class);
    private static final Duration BREAKER_WAIT = Duration.ofMillis(500);

    private final CounterStore store;
    private final TimeSource time;
    private final Restartable<Requests> planner;
    private final List<Restartable<?>> opened = new CopyOnWriteArrayList<>();

    /** @param requestTimeout how long a request to the store may take */
    public CounterSequences(CounterStore store, Duration requestTimeout, TimeSource time) {
        this(
                store,
                () -> new Requests(
                        time.planner("idgen-counter"),
                        requestTimeout,
                        time,
                        bug -> log.error("a counting task failed unexpectedly", bug)),
                time);
    }

    CounterSequences(CounterStore store, Supplier<Requests> planning, TimeSource time) {
        this.store = store;
        this.time = time;
        this.planner = new Restartable<>(planning, Requests::measures, Requests::close);
    }

    /**
     * Opens all counters again after {@link #close}. Their users continue with them, as in a new process.
     *
     * @param most how long to wait for the store, see {@link #warmUp}
     */
    public void reopen(Duration most) {
        planner.restart();
        warmUp(most);
        synchronized (this) {
            opened.forEach(Restartable::restart);
        }
    }

    /**
     * Makes a request that changes nothing, and waits for the answer. So the first caller does not wait for a
     * connection or for cold code. Its outcome does not matter.
     */
    public void warmUp(Duration most) {
        Requests requests = planner.latest();
        if (requests.await(() -> store.giveBack("warm-up", 1, 1), most)) {
            requests.connectionWorks();
        }
    }

    /** The counters of a generator, which take numbers in separate transactions. */
    public KeyedSequences of(CounterSpec spec) {
        String name = spec.scheme().generator();
        NumberMapping mapping = spec.scheme().numbers();
        SegmentSettings ahead = spec.ahead();
        if (mapping instanceof NumberMapping.Decimal decimal) {
            return decimalNumbers(name, decimal.generators(), NumberMapping.Decimal.PER_GENERATOR, spec.settings());
        }
        if (mapping instanceof NumberMapping.Ranges ranges) {
            return ranges(name, ranges, spec.settings(), Objects.requireNonNull(ahead));
        }
        Progression numbers = spec.scheme().progression();
        return ahead == null ? merged(numbers, spec.settings()) : segments(name, numbers, spec.settings(), ahead);
    }

    /** Counts 1, 2, 3 in the order of issue, separately for each name, see {@link MergedCounter}. */
    public synchronized KeyedSequences merged(Progression numbers, CounterSettings settings) {
        return add(new KeyedCounters((name, known) -> new MergedCounter(
                new GuardedCounter(name, store, planner.latest(), numbers, settings.floor(), known),
                planner.latest(),
                time,
                settings.acquireTimeout(),
                Waiters.CALLBACKS)));
    }

    /** Counts 1, 2, 3 with numbers fetched ahead, see {@link SegmentChain}. */
    public RestartableSequence segments(
            String name, Progression numbers, CounterSettings settings, SegmentSettings ahead) {
        return chain(() -> guarded(name, numbers, settings), settings, ahead);
    }

    /**
     * Numbers of several ranges, fetched ahead. Each counter k of the region has the range {@code k * range} to
     * {@code (k + 1) * range - 1}. The number 0 is skipped.
     */
    public RestartableSequence ranges(
            String name, NumberMapping.Ranges ranges, CounterSettings settings, SegmentSettings ahead) {
        return chain(
                () -> new MultiCounter(
                        name,
                        ranges,
                        time.random().nextInt(ranges.counters()),
                        (key, numbers) -> new GuardedCounter(key, store, planner.latest(), numbers, 0, Trace.NONE),
                        key -> new Breaker(key, BREAKER_WAIT, time),
                        time),
                settings,
                ahead);
    }

    /**
     * Numbers {@code generator * perGenerator + n}. The store counts generators, and this instance counts n from 0.
     *
     * @param generators the generators that this instance may take
     * @param perGenerator how many numbers one generator has
     */
    public RestartableSequence decimalNumbers(
            String name, Progression generators, int perGenerator, CounterSettings settings) {
        SegmentSettings ahead = new SegmentSettings(1000, 1000, Duration.ofSeconds(1), false);
        return chain(
                () -> new DecimalNumberSource(guarded(name, generators, settings), generators, perGenerator),
                settings,
                ahead);
    }

    private GuardedCounter guarded(String name, Progression numbers, CounterSettings settings) {
        return new GuardedCounter(name, store, planner.latest(), numbers, settings.floor(), Trace.NONE);
    }

    private synchronized RestartableSequence chain(
            Supplier<BlockSource> source, CounterSettings settings, SegmentSettings ahead) {
        return add(new RestartableSequence(() -> {
            SegmentChain chain = new SegmentChain(
                    source.get(), planner.latest(), time, settings.acquireTimeout(), ahead, Waiters.CALLBACKS);
            chain.start();
            return chain;
        }));
    }

    private <T extends Restartable<?>> T add(T counters) {
        opened.add(counters);
        if (planner.running() == null) {
            counters.stop();
        }
        return counters;
    }

    /** The requests of all counters. */
    @Override
    public List<Measure> measures() {
        return planner.measures();
    }

    @Override
    public void close() {
        opened.forEach(Restartable::stop);
        planner.stop();
    }
}
