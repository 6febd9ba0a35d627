package dev.idgen.autoconfigure;

import dev.idgen.scheme.Schemes;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties under {@code idgen.generators.<name>}.
 *
 * @param type What the generator makes.
 * @param epoch When timestamp 0 begins: for snowflake, js-safe, sonyflake, instagram, tsid and custom.
 * @param datacenterBits Bits of the node id that are shown as a datacenter, 0 to 16: for snowflake.
 * @param nodeBits Bits of the node id, 1 to 20: for snowflake, js-safe and tsid.
 * @param sequenceBits Bits of the sequence within a tick, 1 to 22: for snowflake and js-safe.
 * @param threadBits Bits that tell threads apart, each with a counter of its own, 0 to 16: for trace-id.
 * @param mode How the time is shown: for eight-byte.
 * @param cluster Number of the cluster, 0 to 15: for eight-byte.
 * @param tick How long a value of the timestamp lasts: for custom.
 * @param fields Fields from the most significant on, such as 'timestamp:41, node:10, sequence:12': for custom. Further kinds
 *     are 'thread', 'random', and 'name=value' for a constant.
 * @param maxLead How far timestamps may run ahead of the clock when a tick is used up or the clock is set back, 0 to 1h; 1s
 *     with node ids that are leased or random, otherwise 0.
 * @param acquireTimeout Longest wait of a caller for the clock or a node id, 0 to 60s.
 * @param scramble Whether ids of type long are scrambled to look random.
 * @param scrambleKey Key of the scramble; derived from the namespace and the generator's name if not set.
 * @param node Where the node id comes from.
 */
@ConfigurationProperties("idgen.generators.*") // for the metadata: it is bound as a value of the map
public record GeneratorProperties(
        @Nullable GeneratorType type,
        @Nullable Instant epoch,
        @Nullable Integer datacenterBits,
        @Nullable Integer nodeBits,
        @Nullable Integer sequenceBits,
        @Nullable Integer threadBits,
        Schemes.@Nullable Mode mode,
        @Nullable Integer cluster,
        @Nullable Duration tick,
        @Nullable List<String> fields,
        @Nullable Duration maxLead,
        @DefaultValue("500ms") Duration acquireTimeout,
        @DefaultValue("false") boolean scramble,
        @Nullable String scrambleKey,
        @NestedConfigurationProperty @DefaultValue NodeProperties node) {

    /** The settings that apply to some types only and have a value, by name. */
    Map<String, Object> special() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("epoch", epoch);
        all.put("datacenter-bits", datacenterBits);
        all.put("node-bits", nodeBits);
        all.put("sequence-bits", sequenceBits);
        all.put("thread-bits", threadBits);
        all.put("mode", mode);
        all.put("cluster", cluster);
        all.put("tick", tick);
        all.put("fields", fields);
        Map<String, Object> set = new LinkedHashMap<>();
        all.forEach((name, value) -> {
            if (value != null) {
                set.put(name, value);
            }
        });
        return set;
    }

    /** The key is not shown. */
    @Override
    public String toString() {
        return "GeneratorProperties[type=" + type + ", scramble=" + scramble + ", node=" + node + "]";
    }
}
