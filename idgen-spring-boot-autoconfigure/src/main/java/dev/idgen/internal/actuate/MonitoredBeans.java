package dev.idgen.internal.actuate;

import dev.idgen.DecodedId;
import dev.idgen.IdCodec;
import dev.idgen.IdGenerators;
import dev.idgen.IdScheme;
import dev.idgen.IdService;
import dev.idgen.InvalidIdException;
import dev.idgen.PublicText;
import dev.idgen.internal.actuate.IdgenEndpoint.Decoded;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.monitor.MonitoredParts;
import dev.idgen.internal.storecheck.StoreCheckRunner;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parts of idgen that operators can monitor: string ids, generators, and what they share. Excludes the
 * application's own implementations. Thread-safe.
 *
 * @param storeChecks the checks of the stores
 * @param region the application's share of the namespace, such as {@code 2/4}; {@value #WHOLE} is all of it
 * @param store the store that leases numbers and node ids; null if there is none
 * @param clock the clock for the time until timestamps run out
 */
public record MonitoredBeans(
        @Nullable IdService strings,
        @Nullable IdGenerators generators,
        List<StoreCheckRunner> storeChecks,
        String region,
        @Nullable String store,
        InstantSource clock) {

    /** The name of string ids, which no generator may have. */
    public static final String STRING_IDS = "string";

    static final String WHOLE = "1/1";

    /** The parts by name. */
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

    /** The parts whose timestamps run out. */
    List<EndingGenerator> ending() {
        return monitored().values().stream()
                .filter(EndingGenerator.class::isInstance)
                .map(EndingGenerator.class::cast)
                .toList();
    }

    Optional<IdScheme> scheme(String name) {
        return codec(name).map(IdCodec::scheme);
    }

    /**
     * The parts of an id, given as its text or as the value in a column; empty if there is no generator of that name.
     *
     * @throws InvalidIdException if it is neither
     */
    Optional<Decoded> decoded(String name, String id) {
        return codec(name).map(ids -> decoded(ids, id));
    }

    private static <T> Decoded decoded(IdCodec<T> ids, String id) {
        T read;
        try {
            read = ids.parse(id);
        } catch (InvalidIdException e) {
            read = column(ids, id).orElseThrow(() -> e);
        }
        DecodedId parts = ids.decode(read);
        return new Decoded(true, read.toString(), ids.format(read), parts.instant(), parts.parts(), null);
    }

    /** The id that a column's value stands for; empty if it stands for none. */
    private static <T> Optional<T> column(IdCodec<T> ids, String value) {
        try {
            return Optional.of(ids.withText(PublicText.of("")).parse(value));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // ids of IdService have only one text
        }
    }

    /** What reads the ids of that name, or string ids for {@link #STRING_IDS}. */
    Optional<IdCodec<?>> codec(String name) {
        if (name.equals(STRING_IDS)) {
            return Optional.ofNullable(strings);
        }
        return Optional.ofNullable(generators)
                .filter(all -> all.names().contains(name))
                .map(all -> all.codec(name));
    }
}
