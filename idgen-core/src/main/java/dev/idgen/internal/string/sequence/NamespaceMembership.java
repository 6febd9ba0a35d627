package dev.idgen.internal.string.sequence;

import dev.idgen.IdgenException;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Step;
import dev.idgen.internal.setting.Region;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * This instance's place in its namespace: the shared terms as last read, or why it may not lease. While the instance
 * draws, it reads the terms about once per ttl.
 *
 * <p>An instance that joined some time ago restores its own terms if they are missing or changed: instances with other
 * terms must not start.
 *
 * <p>Only the planner writes it; any thread reads it.
 */
final class NamespaceMembership {

    /** The field with the terms, in the group with the empty name. */
    static final String TERMS = "terms";

    private final String name;
    private final NamespaceTerms terms;

    private volatile @Nullable String recorded;
    private volatile @Nullable IdgenException refusal;

    NamespaceMembership(String name, NamespaceTerms terms) {
        this.name = name;
        this.terms = terms;
    }

    String name() {
        return name;
    }

    Region region() {
        return terms.region();
    }

    /** What a look at the terms means. */
    sealed interface Reading {

        /**
         * This instance may lease.
         *
         * @param narrowed the namespace's region, if it has just shrunk to this instance's
         */
        record Agreed(String terms, @Nullable Region narrowed) implements Reading {}

        /** This instance may not lease. */
        record Disagreed(NamespaceDisagreementException why) implements Reading {}

        /** There are no terms, and it is unknown whether the buckets allow this instance's. */
        record Missing() implements Reading {}

        /** Other instances are writing the terms. */
        record Busy() implements Reading {}
    }

    /**
     * The rule of the terms.
     *
     * @param mayMake whether this instance may write its terms if there are none
     * @param mayRestore whether this instance may replace other terms by its own
     */
    Step<Reading> read(Look look, boolean mayMake, boolean mayRestore) {
        String stored = look.value(TERMS);
        NamespaceTerms own = own();
        if (stored == null && !mayMake) {
            return Step.answer(new Reading.Missing());
        }
        if (stored != null && !own.replaced().contains(stored)) {
            Optional<NamespaceDisagreementException> disagreement = terms.disagreement(name, stored, isJoined());
            if (disagreement.isEmpty()) {
                return Step.answer(new Reading.Agreed(stored, null));
            }
            if (!mayRestore) {
                return Step.answer(new Reading.Disagreed(disagreement.get()));
            }
        }
        Region narrowed = stored == null ? null : own.narrowed(stored);
        return Step.write(List.of(TERMS), TERMS, own.format(), new Reading.Agreed(own.format(), narrowed));
    }

    /**
     * This instance's terms. If others have narrowed the region, this instance continues, and also restores the
     * narrower region.
     */
    private NamespaceTerms own() {
        String known = recorded;
        return known == null ? terms : terms.narrowedBy(known);
    }

    void agreed(String read) {
        recorded = read;
        refusal = null;
    }

    void refuse(IdgenException why) {
        refusal = why;
    }

    /** @param theirs the ttl of a bucket, in milliseconds */
    NamespaceDisagreementException otherTtl(long theirs) {
        return new NamespaceDisagreementException(
                name, NamespaceTerms.TTL, Long.toString(theirs), terms.values().getOrDefault(NamespaceTerms.TTL, ""));
    }

    /** The terms as last read or written; null before the first time. */
    @Nullable
    String recordedTerms() {
        return recorded;
    }

    boolean isJoined() {
        return recorded != null && refusal == null;
    }

    boolean isRefused() {
        return refusal != null;
    }

    /** Why this instance may not lease, as a new exception for each caller; null if it may lease or that is unknown. */
    @Nullable
    IdgenException refusal() {
        IdgenException why = refusal;
        if (why == null) {
            return null;
        }
        IdgenException again = why instanceof NamespaceDisagreementException its
                ? new NamespaceDisagreementException(its.namespace(), its.setting(), its.expected(), its.actual())
                : new StoreUnsuitableException(Objects.requireNonNull(why.getMessage()));
        again.initCause(why);
        return again;
    }
}
