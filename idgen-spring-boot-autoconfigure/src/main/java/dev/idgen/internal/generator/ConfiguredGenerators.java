package dev.idgen.internal.generator;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.monitor.MonitoredParts;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;

/**
 * The generators under {@code idgen.generators}. All are made at once, so that a mistake in any shows at start. Closing gives
 * their node ids back, and so does stopping, after which the generators can be started again.
 */
public final class ConfiguredGenerators implements IdGenerators, MonitoredParts, AutoCloseable {

    public static final String PREFIX = "idgen.generators";

    private final StampedGenerators stamped;
    private final CountedGenerators counted;
    private final Map<String, IdGenerator<?>> generators = new LinkedHashMap<>();
    private final Map<String, Class<?>> idTypes = new LinkedHashMap<>();
    private boolean running = true;

    public ConfiguredGenerators(
            Map<String, GeneratorProperties> properties, StampedGenerators stamped, CountedGenerators counted) {
        this.stamped = stamped;
        this.counted = counted;
        try {
            properties.forEach(this::add);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** What is configured, by the generators' names. */
    public static Map<String, GeneratorProperties> properties(Binder binder) {
        return binder.bind(PREFIX, Bindable.mapOf(String.class, GeneratorProperties.class))
                .orElse(Map.of());
    }

    private void add(String name, GeneratorProperties properties) {
        GeneratorEntry entry = new GeneratorEntry(name, properties);
        GeneratorKind kind = GeneratorKind.of(entry.type());
        generators.put(name, kind.make(entry, stamped, counted));
        idTypes.put(name, kind.idType(properties));
    }

    /** Makes those whose numbers a store counts. */
    public CountedGenerators counted() {
        return counted;
    }

    /** Whether any node id is leased from a store. */
    public boolean leasesNodeIds() {
        return stamped.isLeasing();
    }

    /** Takes new node ids and numbers after {@link #stop}, by new names and with new random bits. For one thread at a time. */
    public void start() {
        if (running) {
            return;
        }
        running = true;
        try {
            counted.start();
            stamped.start();
        } catch (RuntimeException e) {
            stop();
            throw e;
        }
    }

    /** Waits until all node ids that are leased have been granted or refused. */
    public void awaitNodes() {
        stamped.awaitNodes();
    }

    /** Gives node ids and numbers back and ends all threads. Calls fail until {@link #start}. */
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
    public IdGenerator<?> get(String name) {
        IdGenerator<?> generator = generators.get(Argument.given("name", name));
        if (generator == null) {
            throw new IllegalArgumentException(
                    "there is no generator '" + name + "' under '" + PREFIX + "', only " + names());
        }
        return generator;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> IdGenerator<T> get(String name, Class<T> type) {
        Argument.given("type", type);
        IdGenerator<?> generator = get(name);
        Class<?> actual = Objects.requireNonNull(idTypes.get(name));
        if (actual != type) {
            throw new IllegalArgumentException("generator '" + name + "' makes ids of type " + actual.getSimpleName()
                    + ", not " + type.getSimpleName());
        }
        return (IdGenerator<T>) generator;
    }

    @Override
    public LongIdGenerator getLong(String name) {
        return (LongIdGenerator) get(name, Long.class);
    }

    /** The generator of UUIDs of that name, for the definition of its bean. */
    public IdGenerator<UUID> getUuid(String name) {
        return get(name, UUID.class);
    }

    /** The generator of texts of that name, for the definition of its bean. */
    public IdGenerator<String> getString(String name) {
        return get(name, String.class);
    }

    @Override
    public Map<String, Monitored> parts() {
        Map<String, Monitored> parts = new LinkedHashMap<>();
        generators.forEach((name, generator) -> {
            if (generator instanceof Ids<?> ids) {
                parts.put(name, ids.source());
            }
        });
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
        return "idgen generators " + names();
    }
}
