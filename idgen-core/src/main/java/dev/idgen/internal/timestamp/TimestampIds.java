package dev.idgen.internal.timestamp;

import dev.idgen.internal.codec.BitField;
import dev.idgen.internal.codec.Scramble;
import dev.idgen.internal.ids.Calls;
import dev.idgen.internal.ids.Capability;
import dev.idgen.internal.ids.Codec;
import dev.idgen.internal.ids.IdSource;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.LongIds;
import dev.idgen.internal.ids.TimedSource;
import dev.idgen.internal.timestamp.SchemePart.Role;
import org.jspecify.annotations.Nullable;

/** Makes the ids of schemes, with the interfaces of their capabilities. Stateless. */
public final class TimestampIds {

    private TimestampIds() {}

    public static Capability capability(Scheme<?> scheme, boolean scrambled) {
        if (route(scheme) != null) {
            return Capability.ROUTED;
        }
        if (scrambled || !scheme.sortsByTime()) {
            return Capability.PLAIN;
        }
        return scheme.canBeRandom() ? Capability.BACKDATED : Capability.TIME_ORDERED;
    }

    /** The ids of a scheme whose ids are not numbers. */
    public static <T> Ids<T> of(TimedSource source, Scheme<T> scheme) {
        return switch (capability(scheme, false)) {
            case BACKDATED -> new Ids.Backdated<>(source, scheme.form(), new Calls());
            case TIME_ORDERED -> new Ids.Ordered<>(source, scheme.form(), new Calls());
            default -> new Ids<>(source, scheme.form());
        };
    }

    /**
     * The ids of a scheme whose ids are numbers.
     *
     * @param scrambleKey null if ids are not scrambled
     */
    public static Codec<Long> longs(TimedSource source, Scheme<Long> scheme, @Nullable String scrambleKey) {
        BitField route = route(scheme);
        Scramble scramble = scrambleKey == null ? null : new Scramble(source.bits(), scrambleKey);
        Numbers numbers = new Numbers(scramble, scheme.sortsByTime());
        return route == null
                ? numbers.of(source, scheme.form(), new Calls())
                : new RoutedNumbers.Routes(source, route, numbers, scheme.form(), new Calls());
    }

    /**
     * How ids are made from a source's numbers.
     *
     * @param scramble null if ids are not scrambled
     * @param sortByTime whether ids sort by time if they are not scrambled
     */
    record Numbers(@Nullable Scramble scramble, boolean sortByTime) {

        LongIds of(TimedSource source, IdType<Long> form, Calls calls) {
            return scramble == null && sortByTime
                    ? new LongIds.OrderedLongs(source, form, calls)
                    : new LongIds(scrambled(source), form, calls);
        }

        IdSource scrambled(TimedSource source) {
            return scramble == null ? source : new ScrambledNumbers(source, scramble);
        }
    }

    private static @Nullable BitField route(Scheme<?> scheme) {
        return scheme.composition().only(Role.ROUTE);
    }
}
