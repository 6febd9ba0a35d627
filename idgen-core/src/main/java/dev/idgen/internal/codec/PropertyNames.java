package dev.idgen.internal.codec;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The names of enum constants in a configuration file. */
public final class PropertyNames {

    private PropertyNames() {}

    /** A constant's name in lower case with hyphens. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The names of all constants. */
    public static List<String> all(Class<? extends Enum<?>> type) {
        return Stream.of(type.getEnumConstants()).map(PropertyNames::of).toList();
    }

    /** The constant with a name, whatever the case, hyphens and underscores. */
    public static <E extends Enum<E>> Optional<E> parse(Class<E> type, String text) {
        String plain = plain(text);
        return Stream.of(type.getEnumConstants())
                .filter(value -> plain(value.name()).equals(plain))
                .findFirst();
    }

    private static String plain(String text) {
        return text.strip().replaceAll("[_-]", "").toLowerCase(Locale.ROOT);
    }
}
