package dev.idgen.internal.generator;

import static dev.idgen.internal.generator.CounterTypes.ATTEMPTS;

import dev.idgen.Claim;
import dev.idgen.internal.counter.ClaimRange;
import dev.idgen.internal.counter.ClaimedNumbers;
import dev.idgen.internal.counter.CounterNumbers;
import dev.idgen.internal.counter.CounterSequences;
import dev.idgen.internal.counter.CounterSpec;
import dev.idgen.internal.counter.StoreClaim;
import dev.idgen.internal.ids.Codec;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.LongIds;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.KeyedSequences;
import dev.idgen.store.TransactionalStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Creates the generators that a store counts for, and closes and reopens their counters. */
public final class CounterGenerators implements AutoCloseable {

    private final CounterStoreChoice stores;
    private final Duration requestTimeout;
    private final @Nullable Claim claim;
    private final TimeSource time;
    private final CounterTypes resolver;
    private final Map<String, CounterSequences> counters = new LinkedHashMap<>();
    private final Map<String, List<String>> users = new LinkedHashMap<>();

    /** @param claim the application's Claim bean, if it has one */
    public CounterGenerators(
            CounterStoreChoice stores,
            CounterTypes resolver,
            Duration requestTimeout,
            @Nullable Claim claim,
            TimeSource time) {
        this.stores = stores;
        this.resolver = resolver;
        this.requestTimeout = requestTimeout;
        this.claim = claim;
        this.time = time;
    }

    /** Creates a generator as its properties specify. */
    Codec<?> generator(GeneratorEntry entry, BiFunction<CounterTypes, GeneratorEntry, CounterSpec> resolving) {
        CounterSpec spec = resolving.apply(resolver, entry);
        if (spec.transactional()) {
            stores.checkTransactional(entry);
        }
        return CounterNumbers.generator(spec, counters(spec, store(entry)), time);
    }

    /** The counters. In a test slice, memory without transactions may replace the database. */
    private KeyedSequences counters(CounterSpec spec, CounterStoreChoice.Chosen store) {
        return spec.transactional() && store.store() instanceof TransactionalStore database
                ? database.inTransaction(spec.scheme().counting(spec.settings()))
                : counters(store).of(spec);
    }

    Codec<?> randomClaim(GeneratorEntry entry) {
        Claim own = entry.count().store() == null ? claim : null;
        int attempts = entry.bits(ATTEMPTS, ClaimedNumbers.ATTEMPTS);
        ClaimRange range = resolver.claims(entry);
        Duration timeout = entry.settings().acquireTimeout();
        Claim used = own == null ? new StoreClaim(store(entry).store(), timeout) : own;
        return new LongIds(new ClaimedNumbers(entry.name(), range, attempts, used, time.random()), IdType.LONG);
    }

    private CounterStoreChoice.Chosen store(GeneratorEntry entry) {
        CounterStoreChoice.Chosen chosen = stores.choose(entry);
        users.computeIfAbsent(chosen.name(), name -> new ArrayList<>()).add(entry.name());
        return chosen;
    }

    private CounterSequences counters(CounterStoreChoice.Chosen chosen) {
        return counters.computeIfAbsent(chosen.name(), name -> {
            CounterSequences opened = new CounterSequences(chosen.store(), requestTimeout, time);
            opened.warmUp(Requests.FIRST_TIMEOUT);
            return opened;
        });
    }

    /** The name of the store that a generator counts in; empty if it counts in none. */
    Optional<String> storeOf(String generator) {
        return users.entrySet().stream()
                .filter(store -> store.getValue().contains(generator))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** The names of generators that count in each store, by the store's name. */
    public Map<String, List<String>> users() {
        return Collections.unmodifiableMap(users);
    }

    /** The counters of each store in use, by the store's name. */
    Map<String, CounterSequences> stores() {
        return Collections.unmodifiableMap(counters);
    }

    /** Reopens the counters after {@link #close}. */
    void start() {
        counters.values().forEach(sequences -> sequences.reopen(Requests.FIRST_TIMEOUT));
    }

    @Override
    public void close() {
        counters.values().forEach(CounterSequences::close);
    }
}
