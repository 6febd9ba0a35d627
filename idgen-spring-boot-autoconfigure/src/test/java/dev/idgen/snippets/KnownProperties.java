package dev.idgen.snippets;

import dev.idgen.autoconfigure.Property;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.util.function.ThrowingSupplier;

/** The properties that idgen, Spring Boot and the libraries of the tests describe in their metadata. */
final class KnownProperties {

    private static final Pattern GENERATOR = Pattern.compile("^idgen\\.generators\\.[^.]+\\.");
    private static final Pattern INDEX = Pattern.compile("\\[\\d+]$");

    private final Set<String> names = new HashSet<>();
    private final Set<String> maps = new HashSet<>();

    KnownProperties() {
        ThrowingSupplier.of(Property::ofAllLibraries).get().forEach(property -> {
            names.add(property.name());
            if (property.type().startsWith("java.util.Map") && !property.name().startsWith("idgen.")) {
                maps.add(property.name() + ".");
            }
        });
    }

    boolean has(String property) {
        String name =
                GENERATOR.matcher(INDEX.matcher(property).replaceFirst("")).replaceFirst("idgen.generators.*.");
        return names.contains(name) || maps.stream().anyMatch(name::startsWith);
    }
}
