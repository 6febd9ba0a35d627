package dev.idgen.internal.generator;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.generator.GeneratorEntry.Setting;
import dev.idgen.internal.timestamp.CustomFields;
import dev.idgen.internal.timestamp.Scheme;
import dev.idgen.internal.timestamp.SchemeBuilder;
import dev.idgen.internal.timestamp.StandardSchemes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** The settings of types whose ids have a timestamp, with their ranges, and the schemes that they declare. */
final class TimestampTypes {

    static final Setting EPOCH = new Setting("epoch", of -> of.timestamp().epoch());
    static final Setting DATACENTER_BITS =
            new Setting("datacenter-bits", of -> of.timestamp().datacenterBits(), 0, 16);
    static final Setting NODE_BITS =
            new Setting("node-bits", of -> of.timestamp().nodeBits(), 1, 20);
    static final Setting SEQUENCE_BITS =
            new Setting("sequence-bits", of -> of.timestamp().sequenceBits(), 1, 22);
    static final Setting THREAD_BITS =
            new Setting("thread-bits", of -> of.timestamp().threadBits(), 0, 16);
    static final Setting MONOTONIC =
            new Setting("monotonic", of -> of.timestamp().monotonic());
    static final Setting MODE = new Setting("mode", of -> of.timestamp().mode());
    static final Setting CLUSTER = new Setting("cluster", of -> of.timestamp().cluster(), 0, 15);
    static final Setting TICK = new Setting("tick", of -> of.timestamp().tick());
    static final Setting FIELDS = new Setting("fields", of -> of.timestamp().fields());

    private TimestampTypes() {}

    /**
     * Properties under {@code idgen.generators.<name>} of ids with a timestamp.
     *
     * @param epoch When timestamp 0 begins.
     * @param datacenterBits Bits of the node id that decode as a datacenter, 0 to 16.
     * @param nodeBits Bits of the node id, 1 to 20.
     * @param sequenceBits Bits of the sequence within a tick, 1 to 22.
     * @param threadBits Bits that tell threads apart, 0 to 16.
     * @param monotonic Whether ids of one instance always grow. If not set: true. If false, only timestamps order ids,
     *     and threads do not wait for each other.
     * @param mode Form of the time.
     * @param cluster Number of the cluster, 0 to 15.
     * @param tick Length of one tick of the timestamp.
     * @param fields Fields, most significant first, such as 'timestamp:41, node:10, sequence:12'. More fields are
     *     thread, random, route for a value of each call, and name=value for a constant.
     */
    @ConfigurationProperties("idgen.generators.*") // for the metadata only
    record TimestampProperties(
            @Nullable Instant epoch,
            @Nullable Integer datacenterBits,
            @Nullable Integer nodeBits,
            @Nullable Integer sequenceBits,
            @Nullable Integer threadBits,
            @Nullable Boolean monotonic,
            StandardSchemes.@Nullable Mode mode,
            @Nullable Integer cluster,
            @Nullable Duration tick,
            @Nullable List<String> fields) {}

    static Scheme<Long> snowflake(GeneratorEntry entry) {
        Scheme<Long> standard = StandardSchemes.snowflake();
        int nodeBits = entry.bits(NODE_BITS, standard.nodeBits());
        int most = Math.min((int) DATACENTER_BITS.max(), nodeBits - 1);
        int usual = nodeBits == standard.nodeBits() ? StandardSchemes.DATACENTER_BITS : 0;
        int datacenterBits = (int) entry.number(DATACENTER_BITS, usual, 0, most);
        return StandardSchemes.snowflake(
                datacenterBits, nodeBits - datacenterBits, entry.bits(SEQUENCE_BITS, standard.sequenceBits()));
    }

    static Scheme<Long> jsSafe(GeneratorEntry entry) {
        Scheme<Long> standard = StandardSchemes.jsSafe();
        return StandardSchemes.jsSafe(
                entry.bits(NODE_BITS, standard.nodeBits()), entry.bits(SEQUENCE_BITS, standard.sequenceBits()));
    }

    static Scheme<Long> tsid(GeneratorEntry entry) {
        return StandardSchemes.tsid(entry.bits(NODE_BITS, StandardSchemes.tsid().nodeBits()));
    }

    static Scheme<Long> traceId(GeneratorEntry entry) {
        return StandardSchemes.traceId(entry.bits(THREAD_BITS, 0));
    }

    static Scheme<Long> eightByte(GeneratorEntry entry) {
        return StandardSchemes.eightByte(
                Objects.requireNonNullElse(entry.timestamp().mode(), StandardSchemes.Mode.SPREAD),
                entry.bits(CLUSTER, 0));
    }

    static Scheme<Long> custom(GeneratorEntry entry) {
        List<String> fields = entry.timestamp().fields();
        if (fields == null || fields.isEmpty()) {
            throw entry.wrong(
                    FIELDS,
                    "is not set",
                    "Set '" + entry.prefix() + ".fields', for example to 'timestamp:41, node:10, sequence:12'.");
        }
        SchemeBuilder<Long> scheme;
        try {
            scheme = CustomFields.read(fields);
        } catch (IllegalArgumentException e) {
            throw entry.wrong(
                    FIELDS,
                    "is wrong: " + e.getMessage(),
                    "Write '" + entry.prefix() + ".fields' like 'timestamp:41, region=3:4, node:6, sequence:12'.");
        }
        return scheme.every(Objects.requireNonNullElse(entry.timestamp().tick(), Duration.ofMillis(1)))
                .build();
    }

    static boolean isMonotonic(GeneratorEntry entry) {
        return !Boolean.FALSE.equals(entry.timestamp().monotonic());
    }

    /**
     * Creates the declared scheme, with the configured epoch.
     *
     * @throws InvalidSettingException if the properties contradict each other
     */
    static <T> Scheme<T> declared(GeneratorEntry entry, Function<GeneratorEntry, Scheme<T>> declaration) {
        Instant epoch = entry.timestamp().epoch();
        try {
            Scheme<T> scheme = declaration.apply(entry);
            return epoch == null ? scheme : scheme.since(epoch);
        } catch (InvalidSettingException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new InvalidSettingException(
                    entry.prefix(),
                    "does not describe an id: " + e.getMessage(),
                    "Change the properties under '" + entry.prefix() + "'.");
        }
    }

    /** Refuses an epoch in the future, because timestamps would be negative. */
    static void checkEpoch(GeneratorEntry entry, Instant now) {
        Instant epoch = entry.timestamp().epoch();
        if (epoch != null && epoch.isAfter(now)) {
            throw entry.wrong(
                    EPOCH,
                    "is " + epoch + ", which is later than now, " + now + " by this machine's clock",
                    "Set '" + entry.prefix() + ".epoch' to a moment in the past, for example 1 January of this year.");
        }
    }
}
