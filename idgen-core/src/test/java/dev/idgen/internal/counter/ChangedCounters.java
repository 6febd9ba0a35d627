package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.CountedIds;
import dev.idgen.CounterExhaustedException;
import dev.idgen.CounterStore;
import dev.idgen.DecodedId;
import dev.idgen.IdGenerator;
import dev.idgen.KeyedIds;
import dev.idgen.Monotonicity;
import dev.idgen.internal.request.Breaker;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.store.NumberSequence;
import dev.idgen.store.Progression;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * Instances of one generator, in logical time, whose settings change. Each region has a store of its own. With several
 * regions, all instances have the same start and step, as idgen requires.
 */
final class ChangedCounters {

    private static final String NAME = "g";
    private static final long RANGE = 12;
    private static final Duration LONG = Duration.ofDays(1000);
    private static final Duration PAUSE = Duration.ofMillis(60);

    enum Kind {
        /** With keys and periods. */
        COUNTER,
        SEGMENT,
        MULTI_COUNTER
    }

    enum Action {
        START,
        CHANGE,
        TAKE,
        TAKE_MANY,
        RAISE,
        STOP,
        KILL,
        PASS_A_YEAR,
        SPLIT,
        UNITE
    }

    /** A rule that a story goes without. */
    enum Omitted {
        NOTHING,
        /** The stored value is the last number. Without it, the value is how many were issued. */
        LAST_NUMBER,
        /** The limit is compared with the sum. */
        LIMIT,
        /** Raising reaches the store. */
        RAISE
    }

    record Step(Action action, int a, int b, int c) {}

    /** What an operator sets. */
    private record Settings(long start, long step, long max, int counters) {}

    private final Kind kind;
    private final Omitted omitted;
    private final ManualTime time = new ManualTime(Instant.parse("2026-06-01T00:00:00Z"));
    private final Set<String> issued = new HashSet<>();
    private final List<Shard> shards = new ArrayList<>();
    private Settings settings = new Settings(1, 1, 10_000, 3);

    ChangedCounters(Kind kind, Omitted omitted) {
        this.kind = kind;
        this.omitted = omitted;
        shards.add(new Shard(Region.ALL));
    }

    void play(List<Step> story) {
        for (Step step : story) {
            Shard shard = shards.get(step.a % shards.size());
            switch (step.action) {
                case START -> shard.start(step.b % 2 == 0);
                case CHANGE -> change(step);
                case TAKE -> shard.one(step.b).ifPresent(instance -> instance.take(step.c, 1 + step.c % 3));
                case TAKE_MANY -> shard.one(step.b).ifPresent(instance -> instance.take(step.c, 1 + step.c % 40));
                case RAISE -> shard.one(step.b).ifPresent(instance -> instance.raise(step.c, step.c % 150));
                case STOP -> shard.one(step.b).ifPresent(instance -> shard.end(instance, true));
                case KILL -> shard.one(step.b).ifPresent(instance -> shard.end(instance, false));
                case PASS_A_YEAR -> time.advance(Duration.ofDays(365));
                case SPLIT -> split(step.a % shards.size(), step.b);
                case UNITE -> unite();
            }
        }
    }

    private void change(Step step) {
        boolean oneRegion = shards.size() == 1;
        settings = new Settings(
                oneRegion ? 1 + step.a % 60 : settings.start,
                oneRegion ? 1 + step.b % 12 : settings.step,
                1 + step.c % 400,
                1 + step.c % 7);
    }

    /** As docs/regions.md says: end the instances, and let the new region begin above what was issued. */
    private void split(int which, int seed) {
        if (shards.size() >= 4) {
            return;
        }
        shards.forEach(shard -> shard.endAll(seed % 2 == 0)); // so that all have the same start and step afterwards
        Shard old = shards.get(which);
        Region whole = old.region;
        old.region = new Region(whole.number(), 2 * whole.of());
        Shard other = new Shard(new Region(whole.number() + whole.of(), 2 * whole.of()));
        other.store.raise(old.store.values);
        shards.add(other);
    }

    private void unite() {
        Shard first = shards.get(0);
        shards.forEach(shard -> shard.endAll(true));
        shards.forEach(shard -> first.store.raise(shard.store.values));
        first.region = Region.ALL;
        shards.retainAll(List.of(first));
    }

    /** A region with its store and its instances. */
    private final class Shard {

        private final Store store = new Store();
        private final List<Instance> instances = new ArrayList<>();
        private Region region;

        Shard(Region region) {
            this.region = region;
        }

        Optional<Instance> one(int seed) {
            return instances.isEmpty() ? Optional.empty() : Optional.of(instances.get(seed % instances.size()));
        }

        void start(boolean giveBack) {
            NumberTemplate template = kind == Kind.COUNTER
                    ? new NumberTemplate("{key}-{yyyy}-{" + (settings.max > 99 ? "000" : "00") + "}")
                    : null;
            long greatest = template == null ? settings.max : Math.min(settings.max, template.max());
            Progression all = new Progression(settings.start, settings.step, greatest);
            if (region.of() <= (kind == Kind.MULTI_COUNTER ? settings.counters : all.size())) {
                instances.add(new Instance(this, all, template, giveBack));
            }
        }

        void end(Instance instance, boolean orderly) {
            if (orderly) {
                instance.close.run();
            }
            instances.remove(instance);
        }

        void endAll(boolean orderly) {
            List.copyOf(instances).forEach(instance -> end(instance, orderly));
        }
    }

    private final class Instance {

        private final ManualScheduler scheduler = new ManualScheduler(time);
        private final Requests requests = new Requests(scheduler, LONG, time, bug -> {
            throw new AssertionError(bug);
        });
        private final Store store;
        private final NumberMapping numbers;
        private final long max;
        private final Runnable close;

        /** With keys. */
        private KeyedIds<String> keyed;

        /** Without. */
        private NumberSequence sequence;

        Instance(Shard shard, Progression all, NumberTemplate template, boolean giveBack) {
            store = shard.store;
            CounterStore used = store.as(all);
            if (kind == Kind.MULTI_COUNTER) {
                NumberMapping.Ranges ranges = new NumberMapping.Ranges(settings.counters, RANGE, shard.region);
                numbers = ranges;
                max = settings.counters * RANGE - 1;
                SegmentChain chain = chain(
                        new MultiCounter(
                                NAME,
                                ranges,
                                settings.counters / 2,
                                (key, own) -> new GuardedCounter(key, used, requests, own, 0, CounterTraces.Trace.NONE),
                                key -> new Breaker(key, PAUSE, time),
                                time),
                        giveBack);
                sequence = chain;
                close = chain::close;
            } else {
                NumberMapping.Linear linear = new NumberMapping.Linear(all, shard.region);
                numbers = linear;
                max = all.max();
                if (kind == Kind.SEGMENT) {
                    SegmentChain chain = chain(
                            new GuardedCounter(NAME, used, requests, linear.own(), -1, CounterTraces.Trace.NONE),
                            giveBack);
                    sequence = chain;
                    close = chain::close;
                } else {
                    KeyedCounters counters = new KeyedCounters((name, known) -> new MergedCounter(
                            new GuardedCounter(name, used, requests, linear.own(), -1, known),
                            requests,
                            time,
                            LONG,
                            Runnable::run));
                    CounterScheme scheme = new CounterScheme(NAME, "counter", Monotonicity.NONE, linear, template);
                    CounterSpec spec = new CounterSpec(scheme, new CounterSettings(LONG, -1), null, true, null, false);
                    keyed = texts((KeyedIds<?>) CounterNumbers.generator(spec, counters, time));
                    close = () -> {};
                }
            }
        }

        private SegmentChain chain(BlockSource source, boolean giveBack) {
            SegmentSettings ahead = new SegmentSettings(3, 10, PAUSE, giveBack);
            SegmentChain chain = new SegmentChain(source, requests, time, LONG, ahead, Runnable::run);
            chain.start();
            return chain;
        }

        @SuppressWarnings("unchecked") // ids of a template are strings
        private static KeyedIds<String> texts(KeyedIds<?> ids) {
            return (KeyedIds<String>) ids;
        }

        private IdGenerator<String> key(int seed) {
            return keyed.forKey(seed % 2 == 0 ? "a" : "b");
        }

        void take(int seed, int count) {
            for (int i = 0; i < count; i++) {
                if (keyed == null) {
                    note(settled(sequence.nextAsync()).map(numbers::id), NAME);
                } else {
                    settled(key(seed).nextAsync()).ifPresent(id -> {
                        DecodedId parts = key(seed).decode(id);
                        note(Optional.of(parts.number("number")), parts.text("key") + parts.instant());
                        store.assertAboveRaised(counter(parts), parts.number("number"));
                    });
                }
            }
        }

        private static String counter(DecodedId id) {
            int year =
                    Objects.requireNonNull(id.instant()).atZone(ZoneOffset.UTC).getYear();
            return NAME + "::" + id.text("key") + ":" + year;
        }

        /** The result once it is there; empty if all numbers were issued. */
        private <T> Optional<T> settled(CompletableFuture<T> result) {
            for (int i = 0; i < 100 && !result.isDone(); i++) {
                scheduler.runDue();
                if (!result.isDone()) {
                    scheduler.run(PAUSE);
                }
            }
            assertThat(result).isDone();
            try {
                return Optional.of(result.join());
            } catch (CompletionException e) {
                assertThat(e).hasCauseInstanceOf(CounterExhaustedException.class);
                return Optional.empty();
            }
        }

        private void note(Optional<Long> taken, String counter) {
            taken.ifPresent(number -> {
                assertThat(number).isBetween(1L, max);
                assertThat(issued.add(counter + ":" + number))
                        .as("%s once", number)
                        .isTrue();
            });
        }

        void raise(int seed, long number) {
            try {
                if (keyed == null) {
                    sequence.raiseTo(number);
                    store.noteRaised(kind == Kind.SEGMENT ? NAME : NAME + ":" + number / RANGE, number);
                } else {
                    ((CountedIds<?>) key(seed)).raiseTo(number);
                    String name = NAME + "::" + (seed % 2 == 0 ? "a" : "b") + ":"
                            + time.instant().atZone(ZoneOffset.UTC).getYear();
                    store.noteRaised(name, number);
                }
            } catch (IllegalArgumentException e) {
                // It was given a greater number, or has no such number.
            }
            scheduler.runDue();
        }
    }

    /** Knows which numbers were fetched, and what was raised. */
    private final class Store {

        private final InMemoryCounterStore memory = new InMemoryCounterStore();
        private final Map<String, Long> values = new HashMap<>();
        private final Map<String, Long> raised = new HashMap<>();
        private final Map<String, Set<Long>> fetched = new HashMap<>();

        /** As an instance with these settings uses it. */
        CounterStore as(Progression all) {
            return new CounterStore() {
                @Override
                public CompletionStage<Long> add(String counter, long delta, long floor, long limit) {
                    if (omitted == Omitted.RAISE && delta == 0) {
                        return CompletableFuture.completedFuture(floor);
                    }
                    long most = omitted == Omitted.LIMIT ? Long.MAX_VALUE : limit;
                    if (omitted != Omitted.LAST_NUMBER) {
                        return noted(counter, delta, memory.add(counter, delta, floor, most));
                    }
                    return memory.add(
                                    counter,
                                    delta / all.step(),
                                    all.count(floor),
                                    limit == Long.MAX_VALUE ? limit : all.count(limit))
                            .thenApply(all::at);
                }

                @Override
                public CompletionStage<Optional<Long>> read(String counter) {
                    return memory.read(counter);
                }

                @Override
                public CompletionStage<Boolean> giveBack(String counter, long expected, long value) {
                    if (omitted == Omitted.LAST_NUMBER) {
                        return memory.giveBack(counter, all.count(expected), all.count(value));
                    }
                    CompletionStage<Boolean> done = memory.giveBack(counter, expected, value);
                    if (done.toCompletableFuture().join()) {
                        values.put(counter, value);
                    }
                    return done;
                }
            };
        }

        private CompletionStage<Long> noted(String counter, long delta, CompletionStage<Long> sum) {
            if (!sum.toCompletableFuture().isCompletedExceptionally()) {
                long value = sum.toCompletableFuture().join();
                values.put(counter, value);
                Set<Long> before = fetched.computeIfAbsent(counter, name -> new HashSet<>());
                for (long number = value - delta + 1; number <= value; number++) {
                    if (before.add(number)) {
                        assertAboveRaised(counter, number);
                    }
                }
            }
            return sum;
        }

        void noteRaised(String counter, long number) {
            raised.merge(counter, number, Math::max);
        }

        void assertAboveRaised(String counter, long number) {
            assertThat(number).as(counter).isGreaterThan(raised.getOrDefault(counter, Long.MIN_VALUE));
        }

        void raise(Map<String, Long> least) {
            least.forEach((counter, value) -> {
                memory.add(counter, 0, value, Long.MAX_VALUE);
                values.merge(counter, value, Math::max);
            });
        }
    }
}
