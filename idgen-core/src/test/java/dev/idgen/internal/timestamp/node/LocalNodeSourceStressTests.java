package dev.idgen.internal.timestamp.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.StressTest;
import dev.idgen.Threads;
import dev.idgen.internal.time.ManualTime;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Forbids: two threads find the same identity stuck, both count the clock sequence on, and one goes on with an
 * identity that is replaced at once, or the sequence's values are used up twice as fast as they are needed.
 */
@StressTest
class LocalNodeSourceStressTests {

    private static final int THREADS = 4;
    private static final int SEQUENCE_BITS = 12;

    @Test
    void threadsThatAreStuckTogetherGoOnTogether() throws Exception {
        LocalNodeSource source = LocalNodeSource.fixed(1, SEQUENCE_BITS, 4, new ManualTime());
        Set<Long> identities = new HashSet<>();
        Optional<Node> present = Optional.ofNullable(source.current());
        while (present.isPresent()) {
            Node stuck = present.get();
            assertThat(identities.add(stuck.id())).isTrue();
            List<Optional<Node>> next = Threads.race(THREADS, () -> source.renewed(stuck));
            assertThat(new HashSet<>(next)).hasSize(1);
            present = next.get(0);
        }
        assertThat(identities).hasSize(1 << SEQUENCE_BITS);
    }
}
