package dev.idgen.autoconfigure;

import java.util.Locale;

/** How values are written in a configuration file. */
final class PropertyNames {

    private PropertyNames() {}

    /** A constant's name in lower case with hyphens. */
    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
