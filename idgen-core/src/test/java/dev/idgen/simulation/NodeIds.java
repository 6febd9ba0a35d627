package dev.idgen.simulation;

import dev.idgen.LongIdGenerator;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.GeneratorSettings;
import dev.idgen.internal.timestamp.Scheme;
import dev.idgen.internal.timestamp.TimestampGenerators;
import dev.idgen.internal.timestamp.node.NodeSource;
import java.time.Duration;
import java.time.Instant;

/** The scheme of the ids with a leased node id: like Snowflake, with few node ids and numbers that begin with 0. */
final class NodeIds {

    private static final Instant EPOCH = Instant.parse("2021-08-01T00:00:00Z");
    private static final int NODE_BITS = 6;
    private static final int SEQUENCE_BITS = 8;

    private NodeIds() {}

    /** A generator that never waits. */
    static LongIdGenerator generator(NodeSource nodes, TimeSource time) {
        Scheme<Long> scheme = Scheme.longs("story")
                .epoch(EPOCH)
                .firstNumber(0, 0)
                .tick("timestamp", 40)
                .node("node", NODE_BITS)
                .sequence("sequence", SEQUENCE_BITS)
                .build();
        return TimestampGenerators.longs("story", scheme, nodes, time, new GeneratorSettings(null, Duration.ZERO));
    }

    static Instant timeOf(long id) {
        return EPOCH.plusMillis(id >>> (NODE_BITS + SEQUENCE_BITS));
    }
}
