package dev.idgen.autoconfigure;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.ids.IdSource;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.LongIds;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.monitor.MonitoredParts;
import dev.idgen.internal.stamped.Scheme;
import dev.idgen.internal.stamped.ScrambledNumbers;
import dev.idgen.internal.stamped.Stamper;
import dev.idgen.internal.time.TimeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

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
    private final List<Runnable> restarts = new ArrayList<>();
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

    /** Whether any node id is leased from a store. */
    boolean leasesNodeIds() {
        return nodes.isLeasing();
    }

    LongIdGenerator longs(GeneratorConfig config, Scheme<Long> scheme) {
        IdSource source = stamper(config, scheme);
        if (config.properties().scramble()) {
            String key = config.properties().scrambleKey();
            source = new ScrambledNumbers(source, Objects.requireNonNullElse(key, namespace));
        }
        return new LongIds(source, scheme.form());
    }

    <T> IdGenerator<T> ids(GeneratorConfig config, Scheme<T> scheme) {
        return new Ids<>(stamper(config, scheme), scheme.form());
    }

    private Stamper stamper(GeneratorConfig config, Scheme<?> scheme) {
        config.checkEpoch(time.instant());
        Stamper stamper = Stamper.of(config.name(), scheme, () -> nodes.open(config, scheme), time, config.settings());
        restarts.add(stamper::restart);
        return stamper;
    }

    /** Takes new node ids and numbers after {@link #stop}, by new names and with new random bits. For one thread at a time. */
    void start() {
        if (running) {
            return;
        }
        running = true;
        try {
            counted.start();
            restarts.forEach(Runnable::run);
        } catch (RuntimeException e) {
            stop();
            throw e;
        }
    }

    /** Waits until all node ids that are leased have been granted or refused. */
    void awaitNodes() {
        nodes.awaitFirstOutcomes(StartUp.LONGEST_WAIT);
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
            if (generator instanceof Ids<?> ids) {
                parts.put(name, ids.source());
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
