package dev.idgen.internal.generator;

import dev.idgen.internal.counter.NumberTemplate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * Properties under {@code idgen.generators.<name>}. The groups have no names of their own: with the empty name, Boot
 * binds each where this record is bound.
 */
public record GeneratorProperties(
        @Name("") @NestedConfigurationProperty @DefaultValue GeneralProperties general,
        @Name("") @NestedConfigurationProperty @DefaultValue TimestampProperties timestamp,
        @Name("") @NestedConfigurationProperty @DefaultValue CountProperties count,
        @Name("") @NestedConfigurationProperty @DefaultValue RangeProperties range) {

    @Nullable
    public GeneratorType type() {
        return general.type();
    }

    /** The properties of all generators, by name. */
    public static final String PREFIX = "idgen.generators";

    /** Whether the generator has a counter for each key. */
    public boolean isKeyed() {
        return type() == GeneratorType.COUNTER
                && (Boolean.TRUE.equals(count.keyed()) || NumberTemplate.hasKey(count.template()));
    }

    /** Whether its numbers are part of the caller's transaction. */
    public boolean isTransactional() {
        return Boolean.TRUE.equals(count.transactional());
    }
}
