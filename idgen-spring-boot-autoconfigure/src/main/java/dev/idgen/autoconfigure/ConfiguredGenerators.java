package dev.idgen.autoconfigure;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.monitor.MonitoredParts;
import dev.idgen.internal.stamped.GeneratorSettings;
import dev.idgen.internal.stamped.Scheme;
import dev.idgen.internal.stamped.Stamped;
import dev.idgen.internal.stamped.StampedGenerators;
import dev.idgen.internal.stamped.node.NodeSource;
import dev.idgen.internal.time.TimeSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The generators under {@code idgen.generators}. All are made at once, so that a mistake in any shows at start. Closing gives
 * their node ids back, and so does stopping, after which the generators can be started again.
 */
final class ConfiguredGenerators implements IdGenerators, MonitoredParts, AutoCloseable {

    static final String PREFIX = "idgen.generators";

    private final String namespace;
    private final NodeSources nodes;
    private final CountedGenerators counted;
    private final TimeSource time;
    private final Map<String, IdGenerator<?>> generators = new LinkedHashMap<>();
    private final Map<String, Class<?>> idTypes = new LinkedHashMap<>();
    private final Map<String, Supplier<NodeSource>> openings = new LinkedHashMap<>();
    private boolean running = true;

    ConfiguredGenerators(
            String namespace,
            Map<String, GeneratorProperties> properties,
            NodeSources nodes,
            CountedGenerators counted,
            TimeSource time) {
        this.namespace = namespace;
        this.nodes = nodes;
        this.counted = counted;
        this.time = time;
        try {
            properties.forEach(this::add);
            nodes.awaitFirstOutcomes(StartUp.LONGEST_WAIT);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void add(String name, GeneratorProperties properties) {
        GeneratorConfig config = new GeneratorConfig(name, properties);
        generators.put(name, config.type().make(config, this));
        idTypes.put(name, config.idType());
    }

    /** Makes those whose numbers a store counts. */
    CountedGenerators counted() {
        return counted;
    }

    LongIdGenerator longs(GeneratorConfig config, Scheme<Long> scheme) {
        NodeSource source = open(config, scheme);
        GeneratorSettings settings = config.settings();
        if (!config.properties().scramble()) {
            return StampedGenerators.longs(config.name(), scheme, source, time, settings);
        }
        String key = Objects.requireNonNullElse(config.properties().scrambleKey(), namespace + ":" + config.name());
        return StampedGenerators.scrambledLongs(config.name(), scheme, source, time, settings, key);
    }

    <T> IdGenerator<T> ids(GeneratorConfig config, Scheme<T> scheme) {
        return StampedGenerators.of(config.name(), scheme, open(config, scheme), time, config.settings());
    }

    private NodeSource open(GeneratorConfig config, Scheme<?> scheme) {
        config.checkEpoch(time.instant());
        Supplier<NodeSource> opening = () -> nodes.open(config, scheme);
        openings.put(config.name(), opening);
        return opening.get();
    }

    /** Takes new node ids and numbers after {@link #stop}, by new names and with new random bits. For one thread at a time. */
    void start() {
        if (running) {
            return;
        }
        running = true;
        try {
            counted.start();
            openings.forEach((name, opening) -> {
                if (generators.get(name) instanceof Stamped stamped) {
                    stamped.goOnWith(opening.get());
                }
            });
            nodes.awaitFirstOutcomes(StartUp.LONGEST_WAIT);
        } catch (RuntimeException e) {
            stop();
            throw e;
        }
    }

    /** Gives node ids and numbers back and ends all threads. Calls fail until {@link #start}. */
    void stop() {
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
    IdGenerator<UUID> getUuid(String name) {
        return get(name, UUID.class);
    }

    /** The generator of texts of that name, for the definition of its bean. */
    IdGenerator<String> getString(String name) {
        return get(name, String.class);
    }

    @Override
    public Map<String, Monitored> parts() {
        Map<String, Monitored> parts = new LinkedHashMap<>();
        generators.forEach((name, generator) -> {
            if (generator instanceof Monitored monitored) {
                parts.put(name, monitored);
            }
        });
        counted.stores().forEach((type, store) -> parts.put("counters:" + PropertyNames.of(type), store));
        return parts;
    }

    @Override
    public void close() {
        nodes.close();
        counted.close();
    }

    @Override
    public String toString() {
        return "idgen generators " + names();
    }
}
