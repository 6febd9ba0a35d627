package dev.idgen.internal.actuate;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.internal.doctor.Doctor;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.monitor.MonitoredParts;
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

    /**
     * The beans that can be looked at: the library's own, not those that an application made itself.
     *
     * @param region the share of the namespace that they issue, such as {@code 2/4}
     */
    public MonitoredBeans(
            @Nullable IdService strings, @Nullable IdGenerators generators, List<Doctor> doctors, String region) {
        this.strings = strings;
        this.generators = generators;
        this.doctors = List.copyOf(doctors);
        this.region = region;
        if (strings instanceof Monitored service) {
            monitored.put(STRING_IDS, service);
        }
        if (generators instanceof MonitoredParts parts) {
            monitored.putAll(parts.parts());
        }
    }

    Map<String, Monitored> monitored() {
        return monitored;
    }

    /** The share of the namespace that the application issues: {@value #WHOLE} if it is all. */
    String region() {
        return region;
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
