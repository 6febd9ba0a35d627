package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.StressTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Forbids: two threads see a stripe in its place and both take it; and: a thread that takes a stripe does not see what the
 * owner before wrote into it, and draws its numbers again; and: a stripe that one thread has to itself is taken by another.
 */
@StressTest
class StripePoolStressTests {

    private final AtomicInteger shared = new AtomicInteger();
    private final List<Workspace> made = Collections.synchronizedList(new ArrayList<>());
    private final StripePool<Workspace> stripes = new StripePool<>(1, Workspace::new);

    /** Written by owners only, without any synchronisation of its own. */
    private final class Workspace {

        private final AtomicBoolean owned = new AtomicBoolean();
        private int uses;

        Workspace() {
            made.add(this);
        }

        void use() {
            int before = owned.getAndSet(true) ? -1 : uses;
            uses = before + 1;
            if (before < 0 || uses != before + 1 || !owned.getAndSet(false)) {
                shared.incrementAndGet();
            }
        }
    }

    /** Half of the threads' own places collide; each thread ends and leaves its place to one that comes later. */
    @ParameterizedTest
    @CsvSource({"1, 8, 300000, false", "20, 16, 3000, true"})
    void stripeHasOneOwnerAtATimeWhoSeesWhatTheOneBeforeWrote(int generations, int threads, int rounds, boolean own)
            throws Exception {
        CyclicBarrier start = new CyclicBarrier(threads);
        Callable<Void> work = () -> {
            start.await(30, TimeUnit.SECONDS);
            takeAndUse(rounds, own);
            return null;
        };
        for (int generation = 0; generation < generations; generation++) {
            ExecutorService executor = Executors.newFixedThreadPool(threads);
            try {
                for (Future<Void> result : executor.invokeAll(Collections.nCopies(threads, work))) {
                    result.get();
                }
            } finally {
                executor.shutdownNow();
            }
        }
        assertThat(shared).as("times a stripe had two owners").hasValue(0);
        assertThat(made.stream().mapToInt(workspace -> workspace.uses).sum())
                .as("uses that no later owner lost")
                .isEqualTo(generations * threads * rounds);
        assertThat(made).as("the pool's, and places given again").hasSizeGreaterThan(own ? 8 + 128 : 7);
    }

    private void takeAndUse(int rounds, boolean own) {
        for (int i = 0; i < rounds; i++) {
            Stripe<Workspace> found = i % 16 == 0 ? stripes.takeWhere(any -> true) : null;
            Stripe<Workspace> stripe = found == null ? stripes.take() : found;
            stripe.workspace().use();
            if (own) {
                stripes.giveOwn(stripe);
            }
            stripes.release(stripe);
        }
    }
}
