package dev.idgen.internal.generator;

import dev.idgen.IdGenerator;
import dev.idgen.InvalidSettingException;
import dev.idgen.internal.setting.SettingRange;
import dev.idgen.internal.stamped.GeneratorSettings;
import dev.idgen.internal.stamped.Scheme;
import dev.idgen.internal.stamped.StandardSchemes;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;

/** An entry under {@code idgen.generators}: reads its properties, or says which of them is wrong. */
final class GeneratorEntry {

    private final String name;
    private final String prefix;
    private final GeneratorType type;
    private final GeneratorProperties properties;

    GeneratorEntry(String name, GeneratorProperties properties) {
        this.name = name;
        this.prefix = ConfiguredGenerators.PREFIX + "." + name;
        this.properties = properties;
        if (properties.type() == null) {
            throw wrong("type", "is not set", "Set '" + prefix + ".type', for example to 'snowflake'.");
        }
        this.type = properties.type();
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

    /** What is wrong with one of the properties. */
    InvalidSettingException wrong(Object setting, String problem, String action) {
        return new InvalidSettingException(prefix + "." + setting, problem, action);
    }

    /** Refuses a setting that has a value. */
    void refuse(TypeSetting setting, String problem, String action) {
        if (setting.of(properties) != null) {
            throw wrong(setting, problem, action);
        }
    }

    /** Refuses a setting that has none. */
    void require(TypeSetting setting, String action) {
        if (setting.of(properties) == null) {
            throw wrong(setting, "is not set", action);
        }
    }

    /** The value of a setting, or the standard one if it is not set. */
    long number(TypeSetting setting, long standard) {
        return number(setting, standard, setting.min, setting.max);
    }

    /** Likewise, in a range that is narrower than the setting's. */
    long number(TypeSetting setting, long standard, long min, long max) {
        Object value = setting.of(properties);
        if (value == null) {
            return standard;
        }
        long number = ((Number) value).longValue();
        SettingRange.check(prefix + "." + setting, number, min, max);
        return number;
    }

    /** The value of a setting that is small. */
    int bits(TypeSetting setting, int standard) {
        return (int) number(setting, standard);
    }

    /** The epoch, or that of the standard scheme. */
    Instant epoch(Scheme<?> standard) {
        return Objects.requireNonNullElse(properties.epoch(), standard.epoch());
    }

    /** Refuses an epoch that has not come yet: a timestamp cannot be less than 0. */
    void checkEpoch(Instant now) {
        Instant epoch = properties.epoch();
        if (epoch != null && epoch.isAfter(now)) {
            throw wrong(
                    TypeSetting.EPOCH,
                    "is " + epoch + ", which is later than now, " + now + " by this machine's clock",
                    "Set '" + prefix
                            + ".epoch' to a moment in the past, for example the first of January of this year.");
        }
    }

    boolean isMonotonic() {
        return !Boolean.FALSE.equals(properties.monotonic());
    }

    StandardSchemes.Mode mode() {
        return Objects.requireNonNullElse(properties.mode(), StandardSchemes.Mode.SPREAD);
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

    /** The generator, with a text for people if one is set. */
    IdGenerator<?> shown(IdGenerator<?> generator) {
        TextProperties text = properties.text();
        try {
            return text == null ? generator : generator.withText(text.asText());
        } catch (IllegalArgumentException e) {
            throw wrong(
                    "text", "cannot be used: " + e.getMessage(), "Change the properties under '" + prefix + ".text'.");
        }
    }

    /**
     * The scheme that is declared.
     *
     * @throws InvalidSettingException if the properties fit together badly
     */
    <T> Scheme<T> declared(Function<GeneratorEntry, Scheme<T>> declaration) {
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
