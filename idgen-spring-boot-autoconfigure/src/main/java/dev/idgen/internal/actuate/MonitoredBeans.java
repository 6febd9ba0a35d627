package dev.idgen.internal.actuate;

import dev.idgen.DecodedId;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdScheme;
import dev.idgen.IdService;
import dev.idgen.KeyedIds;
import dev.idgen.internal.doctor.Doctor;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.monitor.MonitoredParts;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that an application has of the library: the string ids, the generators, and what they share. Of its own making,
 * not of the application's. Thread-safe.
 *
 * @param doctors those who looked at the stores
 * @param region the share of the namespace that the application issues, such as {@code 2/4}; {@value #WHOLE} if it is
 *     all
 * @param store where string ids and leased node ids come from; null if there is none
 * @param clock tells how long it is until timestamps run out
 */
public record MonitoredBeans(
        @Nullable IdService strings,
        @Nullable IdGenerators generators,
        List<Doctor> doctors,
        String region,
        @Nullable String store,
        InstantSource clock) {

    /** The name of the string ids beside the generators' own names. */
    public static final String STRING_IDS = "string";

    static final String WHOLE = "1/1";

    /** What can be looked at, by name. */
    Map<String, Monitored> monitored() {
        Map<String, Monitored> monitored = new LinkedHashMap<>();
        if (strings instanceof Monitored service) {
            monitored.put(STRING_IDS, service);
        }
        if (generators instanceof MonitoredParts parts) {
            monitored.putAll(parts.parts());
        }
        monitored.replaceAll((name, part) -> scheme(name)
                .map(IdScheme::runsOutOn)
                .map(end -> (Monitored) new EndingGenerator(name, part, end, clock))
                .orElse(part));
        return monitored;
    }

    /** Those of them whose timestamps run out. */
    List<EndingGenerator> ending() {
        return monitored().values().stream()
                .filter(EndingGenerator.class::isInstance)
                .map(EndingGenerator.class::cast)
                .toList();
    }

    /** The scheme of a generator. */
    Optional<IdScheme> scheme(String name) {
        return keyed(name)
                .<IdScheme>map(KeyedIds::scheme)
                .or(() -> generator(name).map(IdGenerator::scheme));
    }

    /** The parts of an id of a generator; empty if there is no generator of that name. */
    Optional<DecodedId> decoded(String name, String id) {
        return keyed(name).map(its -> decoded(its, id)).or(() -> generator(name).map(its -> decoded(its, id)));
    }

    private static <T> DecodedId decoded(KeyedIds<T> generator, String id) {
        return generator.decode(generator.parse(id));
    }

    private static <T> DecodedId decoded(IdGenerator<T> generator, String id) {
        return generator.decode(generator.parse(id));
    }

    private Optional<KeyedIds<?>> keyed(String name) {
        return Optional.ofNullable(generators)
                .filter(all -> all.keyedNames().contains(name))
                .map(all -> all.getKeyed(name));
    }

    /** The generator of a name, which is {@link #STRING_IDS} for the string ids; empty if it has keys. */
    private Optional<IdGenerator<?>> generator(String name) {
        if (name.equals(STRING_IDS)) {
            return Optional.ofNullable(strings);
        }
        return Optional.ofNullable(generators)
                .filter(all -> all.names().contains(name))
                .map(all -> all.get(name));
    }
}
