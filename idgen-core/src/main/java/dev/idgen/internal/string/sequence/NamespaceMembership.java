package dev.idgen.internal.string.sequence;

import dev.idgen.IdgenException;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Step;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * This instance's place in its namespace: the terms that all instances share as last read, or why it may not lease.
 * They are read again about once per ttl while the instance draws.
 *
 * <p>An instance that joined a while ago puts its own terms back where they are missing or others: it is the others
 * that must not start.
 *
 * <p>Written by the planner only; read by any thread.
 */
final class NamespaceMembership {

    /** The field with the terms, in the group without a name. */
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

    /** What a look at the terms means. */
    sealed interface Reading {

        /** This instance may lease. */
        record Agreed(String terms) implements Reading {}

        /** It may not. */
        record Disagreed(NamespaceDisagreementException why) implements Reading {}

        /** There are none, and whether the buckets allow this instance's is not known yet. */
        record Missing() implements Reading {}

        /** Others write them at this moment. */
        record Busy() implements Reading {}
    }

    /**
     * The rule of the terms.
     *
     * @param mayMake whether this instance's terms may be written if there are none
     * @param mayRestore whether they may be written in the place of others
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
                return Step.answer(new Reading.Agreed(stored));
            }
            if (!mayRestore) {
                return Step.answer(new Reading.Disagreed(disagreement.get()));
            }
        }
        return Step.write(List.of(TERMS), TERMS, own.format(), new Reading.Agreed(own.format()));
    }

    /**
     * This instance's terms. A region that others have narrowed meanwhile does not stop it; it puts back the narrower
     * one, too.
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

    /** @param theirs the ttl that a bucket is used with, in milliseconds */
    NamespaceDisagreementException otherTtl(long theirs) {
        return new NamespaceDisagreementException(
                name, NamespaceTerms.TTL, Long.toString(theirs), terms.values().getOrDefault(NamespaceTerms.TTL, ""));
    }

    /** The terms as last read or written; null if that has not been done yet. */
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

    /** Why this instance may not lease, made for another caller; null if it may, or that is not known yet. */
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
