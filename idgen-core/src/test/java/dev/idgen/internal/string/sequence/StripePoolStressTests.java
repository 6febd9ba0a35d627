package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.StressTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Forbids: two threads see a stripe in its place and both take it; and: a thread that takes a stripe does not see what the
 * owner before wrote into it, and draws its numbers again; and: a stripe that one thread has to itself is taken by another.
 */
@StressTest
class StripePoolStressTests {

    private static final int ROUNDS = 300_000;

    /** Written by owners only, without any synchronisation of its own. */
    private static final class Workspace {

        private final AtomicBoolean owned = new AtomicBoolean();
        private int uses;
    }

    @Test
    void stripeHasOneOwnerAtATimeWhoSeesWhatTheOneBeforeWrote() throws Exception {
        AtomicInteger shared = new AtomicInteger();
        StripePool<Workspace> stripes = new StripePool<>(1, Workspace::new);
        try (Race race = new Race(8)) {
            long uses = race.run(() -> takeAndUse(stripes, shared)).stream()
                    .mapToLong(Long::longValue)
                    .sum();
            assertThat(shared).as("times a stripe had two owners").hasValue(0);
            assertThat(usesOfPooled(stripes))
                    .as("uses that no later owner lost")
                    .isEqualTo(uses);
        }
    }

    /** Returns how often a stripe of the pool was used; those made for once do not come back. */
    private static long takeAndUse(StripePool<Workspace> stripes, AtomicInteger shared) {
        long pooled = 0;
        for (int i = 0; i < ROUNDS; i++) {
            Stripe<Workspace> stripe = i % 16 == 0 ? stripes.takeWhere(any -> true) : stripes.take();
            if (stripe != null) {
                use(stripe.workspace(), shared);
                if (stripe.home() == Stripe.Home.POOL) {
                    pooled++;
                }
                stripes.release(stripe);
            }
        }
        return pooled;
    }

    /** Half of the threads' own places collide; each ends and leaves its place to one that comes later. */
    @Test
    void stripeOfItsOwnIsUsedByNoOtherThread() throws Exception {
        AtomicInteger shared = new AtomicInteger();
        List<Workspace> made = Collections.synchronizedList(new ArrayList<>());
        StripePool<Workspace> stripes = new StripePool<>(1, () -> {
            Workspace workspace = new Workspace();
            made.add(workspace);
            return workspace;
        });
        long uses = 0;
        for (int generation = 0; generation < 20; generation++) {
            try (Race race = new Race(16)) {
                uses += race.run(() -> takeOwnAndUse(stripes, shared)).stream()
                        .mapToLong(Long::longValue)
                        .sum();
            }
        }
        assertThat(shared).as("times a stripe had two owners").hasValue(0);
        assertThat(made.stream().mapToLong(workspace -> workspace.uses).sum())
                .as("uses that no later owner lost")
                .isEqualTo(uses);
        assertThat(made).as("places that were given again").hasSizeGreaterThan(8 + 128);
    }

    private static long takeOwnAndUse(StripePool<Workspace> stripes, AtomicInteger shared) {
        for (int i = 0; i < ROUNDS / 100; i++) {
            Stripe<Workspace> stripe = stripes.take();
            use(stripe.workspace(), shared);
            stripes.giveOwn(stripe);
            stripes.release(stripe);
        }
        return ROUNDS / 100;
    }

    private static void use(Workspace workspace, AtomicInteger shared) {
        if (workspace.owned.getAndSet(true)) {
            shared.incrementAndGet();
        }
        int before = workspace.uses;
        workspace.uses = before + 1;
        if (workspace.uses != before + 1 || !workspace.owned.getAndSet(false)) {
            shared.incrementAndGet();
        }
    }

    private static long usesOfPooled(StripePool<Workspace> stripes) {
        long uses = 0;
        for (Stripe<Workspace> at = stripes.takeWhere(any -> true); at != null; at = stripes.takeWhere(any -> true)) {
            uses += at.workspace().uses;
        }
        return uses;
    }
}
