package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.setting.SettingRange;
import dev.idgen.internal.stamped.GeneratorSettings;
import dev.idgen.internal.stamped.Scheme;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is configured for one generator: reads its properties, or says which of them is wrong. */
final class GeneratorConfig {

    private final String name;
    private final String prefix;
    private final GeneratorType type;
    private final GeneratorProperties properties;

    GeneratorConfig(String name, GeneratorProperties properties) {
        this.name = name;
        this.prefix = ConfiguredGenerators.PREFIX + "." + name;
        this.properties = properties;
        if (properties.type() == null) {
            throw new InvalidSettingException(
                    prefix + ".type", "is not set", "Set '" + prefix + ".type', for example to 'snowflake'.");
        }
        this.type = properties.type();
        for (String setting : properties.special().keySet()) {
            if (!type.settings().contains(setting)) {
                throw new InvalidSettingException(
                        prefix + "." + setting,
                        "does not apply to the type '" + PropertyNames.of(type) + "'",
                        type.settings().isEmpty() ? "Remove it." : "Remove it; this type has " + type.settings() + ".");
            }
        }
        if (properties.scrambleKey() != null && !properties.scramble()) {
            throw wrong(
                    "scramble-key",
                    "is set, but ids are not scrambled",
                    "Set '" + prefix + ".scramble' to true, or remove the key.");
        }
        if (properties.scramble() && (idType() != Long.class || type.isCounted())) {
            throw wrong(
                    "scramble",
                    "is for ids of type long with a timestamp, not for '" + PropertyNames.of(type) + "'",
                    "Remove it.");
        }
    }

    String name() {
        return name;
    }

    /** Of the properties' names, without a dot at the end. */
    String prefix() {
        return prefix;
    }

    GeneratorType type() {
        return type;
    }

    GeneratorProperties properties() {
        return properties;
    }

    /** The type of its ids. */
    Class<?> idType() {
        return type.idType(properties);
    }

    /** What is wrong with one of the properties. */
    InvalidSettingException wrong(String setting, String problem, String action) {
        return new InvalidSettingException(prefix + "." + setting, problem, action);
    }

    /** Refuses a property that is set. */
    void refuse(String setting, @Nullable Object value, String problem) {
        if (value != null) {
            throw wrong(setting, problem, "Remove it.");
        }
    }

    /** The value of a property, or the standard one if it is not set. */
    long number(String setting, @Nullable Number value, long standard, long min, long max) {
        if (value == null) {
            return standard;
        }
        SettingRange.check(prefix + "." + setting, value.longValue(), min, max);
        return value.longValue();
    }

    /** Likewise, of a number of bits or another small one. */
    int bits(String setting, @Nullable Integer value, int standard, int min, int max) {
        return (int) number(setting, value, standard, min, max);
    }

    Instant epoch(Instant standard) {
        return Objects.requireNonNullElse(properties.epoch(), standard);
    }

    /** Refuses an epoch that has not come yet: a timestamp cannot be less than 0. */
    void checkEpoch(Instant now) {
        Instant epoch = properties.epoch();
        if (epoch != null && epoch.isAfter(now)) {
            throw wrong(
                    "epoch",
                    "is " + epoch + ", which is later than now, " + now + " by this machine's clock",
                    "Set '" + prefix
                            + ".epoch' to a moment in the past, for example the first of January of this year.");
        }
    }

    /** What this generator says about its node id. */
    NodeProperties node() {
        return properties.node();
    }

    GeneratorSettings settings() {
        Duration maxLead = properties.maxLead();
        if (maxLead != null) {
            SettingRange.check(prefix + ".max-lead", maxLead, Duration.ZERO, Duration.ofHours(1));
        }
        SettingRange.check(
                prefix + ".acquire-timeout", properties.acquireTimeout(), Duration.ZERO, Duration.ofSeconds(60));
        return new GeneratorSettings(maxLead, properties.acquireTimeout());
    }

    /**
     * The scheme that is declared.
     *
     * @throws InvalidSettingException if the properties fit together badly
     */
    <T> Scheme<T> declared(Function<GeneratorConfig, Scheme<T>> declaration) {
        try {
            return declaration.apply(this);
        } catch (InvalidSettingException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new InvalidSettingException(
                    prefix,
                    "does not describe an id: " + e.getMessage(),
                    "Change the properties under '" + prefix + "'.");
        }
    }
}
