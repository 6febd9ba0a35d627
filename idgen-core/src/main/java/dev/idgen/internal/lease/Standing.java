package dev.idgen.internal.lease;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where an instance stands with its groups. Only {@link #JOINED} leases. {@link #isFinal} says that no other standing
 * follows. Immutable.
 *
 * @param refusal makes the exception for callers; null while joining, and once joined
 */
record Standing(Phase phase, @Nullable Supplier<RuntimeException> refusal) {

    enum Phase {
        /** It looks for its terms in the groups. */
        JOINING,
        /** The groups have its terms. */
        JOINED,
        /** The groups have other terms, or the store is unsuitable. It tries again. */
        REFUSED,
        /** Its terms were replaced. It only uses up what it holds. */
        REPLACED
    }

    static final Standing JOINING = new Standing(Phase.JOINING, null);
    static final Standing JOINED = new Standing(Phase.JOINED, null);

    boolean isJoined() {
        return phase == Phase.JOINED;
    }

    boolean isFinal() {
        return phase == Phase.REPLACED;
    }

    /** The next standing, unless this one is final. */
    Standing then(Standing next) {
        return isFinal() ? this : next;
    }

    /** A new exception for a caller; null if there is no refusal. */
    @Nullable
    RuntimeException exception() {
        return refusal == null ? null : refusal.get();
    }
}
