package dev.idgen.internal.timestamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.idgen.NodeIdUnavailableException;
import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.TickUnavailableException;
import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.node.LocalNodeSource;
import dev.idgen.internal.timestamp.node.ManualNodes;
import dev.idgen.internal.timestamp.node.Node;
import dev.idgen.internal.timestamp.node.NodeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A snapshot of a process that is restored twice, at the same moment: two generators whose state is equal in all, entropy included.
 * They issue equal ids, which the tests show first, until each continues with a node source of its own.
 */
class RestoredTwiceTests {

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final GeneratorSettings SETTINGS = new GeneratorSettings(Duration.ofMinutes(1), PATIENCE);
    private static final int IDS = 500;
    private static final IdType<UUID> WORDS = IdType.uuids();

    private final ManualTime time = new ManualTime(Instant.parse("2026-03-01T12:00:00Z"));

    /** The node source with which the next generator begins or continues. */
    private NodeSource next = LocalNodeSource.fixed(7, time);

    static Stream<Arguments> schemes() {
        return Stream.of(
                schemeOf(StandardSchemes.uuidV1(), 14, 48),
                schemeOf(StandardSchemes.uuidV6(), 14, 48),
                schemeOf(StandardSchemes.uuidV7(), 0, 0),
                schemeOf(StandardSchemes.ulid(), 0, 0),
                schemeOf(StandardSchemes.flake(), 0, 48),
                schemeOf(StandardSchemes.objectId(), 0, 40));
    }

    /** A scheme whose ids do not depend on a store. */
    private static Arguments schemeOf(Scheme<?> scheme, int sequenceBits, int nodeBits) {
        return arguments(scheme.name(), scheme, sequenceBits, nodeBits);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("schemes")
    void copiesWithRandomNodesIssueNoIdTwice(String name, Scheme<?> scheme, int sequenceBits, int nodeBits) {
        assertDistinct(scheme, () -> LocalNodeSource.random(sequenceBits, nodeBits, time));
    }

    /** A store leases another node id to each copy, as to any two processes. */
    @Test
    void copiesWithOtherLeasedNodesIssueNoIdTwice() {
        AtomicLong nodes = new AtomicLong();
        assertDistinct(
                StandardSchemes.snowflake(), () -> ManualNodes.leased(Node.always(nodes.incrementAndGet()), time));
    }

    private void assertDistinct(Scheme<?> scheme, Supplier<NodeSource> nodes) {
        Stamper one = copy(scheme);
        Stamper other = copy(scheme);
        List<Object> all = draw(one);
        assertThat(draw(other)).isEqualTo(all);
        restart(one, nodes.get());
        restart(other, nodes.get());
        all.addAll(draw(one));
        all.addAll(draw(other));
        assertThat(all).doesNotHaveDuplicates();
    }

    /** A process that is restored once, on a machine whose clock is behind, must not repeat what it issued before. */
    @Test
    void restartWithTheSameNodeButNotWithAnotherOneIsRefusedAfterTheClockWasSetBack() {
        Stamper ids = copy(StandardSchemes.snowflake());
        List<Object> before = draw(ids);
        time.stepWall(Duration.ofHours(-1));
        restart(ids, LocalNodeSource.fixed(7, time));
        assertThatExceptionOfType(TickUnavailableException.class).isThrownBy(ids::nextLong);
        time.stepWall(Duration.ofHours(1));
        assertThat(draw(ids)).doesNotContainAnyElementsOf(before);
        time.stepWall(Duration.ofHours(-1));
        restart(ids, LocalNodeSource.fixed(8, time));
        assertThat(draw(ids)).as("of another node id, at once").doesNotContainAnyElementsOf(before);
    }

    @Test
    void idsAreRefusedBetweenCloseAndRestartAndCountedThroughout() {
        Stamper ids = copy(StandardSchemes.snowflake());
        draw(ids);
        next.close();
        assertThatExceptionOfType(NodeIdUnavailableException.class)
                .isThrownBy(ids::nextLong)
                .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.CLOSED));
        restart(ids, LocalNodeSource.fixed(7, time));
        draw(ids);
        assertThat(ids.measures())
                .filteredOn(measure -> measure.name().equals("idgen.issued"))
                .singleElement()
                .satisfies(issued -> assertThat(issued.count().getAsLong()).isEqualTo(2 * IDS));
    }

    /** The part of a generator that a snapshot contains. */
    private Stamper copy(Scheme<?> scheme) {
        next = LocalNodeSource.fixed(7, time);
        Iterator<Entropy> entropy = Stream.concat(
                        Stream.of(new Entropy(1, 2)),
                        Stream.generate(() -> Entropy.of(TimeSource.system().random())))
                .iterator();
        return new Stamper("test", scheme, () -> next, time, SETTINGS, new NodeEntropy(entropy::next));
    }

    private void restart(Stamper ids, NodeSource with) {
        next = with;
        ids.restart();
    }

    private static List<Object> draw(Stamper ids) {
        return new ArrayList<>(ids.next(IDS, WORDS));
    }
}
