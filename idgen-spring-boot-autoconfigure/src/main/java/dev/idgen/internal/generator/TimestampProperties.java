package dev.idgen.internal.generator;

import dev.idgen.internal.timestamp.StandardSchemes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Properties under {@code idgen.generators.<name>} of ids with a timestamp.
 *
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
 *     are thread, random, route for a value of each call, and name=value for a constant.
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
