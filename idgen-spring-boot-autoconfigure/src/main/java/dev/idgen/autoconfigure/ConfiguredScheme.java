package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import dev.idgen.SettingRange;
import dev.idgen.internal.stamped.GeneratorSettings;
import dev.idgen.internal.stamped.Scheme;
import dev.idgen.internal.stamped.Schemes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes the scheme that a generator's properties describe, or says which of them is wrong. */
final class ConfiguredScheme {

    private final String prefix;
    private final GeneratorType type;
    private final GeneratorProperties properties;

    /** @param prefix of the properties' names, without a dot at the end */
    ConfiguredScheme(String prefix, GeneratorProperties properties) {
        this.prefix = prefix;
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
    }

    /** What is wrong with one of the properties. */
    InvalidSettingException wrong(String setting, String problem, String action) {
        return new InvalidSettingException(prefix + "." + setting, problem, action);
    }

    String prefix() {
        return prefix;
    }

    GeneratorType type() {
        return type;
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

    Scheme<Long> longs() {
        try {
            return switch (type) {
                case SNOWFLAKE -> snowflake();
                case JS_SAFE ->
                    Schemes.jsSafe(
                            epoch(Schemes.jsSafe()),
                            bits("node-bits", properties.nodeBits(), 5, 1, 20),
                            bits("sequence-bits", properties.sequenceBits(), 7, 1, 22));
                case SONYFLAKE -> Schemes.sonyflake(epoch(Schemes.sonyflake()));
                case INSTAGRAM -> Schemes.instagram(epoch(Schemes.instagram()));
                case TRACE_ID -> Schemes.traceId(bits("thread-bits", properties.threadBits(), 0, 0, 16));
                case EIGHT_BYTE ->
                    Schemes.eightByte(
                            Objects.requireNonNullElse(properties.mode(), EightByteMode.SPREAD)
                                    .mode(),
                            bits("cluster", properties.cluster(), 0, 0, 15));
                case TSID -> Schemes.tsid(epoch(Schemes.tsid()), bits("node-bits", properties.nodeBits(), 10, 1, 20));
                case CUSTOM -> custom();
                default -> throw new IllegalStateException(type + " has no ids of type long");
            };
        } catch (InvalidSettingException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new InvalidSettingException(
                    prefix,
                    "does not describe an id: " + e.getMessage(),
                    "Change the properties under '" + prefix + "'.");
        }
    }

    Scheme<String> strings() {
        return switch (type) {
            case FLAKE -> Schemes.flake();
            case OBJECT_ID -> Schemes.objectId();
            case ULID -> Schemes.ulid();
            default -> throw new IllegalStateException(type + " has no ids of type String");
        };
    }

    Scheme<UUID> uuids() {
        return switch (type) {
            case UUID_V1 -> Schemes.uuidV1();
            case UUID_V6 -> Schemes.uuidV6();
            case UUID_V7 -> Schemes.uuidV7();
            default -> throw new IllegalStateException(type + " has no UUIDs with a timestamp");
        };
    }

    private Scheme<Long> snowflake() {
        int nodeBits = bits("node-bits", properties.nodeBits(), 10, 1, 20);
        int datacenterBits = bits(
                "datacenter-bits", properties.datacenterBits(), nodeBits == 10 ? 5 : 0, 0, Math.min(16, nodeBits - 1));
        return Schemes.snowflake(
                epoch(Schemes.snowflake()),
                datacenterBits,
                nodeBits - datacenterBits,
                bits("sequence-bits", properties.sequenceBits(), 12, 1, 22));
    }

    private Scheme<Long> custom() {
        List<String> fields = properties.fields();
        if (fields == null || fields.isEmpty()) {
            throw new InvalidSettingException(
                    prefix + ".fields",
                    "is not set",
                    "Set '" + prefix + ".fields', for example to 'timestamp:41, node:10, sequence:12'.");
        }
        Instant epoch = Objects.requireNonNullElse(properties.epoch(), Instant.EPOCH);
        Duration tick = Objects.requireNonNullElse(properties.tick(), Duration.ofMillis(1));
        return new CustomFields(prefix + ".fields").scheme(fields, epoch, tick);
    }

    private Instant epoch(Scheme<?> standard) {
        return Objects.requireNonNullElse(properties.epoch(), standard.epoch());
    }

    private int bits(String setting, @Nullable Integer value, int standard, int min, int max) {
        if (value == null) {
            return standard;
        }
        SettingRange.check(prefix + "." + setting, value, min, max);
        return value;
    }
}
