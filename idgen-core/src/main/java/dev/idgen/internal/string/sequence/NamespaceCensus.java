package dev.idgen.internal.string.sequence;

import dev.idgen.IdgenException;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.request.Requests;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at all buckets before an instance writes terms where there are none: their values tell the ttl that others lease with, and
 * leases of an earlier stored format must have ended. Used by the planner only.
 */
final class NamespaceCensus {

    private final NamespaceMembership membership;
    private final Register register;
    private final BucketLeases leases;
    private final Ring ring;
    private final Duration ttl;
    private final Requests requests;

    private int unanswered;
    private @Nullable Throwable failure;
    private @Nullable IdgenException objection;

    NamespaceCensus(
            NamespaceMembership membership,
            Register register,
            BucketLeases leases,
            Ring ring,
            Duration ttl,
            Requests requests) {
        this.membership = membership;
        this.register = register;
        this.leases = leases;
        this.ring = ring;
        this.ttl = ttl;
        this.requests = requests;
    }

    /** Where it looks. */
    Register register() {
        return register;
    }

    /** One of the three is called, later. None is under way at that time. */
    void take(Runnable agreed, Consumer<IdgenException> refused, Consumer<Throwable> failed) {
        unanswered = ring.size();
        failure = null;
        objection = null;
        for (Bucket bucket : ring.inOrder()) {
            requests.send(() -> objectionOf(bucket), new Requests.Answer<Objection>() {
                @Override
                public void arrived(Objection found, long requestedAt, boolean late) {
                    if (!late) {
                        objection = found.why() == null ? objection : found.why();
                        answered();
                    }
                }

                @Override
                public void failed(Throwable cause, long requestedAt) {
                    failure = cause;
                    answered();
                }

                private void answered() {
                    unanswered--;
                    if (unanswered == 0) {
                        conclude(agreed, refused, failed);
                    }
                }
            });
        }
    }

    private void conclude(Runnable agreed, Consumer<IdgenException> refused, Consumer<Throwable> failed) {
        if (objection != null) {
            refused.accept(objection);
        } else if (failure != null) {
            failed.accept(failure);
        } else {
            agreed.run();
        }
    }

    /** @param why null if there is none */
    private record Objection(@Nullable IdgenException why) {}

    private CompletionStage<Objection> objectionOf(Bucket bucket) {
        return leases.look(bucket)
                .thenCombine(
                        register.earlierFormatEnds(bucket.group()), (look, ends) -> new Objection(found(look, ends)));
    }

    private @Nullable IdgenException found(Look look, long earlierFormatEnds) {
        if (earlierFormatEnds > look.time()) {
            return new StoreUnsuitableException("instances of an earlier version of idgen hold leases in namespace '"
                    + membership.name() + "' until " + Instant.ofEpochMilli(earlierFormatEnds)
                    + " at least; their format is not understood, so both would issue the same ids. Stop them all, and start"
                    + " this version when their leases have ended");
        }
        String text = look.value(BucketLeases.LEASE);
        BucketValue value = text == null ? null : BucketValue.parse(text).orElse(null);
        return value == null || value.ttl() == ttl.toMillis() ? null : membership.otherTtl(value.ttl());
    }
}
