package dev.idgen.internal.stamped.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.StressTest;
import dev.idgen.internal.time.ManualTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Forbids: two threads find the same identity stuck, both count the clock sequence on, and one goes on with an identity that
 * is replaced at once, or the sequence's values are used up twice as fast as they are needed; and a source that was closed
 * has an identity again.
 */
@StressTest
class LocalNodeSourceStressTests {

    private static final int THREADS = 4;
    private static final int SEQUENCE_BITS = 12;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final CyclicBarrier start = new CyclicBarrier(THREADS);

    @AfterEach
    void close() {
        threads.shutdownNow();
    }

    private <T> List<T> race(Callable<T> work) throws Exception {
        Callable<T> together = () -> {
            start.await(30, TimeUnit.SECONDS);
            return work.call();
        };
        List<T> results = new ArrayList<>();
        for (Future<T> future : threads.invokeAll(Collections.nCopies(THREADS, together))) {
            results.add(future.get());
        }
        return results;
    }

    @Test
    void threadsThatAreStuckTogetherGoOnTogether() throws Exception {
        LocalNodeSource source = LocalNodeSource.fixed(1, SEQUENCE_BITS, 4, new ManualTime());
        Set<Long> identities = new HashSet<>();
        Optional<Node> present = Optional.ofNullable(source.current());
        while (present.isPresent()) {
            Node stuck = present.get();
            assertThat(identities.add(stuck.id())).isTrue();
            List<Optional<Node>> next = race(() -> source.renewed(stuck));
            assertThat(new HashSet<>(next)).hasSize(1);
            present = next.get(0);
        }
        assertThat(identities).hasSize(1 << SEQUENCE_BITS);
    }

    @Test
    void closedSourceStaysClosed() throws Exception {
        for (int round = 0; round < 2000; round++) {
            LocalNodeSource source = LocalNodeSource.random(2, 48, 0, new ManualTime());
            Node stuck = Objects.requireNonNull(source.current());
            CyclicBarrier closing = new CyclicBarrier(THREADS);
            race(() -> {
                if (closing.await(30, TimeUnit.SECONDS) == 0) {
                    source.close();
                } else {
                    source.renewed(stuck);
                }
                return true;
            });
            assertThat(source.current()).isNull();
        }
    }
}
