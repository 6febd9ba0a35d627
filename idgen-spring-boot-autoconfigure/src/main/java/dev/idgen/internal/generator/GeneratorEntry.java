package dev.idgen.internal.generator;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.generator.CounterTypes.CountProperties;
import dev.idgen.internal.generator.TimestampTypes.TimestampProperties;
import dev.idgen.internal.ids.Codec;
import dev.idgen.internal.setting.SettingRange;
import dev.idgen.internal.timestamp.GeneratorSettings;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An entry under {@code idgen.generators}. Reads and checks its properties.
 *
 * @param name the generator's name
 * @param type the name of its type
 */
record GeneratorEntry(
        String name, String type, GeneralProperties general, TimestampProperties timestamp, CountProperties count) {

    /** The prefix of all generators' properties. */
    static final String PREFIX = "idgen.generators";

    /**
     * A setting that only some types have.
     *
     * @param min the least value of a number
     * @param max the greatest value of a number
     */
    record Setting(String name, Function<GeneratorEntry, @Nullable Object> reader, long min, long max) {

        Setting(String name, Function<GeneratorEntry, @Nullable Object> reader) {
            this(name, reader, Long.MIN_VALUE, Long.MAX_VALUE);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** The prefix of the properties' names, without the last dot. */
    String prefix() {
        return PREFIX + "." + name;
    }

    /** An exception about one of the properties. */
    InvalidSettingException wrong(Object setting, String problem, String action) {
        return new InvalidSettingException(prefix() + "." + setting, problem, action);
    }

    /** The key of the scramble, derived from the namespace if none is set; null if ids are not scrambled. */
    @Nullable
    String scrambleKey(String namespace) {
        return general.scramble() ? Objects.requireNonNullElse(general.scrambleKey(), namespace) : null;
    }

    void checkScrambleKey() {
        if (general.scrambleKey() != null && general.scrambleKey().isBlank()) {
            throw wrong(
                    "scramble-key",
                    "is empty",
                    "Set it to any text, or remove it to derive the key from the namespace.");
        }
        if (general.scrambleKey() != null && !general.scramble()) {
            throw wrong(
                    "scramble-key",
                    "is set, but ids are not scrambled",
                    "Set '" + prefix() + ".scramble' to true, or remove the key.");
        }
    }

    /** Fails if scrambling is on, for a type whose ids are not numbers with a timestamp. */
    void refuseScramble() {
        if (general.scramble()) {
            throw wrong("scramble", "is for ids of type long with a timestamp, not for '" + type + "'", "Remove it.");
        }
    }

    /** Fails if a setting of timestamps or node ids has a value, for a type whose ids have neither. */
    void refuseTimestamp() {
        if (general.maxLead() != null) {
            throw wrong("max-lead", "is for ids with a timestamp, not for '" + type + "'", "Remove it.");
        }
        refuseNode();
    }

    /** Fails if a node id is configured, for a type whose ids have none. */
    void refuseNode() {
        if (general.node().chosen() != null) {
            throw wrong(
                    "node",
                    "is set, but ids of the type '" + type + "' have no node id",
                    "Remove all properties under '" + prefix() + ".node'.");
        }
    }

    /** Fails if the setting has a value. */
    void refuse(Setting setting, String problem, String action) {
        if (setting.reader().apply(this) != null) {
            throw wrong(setting, problem, action);
        }
    }

    /** Fails if the setting has no value. */
    void require(Setting setting, String action) {
        if (setting.reader().apply(this) == null) {
            throw wrong(setting, "is not set", action);
        }
    }

    /** Returns the value of a setting, or the default. */
    long number(Setting setting, long standard) {
        return number(setting, standard, setting.min(), setting.max());
    }

    /** Returns the value of a setting, or the default, in a narrower range than the setting's. */
    long number(Setting setting, long standard, long min, long max) {
        Object value = setting.reader().apply(this);
        if (value == null) {
            return standard;
        }
        long number = ((Number) value).longValue();
        SettingRange.check(prefix() + "." + setting, number, min, max);
        return number;
    }

    int bits(Setting setting, int standard) {
        return (int) number(setting, standard);
    }

    GeneratorSettings settings() {
        Duration maxLead = general.maxLead();
        if (maxLead != null) {
            SettingRange.check(prefix() + ".max-lead", maxLead, Duration.ZERO, Duration.ofHours(1));
        }
        SettingRange.check(
                prefix() + ".acquire-timeout", general.acquireTimeout(), Duration.ZERO, Duration.ofSeconds(60));
        return new GeneratorSettings(maxLead, general.acquireTimeout());
    }

    /**
     * Returns the generator with the configured text, if any.
     *
     * @throws InvalidSettingException if the ids cannot have that text
     */
    Codec<?> shown(Codec<?> generator) {
        TextProperties text = general.text();
        try {
            return text == null ? generator : generator.withText(text.asText());
        } catch (IllegalArgumentException e) {
            throw wrong(
                    "text",
                    "cannot be used: " + e.getMessage(),
                    "Change the properties under '" + prefix() + ".text'.");
        }
    }
}
