package dev.idgen.internal.generator;

import dev.idgen.IdCodec;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.KeyedIds;
import dev.idgen.LongIdGenerator;
import dev.idgen.RoutedIds;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.ids.Codec;
import dev.idgen.internal.lease.Agreement;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.monitor.MonitoredParts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;

/**
 * The generators under {@code idgen.generators}. Creates all of them at once, so that any mistake shows at startup.
 * Closing and stopping return the node ids; a stopped object can start again.
 */
public final class ConfiguredGenerators implements IdGenerators, MonitoredParts, AutoCloseable {

    /** The name of its bean. */
    public static final String BEAN = "idgenGenerators";

    private final TimestampGenerators stamped;
    private final CounterGenerators counted;
    private final Map<String, GeneratorProperties> properties;
    private final List<Agreement.Generator> compared = new ArrayList<>();
    private final @Nullable Agreement agreement;
    private final Map<String, Codec<?>> generators = new LinkedHashMap<>();
    private boolean running = true;

    /** @param comparing makes what compares the generators with those of the namespace; null if no store could */
    public ConfiguredGenerators(
            Map<String, GeneratorProperties> properties,
            TimestampGenerators stamped,
            CounterGenerators counted,
            @Nullable Function<List<Agreement.Generator>, Agreement> comparing) {
        this.stamped = stamped;
        this.counted = counted;
        this.properties = Map.copyOf(properties);
        try {
            properties.forEach(this::add);
            this.agreement = comparing == null ? null : comparing.apply(compared);
            compare();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** The configured properties, by the generators' names. */
    public static Map<String, GeneratorProperties> properties(Binder binder) {
        return binder.bind(GeneratorProperties.PREFIX, Bindable.mapOf(String.class, GeneratorProperties.class))
                .orElse(Map.of());
    }

    /** Whether there is a generator of that name with these properties. */
    public boolean has(String name, GeneratorProperties given) {
        return given.equals(properties.get(name));
    }

    private void add(String name, GeneratorProperties given) {
        Codec<?> made = given.make(name, stamped, counted);
        generators.forEach((earlier, other) -> refuseCommonText(given.entry(name), made, earlier, other));
        generators.put(name, made);
        addCompared(given.entry(name), made);
    }

    /** A prefix says which generator an id is of. So if two have one, neither may read an id of the other. */
    private static void refuseCommonText(GeneratorEntry entry, Codec<?> made, String earlier, Codec<?> other) {
        String read = made.mistakable(other);
        String text = read == null ? other.mistakable(made) : read;
        if (text != null) {
            throw entry.wrong(
                    "text.prefix",
                    "does not tell its ids from those of generator '" + earlier + "': " + Quote.of(text)
                            + " could be of either",
                    "Set another prefix here, or as '" + GeneratorProperties.PREFIX + "." + earlier
                            + ".text.prefix'. If both make ids of one"
                            + " kind, remove all properties under 'text' of one, and format and parse with the other.");
        }
    }

    private void addCompared(GeneratorEntry entry, Codec<?> ids) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("type", entry.type());
        counted.storeOf(entry.name()).ifPresent(store -> {
            settings.put("store", store);
            settings.put("transactional", entry.count().isTransactional());
        });
        settings.putAll(ids.sharedSettings());
        if (settings.size() > 1) {
            compared.add(new Agreement.Generator(
                    entry.name(), settings, entry.general().replaces(), ids.calls()::guard));
        }
    }

    private void compare() {
        if (agreement != null) {
            agreement.start();
        }
    }

    public CounterGenerators counted() {
        return counted;
    }

    /** Whether any generator leases its node id. */
    public boolean leasesNodeIds() {
        return stamped.isLeasing();
    }

    /** Takes new node ids, numbers and random bits after {@link #stop}. Only one thread at a time may call this. */
    public void start() {
        if (running) {
            return;
        }
        running = true;
        try {
            counted.start();
            stamped.start();
            compare();
        } catch (RuntimeException e) {
            stop();
            throw e;
        }
    }

    /** Waits until the store has granted or refused each leased node id, and has compared the generators. */
    public void awaitStore() {
        stamped.awaitNodes();
        if (agreement != null) {
            agreement.await();
        }
    }

    /** Returns node ids and numbers, and ends all threads. Calls fail until {@link #start}. */
    public void stop() {
        if (running) {
            close();
            running = false;
        }
    }

    @Override
    public Set<String> names() {
        return Collections.unmodifiableSet(generators.keySet());
    }

    @Override
    public Codec<?> codec(String name) {
        Codec<?> codec = generators.get(Argument.given("name", name));
        if (codec == null) {
            throw new IllegalArgumentException("there is no generator '" + name + "' under '"
                    + GeneratorProperties.PREFIX + "', only " + generators.keySet());
        }
        return codec;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> IdCodec<T> codec(String name, Class<T> type) {
        Argument.given("type", type);
        Codec<?> codec = codec(name);
        Class<?> actual = Objects.requireNonNull(properties.get(name)).idType();
        if (actual != type) {
            throw new IllegalArgumentException("generator '" + name + "' makes ids of type " + actual.getSimpleName()
                    + ", not " + type.getSimpleName());
        }
        return (IdCodec<T>) codec;
    }

    @Override
    public IdGenerator<?> get(String name) {
        Codec<?> codec = codec(name);
        if (codec instanceof IdGenerator<?> generator) {
            return generator;
        }
        String problem = codec instanceof KeyedIds
                ? "has a counter for each key: inject it as @Qualifier(\"" + name
                        + "\") KeyedIds, or get it by getKeyed(\"" + name + "\"), and call forKey(key)"
                : codec instanceof RoutedIds
                        ? "has a field 'route': inject it as @Qualifier(\"" + name
                                + "\") RoutedIds, or get it by getRouted(\"" + name + "\"), and call forRoute(route)"
                        : "only reads and writes ids that something else makes: inject it as @Qualifier(\"" + name
                                + "\") IdCodec, or get it by codec(\"" + name + "\")";
        throw new IllegalArgumentException("generator '" + name + "' " + problem);
    }

    @Override
    public RoutedIds getRouted(String name) {
        if (codec(name) instanceof RoutedIds routed) {
            return routed;
        }
        throw new IllegalArgumentException("generator '" + name
                + "' has no field 'route': get it by get(\"" + name + "\"), or add that field to '"
                + GeneratorProperties.PREFIX + "." + name + ".fields' if its type is 'custom'");
    }

    @Override
    public KeyedIds<?> getKeyed(String name) {
        if (codec(name) instanceof KeyedIds<?> keyed) {
            return keyed;
        }
        throw new IllegalArgumentException(
                "generator '" + name + "' has no keys: get it by get(\"" + name + "\"), or set '"
                        + GeneratorProperties.PREFIX + "." + name + ".keyed' to true if its type is 'counter'");
    }

    @Override
    public <T> KeyedIds<T> getKeyed(String name, Class<T> type) {
        Argument.given("type", type);
        getKeyed(name); // says why there are no keys, before the types are compared
        return (KeyedIds<T>) codec(name, type);
    }

    @Override
    public <T> IdGenerator<T> get(String name, Class<T> type) {
        Argument.given("type", type);
        get(name); // says what it is instead, before the types are compared
        return (IdGenerator<T>) codec(name, type);
    }

    @Override
    public LongIdGenerator getLong(String name) {
        return (LongIdGenerator) get(name, Long.class);
    }

    /** The beans of these names, for the definition of a map. */
    public Map<String, Object> beans(List<String> names) {
        Map<String, Object> beans = new LinkedHashMap<>();
        names.forEach(name -> beans.put(name, codec(name)));
        return Collections.unmodifiableMap(beans);
    }

    @Override
    public Map<String, Monitored> parts() {
        Map<String, Monitored> parts = new LinkedHashMap<>(generators);
        counted.stores().forEach((name, store) -> parts.put("counters:" + name, store));
        return parts;
    }

    @Override
    public void close() {
        stamped.close();
        counted.close();
    }

    @Override
    public String toString() {
        return "idgen generators " + generators.keySet();
    }
}
