package dev.idgen.internal.timestamp.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idgen.NodeIdUnavailableException;
import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.Window;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Node ids without a store, and their windows. */
class LocalNodeSourceTests {

    private static final long MULTICAST = 1L << 40;

    private final ManualTime time = new ManualTime();

    private static Node current(NodeSource source) {
        return Objects.requireNonNull(source.current());
    }

    private static long node(Node identity) {
        return identity.id() & (1L << 48) - 1;
    }

    private static long sequence(Node identity) {
        return identity.id() >>> 48;
    }

    private LocalNodeSource random(int sequenceBits) {
        return LocalNodeSource.random(sequenceBits, 48, time);
    }

    private LocalNodeSource fixed() {
        return LocalNodeSource.fixed(42, 14, 48, time);
    }

    @Test
    void randomNodeHasTheBitsThatAreAlwaysSet() {
        for (int i = 0; i < 100; i++) {
            Node identity = current(random(14));
            assertThat(identity.id() & MULTICAST).isEqualTo(MULTICAST);
            assertThat(identity.id() >>> 62).isZero();
            assertThat(identity.notBefore()).isEqualTo(Long.MIN_VALUE);
            assertThat(identity.notAfter()).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Test
    void renewedCountsTheSequenceByOneThroughAllValuesBeforeItDrawsAnotherNode() {
        LocalNodeSource source = random(2);
        Node first = current(source);
        Node identity = first;
        for (int i = 0; i < 4; i++) {
            assertThat(node(identity)).isEqualTo(node(first));
            assertThat(sequence(identity)).isEqualTo((sequence(first) + i) % 4);
            Node next = source.renewed(identity).orElseThrow();
            assertThat(source.renewed(identity)).as("renewed by another thread").containsSame(next);
            identity = next;
        }
        assertThat(node(identity)).isNotEqualTo(node(first));
        assertThat(source.current()).isSameAs(identity);
    }

    @Test
    void renewedWithoutSequenceDrawsAnotherNode() {
        LocalNodeSource source = LocalNodeSource.random(0, 63, time);
        Node identity = current(source);
        assertThat(source.renewed(identity).orElseThrow().id()).isNotEqualTo(identity.id());
    }

    @Test
    void sequenceBeginsAnywhere() {
        LongStream sequences = Stream.generate(() -> fixed()).limit(100).mapToLong(source -> sequence(current(source)));
        assertThat(sequences.distinct().count()).isGreaterThan(10);
    }

    @Test
    void factsShowTheNodeIdWithoutItsSequence() {
        assertThat(fixed().facts()).containsEntry("nodeId", "42");
        assertThat(LocalNodeSource.fixed(-1, time).facts()).containsEntry("nodeId", "18446744073709551615");
        assertThat(LocalNodeSource.none(time).facts()).isEmpty();
    }

    @Test
    void onlyRandomNodesAreExclusive() {
        assertThat(random(14).isExclusive()).isTrue();
        assertThat(fixed().isExclusive()).isFalse();
        assertThat(LocalNodeSource.fixed(42, time).isExclusive()).isFalse();
    }

    @Test
    void nodeIsForAnyTimeUntilClosed() {
        for (LocalNodeSource source : List.of(LocalNodeSource.fixed(42, time), random(2))) {
            Node identity = current(source);
            assertThat(source.millis()).isEqualTo(time.millis());
            assertThat(source.await(Long.MAX_VALUE, Duration.ZERO)).isSameAs(identity);
            source.close();
            assertThat(source.current()).isNull();
            assertThat(source.renewed(identity)).isEmpty();
            assertThat(catchThrowableOfType(
                                    NodeIdUnavailableException.class, () -> source.await(0, Duration.ofMinutes(1)))
                            .reason())
                    .isEqualTo(Reason.CLOSED);
        }
        assertThat(current(LocalNodeSource.fixed(42, time)).id()).isEqualTo(42);
        LocalNodeSource fixed = LocalNodeSource.fixed(42, time);
        assertThat(fixed.renewed(current(fixed))).isEmpty();
    }

    @Test
    void windowOfANodeMayBeAMillisecondAndOnlyGrows() {
        Node node = new Node(1, new Window(5, 5));
        node.extendTo(4);
        assertThat(node.notAfter()).isEqualTo(5);
        node.extendTo(6);
        assertThat(node.notAfter()).isEqualTo(6);
        assertThat(node.notBefore()).isEqualTo(5);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Node(1, new Window(5, 4)))
                .withMessage("window ends at 4, before its start 5");
        assertThat(Node.always(-1)).hasToString("18446744073709551615");
    }
}
