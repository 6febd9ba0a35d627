package dev.idgen.internal.generator;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.ids.Codec;
import dev.idgen.internal.setting.SettingRange;
import dev.idgen.internal.timestamp.GeneratorSettings;
import dev.idgen.internal.timestamp.Scheme;
import dev.idgen.internal.timestamp.StandardSchemes;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;

/**
 * An entry under {@code idgen.generators}. Reads and checks its properties.
 *
 * @param name the generator's name
 */
record GeneratorEntry(String name, GeneratorProperties properties) {

    GeneratorEntry {
        if (properties.type() == null) {
            String prefix = prefix(name);
            throw new InvalidSettingException(
                    prefix + ".type", "is not set", "Set '" + prefix + ".type', for example to 'snowflake'.");
        }
    }

    private static String prefix(String name) {
        return GeneratorProperties.PREFIX + "." + name;
    }

    /** The prefix of the properties' names, without the last dot. */
    String prefix() {
        return prefix(name);
    }

    GeneratorType type() {
        return Objects.requireNonNull(properties.type());
    }

    /** An exception about one of the properties. */
    InvalidSettingException wrong(Object setting, String problem, String action) {
        return new InvalidSettingException(prefix() + "." + setting, problem, action);
    }

    /** Fails if a node id is configured, for a type whose ids have none. */
    void refuseNode() {
        if (properties.general().node().chosen() != null) {
            throw wrong(
                    "node",
                    "is set, but ids of the type '" + PropertyNames.of(type()) + "' have no node id",
                    "Remove all properties under '" + prefix() + ".node'.");
        }
    }

    /** Fails if the setting has a value. */
    void refuse(ApplicableSetting setting, String problem, String action) {
        if (setting.of(properties) != null) {
            throw wrong(setting, problem, action);
        }
    }

    /** Fails if the setting has no value. */
    void require(ApplicableSetting setting, String action) {
        if (setting.of(properties) == null) {
            throw wrong(setting, "is not set", action);
        }
    }

    /** Returns the value of a setting, or the default. */
    long number(ApplicableSetting setting, long standard) {
        return number(setting, standard, setting.min, setting.max);
    }

    /** Returns the value of a setting, or the default, in a narrower range than the setting's. */
    long number(ApplicableSetting setting, long standard, long min, long max) {
        Object value = setting.of(properties);
        if (value == null) {
            return standard;
        }
        long number = ((Number) value).longValue();
        SettingRange.check(prefix() + "." + setting, number, min, max);
        return number;
    }

    int bits(ApplicableSetting setting, int standard) {
        return (int) number(setting, standard);
    }

    /** Refuses an epoch in the future, because timestamps would be negative. */
    void checkEpoch(Instant now) {
        Instant epoch = properties.timestamp().epoch();
        if (epoch != null && epoch.isAfter(now)) {
            throw wrong(
                    ApplicableSetting.EPOCH,
                    "is " + epoch + ", which is later than now, " + now + " by this machine's clock",
                    "Set '" + prefix() + ".epoch' to a moment in the past, for example 1 January of this year.");
        }
    }

    boolean isMonotonic() {
        return !Boolean.FALSE.equals(properties.timestamp().monotonic());
    }

    StandardSchemes.Mode mode() {
        return Objects.requireNonNullElse(properties.timestamp().mode(), StandardSchemes.Mode.SPREAD);
    }

    GeneratorSettings settings() {
        Duration maxLead = properties.general().maxLead();
        if (maxLead != null) {
            SettingRange.check(prefix() + ".max-lead", maxLead, Duration.ZERO, Duration.ofHours(1));
        }
        SettingRange.check(
                prefix() + ".acquire-timeout",
                properties.general().acquireTimeout(),
                Duration.ZERO,
                Duration.ofSeconds(60));
        return new GeneratorSettings(maxLead, properties.general().acquireTimeout());
    }

    /**
     * Returns the generator with the configured text, if any.
     *
     * @throws InvalidSettingException if the ids cannot have that text
     */
    Codec<?> shown(Codec<?> generator) {
        TextProperties text = properties.general().text();
        try {
            return text == null ? generator : generator.withText(text.asText());
        } catch (IllegalArgumentException e) {
            throw wrong(
                    "text",
                    "cannot be used: " + e.getMessage(),
                    "Change the properties under '" + prefix() + ".text'.");
        }
    }

    /**
     * Creates the declared scheme.
     *
     * @throws InvalidSettingException if the properties contradict each other
     */
    <T> Scheme<T> declared(Function<GeneratorEntry, Scheme<T>> declaration) {
        try {
            Scheme<T> scheme = declaration.apply(this);
            return properties.timestamp().epoch() == null
                    ? scheme
                    : scheme.since(properties.timestamp().epoch());
        } catch (InvalidSettingException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new InvalidSettingException(
                    prefix(),
                    "does not describe an id: " + e.getMessage(),
                    "Change the properties under '" + prefix() + "'.");
        }
    }
}
