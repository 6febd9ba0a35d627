package dev.idgen.internal.generator;

import dev.idgen.internal.stamped.StandardSchemes;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
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
 * @param store Where numbers are counted: for counter, segment, multi-counter, decimal-id and random-claim; or the name of a
 *     CounterStore bean. Unless set, the store that idgen.store names, else the first that is there of redis, jdbc and mongodb.
 * @param start First number, from 1: for counter, segment and random-claim.
 * @param step From one number to the next, from 1: for counter and segment.
 * @param max Greatest number: for counter, segment and random-claim.
 * @param floor Numbers up to and including this one are not issued, to go on after the store lost data: for counter, segment and decimal-id.
 * @param template Text around the number, such as 'INV-{yyyyMM}-{000000}': for counter and segment; with a date for counter.
 * @param zone Time zone in which the template's years, months and days begin: for counter.
 * @param transactional Whether each number is part of the caller's transaction and comes again if that is rolled back, so that none is missing:
 *     for counter in a database.
 * @param segment How far ahead numbers are fetched: for segment and multi-counter.
 * @param counters How many counters there are, 1 to 100000: for multi-counter.
 * @param range How many numbers each counter has: for multi-counter.
 * @param launchId Number that this launch alone has, 1 to 99999; 0 is for tests: for decimal-id.
 * @param attempts How many numbers are tried for one id, 1 to 1000: for random-claim.
 * @param maxLead How far timestamps may run ahead of the clock when a tick is used up or the clock is set back, 0 to 1h,
 *     but not beyond the lease of a leased node id; 1s with node ids that are leased or random, otherwise 0.
 * @param acquireTimeout Longest wait of a caller for the clock, a node id or a number, 0 to 60s; if transactional in whole seconds, from 1s.
 * @param scramble Whether ids of type long are scrambled to look random.
 * @param scrambleKey Key of the scramble; derived from the namespace if not set. Generators of one type need the same one, or
 *     their ids may be equal.
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
        StandardSchemes.@Nullable Mode mode,
        @Nullable Integer cluster,
        @Nullable Duration tick,
        @Nullable List<String> fields,
        @Nullable String store,
        @Nullable Long start,
        @Nullable Long step,
        @Nullable Long max,
        @Nullable Long floor,
        @Nullable String template,
        @Nullable ZoneId zone,
        @Nullable Boolean transactional,
        @NestedConfigurationProperty @Nullable SegmentProperties segment,
        @Nullable Integer counters,
        @Nullable Long range,
        @Nullable Integer launchId,
        @Nullable Integer attempts,
        @Nullable Duration maxLead,
        @DefaultValue("500ms") Duration acquireTimeout,
        @DefaultValue("false") boolean scramble,
        @Nullable String scrambleKey,
        @NestedConfigurationProperty @DefaultValue NodeProperties node) {

    /** The key is not shown. */
    @Override
    public String toString() {
        return "GeneratorProperties[type=" + type + ", scramble=" + scramble + ", node=" + node + "]";
    }
}
