package dev.idgen.internal.stamped.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.NodeIdUnavailableException;
import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LocalNodeSourceTests {

    private static final long MULTICAST = 1L << 40;

    private final ManualTime time = new ManualTime();

    private static Node current(NodeSource source) {
        return Objects.requireNonNull(source.current());
    }

    @Test
    void randomNodeHasTheBitsThatAreAlwaysSet() {
        for (int i = 0; i < 100; i++) {
            Node node = current(LocalNodeSource.random(14, 48, MULTICAST, time));
            assertThat(node.id() & MULTICAST).isEqualTo(MULTICAST);
            assertThat(node.id() >>> 62).isZero();
            assertThat(node.notBefore()).isEqualTo(Long.MIN_VALUE);
            assertThat(node.notAfter()).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Test
    void renewalCountsTheSequenceThroughAllValuesBeforeItDrawsAnotherNode() {
        LocalNodeSource source = LocalNodeSource.random(2, 48, MULTICAST, time);
        Set<Long> sequences = new HashSet<>();
        Node node = current(source);
        long first = node.id() & (1L << 48) - 1;
        for (int i = 0; i < 4; i++) {
            assertThat(node.id() & (1L << 48) - 1).isEqualTo(first);
            sequences.add(node.id() >>> 48);
            node = source.renewed(node).orElseThrow();
        }
        assertThat(sequences).containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
        assertThat(node.id() & (1L << 48) - 1).isNotEqualTo(first);
    }

    @Test
    void renewalCountsTheSequenceOnByOne() {
        LocalNodeSource source = LocalNodeSource.fixed(42, 14, 48, time);
        Node first = current(source);
        Node second = source.renewed(first).orElseThrow();
        assertThat(second.id() >>> 48).isEqualTo(((first.id() >>> 48) + 1) % (1 << 14));
        assertThat(second.id() & (1L << 48) - 1).isEqualTo(42);
    }

    @Test
    void factsShowTheNodeIdWithoutItsSequence() {
        assertThat(LocalNodeSource.fixed(42, 14, 48, time).facts()).containsEntry("nodeId", "42");
        assertThat(LocalNodeSource.fixed(-1, time).facts()).containsEntry("nodeId", "18446744073709551615");
    }

    @Test
    void factsShowNoNodeIdWhereIdsHaveNone() {
        assertThat(LocalNodeSource.none(time).facts()).isEmpty();
    }

    @Test
    void sequenceBeginsAnywhere() {
        Set<Long> sequences = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            sequences.add(current(LocalNodeSource.fixed(42, 14, 48, time)).id() >>> 48);
        }
        assertThat(sequences).hasSizeGreaterThan(10);
    }

    @Test
    void renewalWithoutSequenceDrawsAnotherNode() {
        LocalNodeSource source = LocalNodeSource.random(0, 63, 0, time);
        Node node = current(source);
        assertThat(source.renewed(node).orElseThrow().id()).isNotEqualTo(node.id());
    }

    @Test
    void renewalOfAnIdentityReplacedBeforeReturnsTheCurrentOne() {
        LocalNodeSource source = LocalNodeSource.random(2, 48, 0, time);
        Node old = current(source);
        Node next = source.renewed(old).orElseThrow();
        assertThat(source.renewed(old)).containsSame(next);
        assertThat(source.current()).isSameAs(next);
    }

    @Test
    void givenNodeHasAsManyIdentitiesAsItsSequenceHasValues() {
        LocalNodeSource source = LocalNodeSource.fixed(42, 1, 48, time);
        Node first = current(source);
        Node second = source.renewed(first).orElseThrow();
        assertThat(first.id() & (1L << 48) - 1).isEqualTo(42);
        assertThat(second.id()).isEqualTo(first.id() ^ 1L << 48);
        assertThat(source.renewed(second)).isEmpty();
    }

    @Test
    void onlyRandomNodesAreExclusive() {
        assertThat(LocalNodeSource.random(14, 48, 0, time).isExclusive()).isTrue();
        assertThat(LocalNodeSource.fixed(42, 14, 48, time).isExclusive()).isFalse();
        assertThat(LocalNodeSource.fixed(42, time).isExclusive()).isFalse();
    }

    @Test
    void fixedNodeIsForAnyTimeUntilClosed() {
        LocalNodeSource source = LocalNodeSource.fixed(42, time);
        assertThat(current(source).id()).isEqualTo(42);
        assertThat(source.millis()).isEqualTo(time.millis());
        assertThat(source.await(Long.MAX_VALUE, Duration.ZERO)).isSameAs(source.current());
        assertThat(source.renewed(current(source))).isEmpty();
        source.close();
        assertClosed(source);
    }

    @Test
    void randomNodeIsGoneWhenClosed() {
        LocalNodeSource source = LocalNodeSource.random(2, 48, 0, time);
        Node node = current(source);
        assertThat(source.await(Long.MAX_VALUE, Duration.ZERO)).isSameAs(node);
        source.close();
        assertThat(source.renewed(node)).isEmpty();
        assertClosed(source);
    }

    private static void assertClosed(NodeSource source) {
        assertThat(source.current()).isNull();
        assertThatThrownBy(() -> source.await(0, Duration.ofMinutes(1)))
                .isInstanceOfSatisfying(
                        NodeIdUnavailableException.class,
                        e -> assertThat(e.reason()).isEqualTo(Reason.CLOSED));
    }
}
