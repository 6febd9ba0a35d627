package dev.idgen.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Forbids: two threads see a stripe in its place and both take it; and: a thread that takes a stripe does not see what the
 * owner before wrote into it, and draws its numbers again.
 */
class StripesStressTests {

    private static final int ROUNDS = 300_000;

    /** Written by owners only, without any synchronisation of its own. */
    private static final class Workspace {

        private final AtomicBoolean owned = new AtomicBoolean();
        private int uses;
    }

    @Test
    void stripeHasOneOwnerAtATimeWhoSeesWhatTheOneBeforeWrote() throws Exception {
        AtomicInteger shared = new AtomicInteger();
        Stripes<Workspace> stripes = new Stripes<>(1, Workspace::new);
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
    private static long takeAndUse(Stripes<Workspace> stripes, AtomicInteger shared) {
        long pooled = 0;
        for (int i = 0; i < ROUNDS; i++) {
            Stripe<Workspace> stripe = i % 16 == 0 ? stripes.takeWhere(any -> true) : stripes.take();
            if (stripe != null) {
                use(stripe.workspace(), shared);
                pooled += stripe.home() < 0 ? 0 : 1;
                stripes.release(stripe);
            }
        }
        return pooled;
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

    private static long usesOfPooled(Stripes<Workspace> stripes) {
        long uses = 0;
        for (Stripe<Workspace> at = stripes.takeWhere(any -> true); at != null; at = stripes.takeWhere(any -> true)) {
            uses += at.workspace().uses;
        }
        return uses;
    }
}
