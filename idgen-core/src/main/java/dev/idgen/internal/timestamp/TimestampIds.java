package dev.idgen.internal.timestamp;

import dev.idgen.internal.codec.BitField;
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
        return route == null
                ? numbers(source, scheme, scrambleKey)
                : new RoutedNumbers.Routes(source, scheme, route, scrambleKey);
    }

    static LongIds numbers(TimedSource source, Scheme<Long> scheme, @Nullable String scrambleKey) {
        IdType<Long> form = scheme.form();
        return scrambleKey == null && scheme.sortsByTime()
                ? new LongIds.OrderedLongs(source, form, new Calls())
                : new LongIds(scrambled(source, scrambleKey), form);
    }

    static IdSource scrambled(TimedSource source, @Nullable String scrambleKey) {
        return scrambleKey == null ? source : new ScrambledNumbers(source, scrambleKey);
    }

    private static @Nullable BitField route(Scheme<?> scheme) {
        return scheme.composition().only(Role.ROUTE);
    }
}
