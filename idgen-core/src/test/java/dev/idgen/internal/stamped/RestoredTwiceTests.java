package dev.idgen.internal.stamped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.idgen.NodeIdUnavailableException;
import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.TickUnavailableException;
import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.IdForm;
import dev.idgen.internal.stamped.node.LocalNodeSource;
import dev.idgen.internal.stamped.node.ManualNodes;
import dev.idgen.internal.stamped.node.Node;
import dev.idgen.internal.stamped.node.NodeSource;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A snapshot of a process that is restored twice, at the same moment: two generators whose state is equal in all, entropy included.
 * They issue equal ids, which the tests show first, until each goes on with a node source of its own.
 */
class RestoredTwiceTests {

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final GeneratorSettings SETTINGS = new GeneratorSettings(Duration.ofMinutes(1), PATIENCE);
    private static final int IDS = 500;
    private static final IdForm<UUID> WORDS = IdForm.uuids();

    private final ManualTime time = new ManualTime(Instant.parse("2026-03-01T12:00:00Z"));

    /** With which the next generator begins, or goes on. */
    private NodeSource next = LocalNodeSource.fixed(7, time);

    /** A scheme whose ids do not depend on a store, and how its node ids are made. */
    private record Local(Scheme<?> scheme, int sequenceBits, int nodeBits) {

        NodeSource open(ManualTime time) {
            return LocalNodeSource.random(sequenceBits, nodeBits, 0, time);
        }

        @Override
        public String toString() {
            return scheme.name();
        }
    }

    static Stream<Local> local() {
        return Stream.of(
                new Local(StandardSchemes.uuidV1(), 14, 48),
                new Local(StandardSchemes.uuidV6(), 14, 48),
                new Local(StandardSchemes.uuidV7(), 0, 0),
                new Local(StandardSchemes.ulid(), 0, 0),
                new Local(StandardSchemes.flake(), 0, 48),
                new Local(StandardSchemes.objectId(), 0, 40));
    }

    @ParameterizedTest
    @MethodSource("local")
    void restoredTwiceNoIdIsIssuedTwice(Local it) {
        Stamper one = copy(it.scheme());
        Stamper other = copy(it.scheme());
        List<Object> before = draw(one);
        assertThat(draw(other)).isEqualTo(before);

        goOn(one, it.open(time));
        goOn(other, it.open(time));

        List<Object> all = new ArrayList<>(before);
        all.addAll(draw(one));
        all.addAll(draw(other));
        assertThat(all).doesNotHaveDuplicates();
    }

    /** Which a store leases to each, as it does to any two processes. */
    @Test
    void restoredTwiceWithOtherNodeIdsNoIdIsIssuedTwice() {
        Stamper one = copy(StandardSchemes.snowflake());
        Stamper other = copy(StandardSchemes.snowflake());
        assertThat(draw(other)).isEqualTo(draw(one));

        goOn(one, ManualNodes.leased(Node.always(1), time));
        goOn(other, ManualNodes.leased(Node.always(2), time));

        List<Object> all = draw(one);
        all.addAll(draw(other));
        assertThat(all).doesNotHaveDuplicates();
    }

    /** A process that is restored once, on a machine whose clock is behind, must not repeat what it issued before. */
    @Test
    void givenNodeIdIsNotStampedTwiceThoughTheClockWasSetBack() {
        Stamper ids = copy(StandardSchemes.snowflake());
        Set<Object> before = Set.copyOf(draw(ids));

        time.stepWall(Duration.ofHours(-1));
        goOn(ids, LocalNodeSource.fixed(7, time));

        assertThatExceptionOfType(TickUnavailableException.class).isThrownBy(ids::nextLong);
        time.stepWall(Duration.ofHours(1));
        assertThat(draw(ids)).doesNotContainAnyElementsOf(before);
    }

    @Test
    void otherNodeIdIsStampedAtOnceThoughTheClockWasSetBack() {
        Stamper ids = copy(StandardSchemes.snowflake());
        draw(ids);

        time.stepWall(Duration.ofHours(-1));
        Instant now = time.instant();
        goOn(ids, LocalNodeSource.fixed(8, time));

        assertThat(StandardSchemes.snowflake()
                        .decode(new Word128(0, ids.nextLong()), Instant.MAX)
                        .instant())
                .isEqualTo(now);
    }

    @Test
    void idsAreRefusedBetweenTheTwoAndCountedThroughout() {
        Stamper ids = copy(StandardSchemes.snowflake());
        NodeSource first = next;
        draw(ids);

        first.close();
        assertThatExceptionOfType(NodeIdUnavailableException.class)
                .isThrownBy(ids::nextLong)
                .satisfies(failure -> assertThat(failure.reason()).isEqualTo(Reason.CLOSED));
        goOn(ids, LocalNodeSource.fixed(7, time));
        draw(ids);

        assertThat(ids.measures())
                .filteredOn(measure -> measure.name().equals("idgen.issued"))
                .singleElement()
                .satisfies(issued -> assertThat(issued.count().getAsLong()).isEqualTo(2 * IDS));
    }

    /** What of a generator is in a snapshot. */
    private Stamper copy(Scheme<?> scheme) {
        Supplier<Entropy> entropy = new Supplier<>() {

            private boolean drawn;

            @Override
            public Entropy get() {
                boolean first = !drawn;
                drawn = true;
                return first ? new Entropy(1, 2) : Entropy.random();
            }
        };
        next = LocalNodeSource.fixed(7, time);
        return new Stamper("test", scheme, () -> next, time, SETTINGS, entropy);
    }

    private void goOn(Stamper ids, NodeSource with) {
        next = with;
        ids.restart();
    }

    private static List<Object> draw(Stamper ids) {
        return new ArrayList<>(ids.next(IDS, WORDS));
    }
}
