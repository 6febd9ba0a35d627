package dev.idgen.internal.generator;

import dev.idgen.internal.counted.NumberTemplate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * Properties under {@code idgen.generators.<name>}.
 *
 * @param type Kind of ids.
 * @param epoch When timestamp 0 begins: for snowflake, js-safe, sonyflake, instagram, tsid and custom.
 * @param datacenterBits Bits of the node id that decode as a datacenter, 0 to 16: for snowflake.
 * @param nodeBits Bits of the node id, 1 to 20: for snowflake, js-safe and tsid.
 * @param sequenceBits Bits of the sequence within a tick, 1 to 22: for snowflake and js-safe.
 * @param threadBits Bits that tell threads apart, 0 to 16: for trace-id.
 * @param monotonic Whether ids of one instance always grow: for uuid-v7 and ulid. If not set: true. If false, only
 *     timestamps order ids, and threads do not wait for each other.
 * @param mode Form of the time: for eight-byte.
 * @param cluster Number of the cluster, 0 to 15: for eight-byte.
 * @param tick Length of one tick of the timestamp: for custom.
 * @param fields Fields, most significant first, such as 'timestamp:41, node:10, sequence:12': for custom. More fields
 *     are thread, random, and name=value for a constant.
 * @param store Store of the numbers, or name of a CounterStore bean: for counter, segment, multi-counter, decimal-id
 *     and random-claim. If not set: that of idgen.store, else the first of redis, jdbc and mongodb.
 * @param start First number, from 1: for counter, segment and random-claim.
 * @param step Difference between consecutive numbers, from 1: for counter and segment.
 * @param max Greatest number: for counter, segment, random-claim and existing. For existing it sets the length of the
 *     text.
 * @param floor Treats every number up to this one as issued, if data was lost: for counter, segment and decimal-id.
 * @param template Text around the number, such as 'INV-{yyyyMM}-{000000}': for counter and segment. A date
 *     or {key} is for counter only.
 * @param zone Time zone in which the template's years, months and days begin: for counter.
 * @param keyed Whether each key, such as a tenant, has a counter of its own: for counter. Also true if the template
 *     has {key}.
 * @param transactional Whether numbers are part of the caller's transaction, so that none is missing: for counter in a
 *     database.
 * @param segment How far ahead numbers are fetched: for segment and multi-counter.
 * @param counters Number of counters, 1 to 100000: for multi-counter.
 * @param range Numbers per counter, from 1: for multi-counter.
 * @param launchId Number unique to this launch, 1 to 99999, or 0 in tests: for decimal-id.
 * @param attempts Most numbers to try for one id, 1 to 1000: for random-claim.
 * @param maxLead How far timestamps may run ahead of the clock, 0 to 1h, but not beyond a lease. If not set: 1s with
 *     leased or random node ids, else 0.
 * @param acquireTimeout How long a call waits for the clock, a node id or a number, 0 to 60s. If transactional: whole
 *     seconds, from 1s.
 * @param scramble Whether ids of type long look random.
 * @param scrambleKey Key of the scramble, the same for all generators of a type, or ids may be equal. If not set, the
 *     namespace is the key.
 * @param text Settings of the text that stands for an id.
 * @param node Settings of this generator's node id.
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
