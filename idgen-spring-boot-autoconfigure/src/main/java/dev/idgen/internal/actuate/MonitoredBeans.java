package dev.idgen.internal.actuate;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.internal.doctor.Doctor;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.monitor.MonitoredParts;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All that an application has of the library: the string ids, the generators, and what they share. Thread-safe. */
public final class MonitoredBeans {

    /** The name of the string ids beside the generators' own names. */
    public static final String STRING_IDS = "string";

    static final String WHOLE = "1/1";

    private final Map<String, Monitored> monitored = new LinkedHashMap<>();
    private final @Nullable IdService strings;
    private final @Nullable IdGenerators generators;
    private final List<Doctor> doctors;
    private final String region;
    private final @Nullable String store;

    /**
     * The beans that can be looked at: the library's own, not those that an application made itself.
     *
     * @param region the share of the namespace that they issue, such as {@code 2/4}
     * @param store where string ids and leased node ids come from; null if there is none
     * @param clock tells how long it is until timestamps run out
     */
    public MonitoredBeans(
            @Nullable IdService strings,
            @Nullable IdGenerators generators,
            List<Doctor> doctors,
            String region,
            @Nullable String store,
            InstantSource clock) {
        this.strings = strings;
        this.generators = generators;
        this.doctors = List.copyOf(doctors);
        this.region = region;
        this.store = store;
        if (strings instanceof Monitored service) {
            monitored.put(STRING_IDS, service);
        }
        if (generators instanceof MonitoredParts parts) {
            monitored.putAll(parts.parts());
        }
        monitored.replaceAll((name, part) -> generator(name)
                .map(generator -> generator.scheme().runsOutOn())
                .map(end -> (Monitored) new EndingGenerator(name, part, end, clock))
                .orElse(part));
    }

    Map<String, Monitored> monitored() {
        return monitored;
    }

    /** Those of them whose timestamps run out. */
    List<EndingGenerator> ending() {
        return monitored.values().stream()
                .filter(EndingGenerator.class::isInstance)
                .map(EndingGenerator.class::cast)
                .toList();
    }

    /** The share of the namespace that the application issues: {@value #WHOLE} if it is all. */
    String region() {
        return region;
    }

    /** Where string ids and leased node ids come from; null if there is none. */
    @Nullable
    String store() {
        return store;
    }

    /** Those who looked at the stores. */
    List<Doctor> doctors() {
        return doctors;
    }

    Optional<IdService> strings() {
        return Optional.ofNullable(strings);
    }

    /** The generator of a name, which is {@link #STRING_IDS} for the string ids. */
    Optional<IdGenerator<?>> generator(String name) {
        if (name.equals(STRING_IDS)) {
            return strings().map(service -> service.forBusiness(""));
        }
        return Optional.ofNullable(generators)
                .filter(all -> all.names().contains(name))
                .map(all -> all.get(name));
    }
}
