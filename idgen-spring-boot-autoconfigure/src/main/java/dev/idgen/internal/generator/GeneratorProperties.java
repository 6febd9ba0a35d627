package dev.idgen.internal.generator;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.CounterTypes.CountProperties;
import dev.idgen.internal.generator.TimestampTypes.TimestampProperties;
import dev.idgen.internal.ids.Capability;
import dev.idgen.internal.ids.Codec;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * Properties under {@code idgen.generators.<name>}. The groups have no names of their own: with the empty name, Boot
 * binds each where this record is bound.
 */
public record GeneratorProperties(
        @Name("") @NestedConfigurationProperty @DefaultValue TypeProperty chosen,
        @Name("") @NestedConfigurationProperty @DefaultValue GeneralProperties general,
        @Name("") @NestedConfigurationProperty @DefaultValue TimestampProperties timestamp,
        @Name("") @NestedConfigurationProperty @DefaultValue CountProperties count) {

    /** The properties of all generators, by name. */
    public static final String PREFIX = GeneratorEntry.PREFIX;

    /** @param type Kind of ids. */
    @ConfigurationProperties("idgen.generators.*") // for the metadata only
    record TypeProperty(@Nullable GeneratorType type) {}

    public @Nullable GeneratorType type() {
        return chosen.type();
    }

    /** @throws InvalidSettingException if a property is wrong */
    Codec<?> make(String name, TimestampGenerators stamped, CounterGenerators counted) {
        return given(name).make(entry(name), stamped, counted);
    }

    GeneratorEntry entry(String name) {
        return new GeneratorEntry(name, PropertyNames.of(given(name)), general, timestamp, count);
    }

    private GeneratorType given(String name) {
        GeneratorType type = type();
        if (type == null) {
            String prefix = PREFIX + "." + name;
            throw new InvalidSettingException(
                    prefix + ".type", "is not set", "Set '" + prefix + ".type', for example to 'snowflake'.");
        }
        return type;
    }

    /** The Java type of its ids. */
    public Class<?> idType() {
        GeneratorType type = type();
        return count.template() == null && type != null ? type.idType() : String.class;
    }

    /** What the generator of that name can do. If a property is wrong, {@link #make} says so. */
    public Capability capability(String name) {
        try {
            return given(name).capability(entry(name));
        } catch (InvalidSettingException e) {
            return Capability.PLAIN;
        }
    }

    /** Whether its numbers are part of the caller's transaction. */
    public boolean isTransactional() {
        return count.isTransactional();
    }
}
