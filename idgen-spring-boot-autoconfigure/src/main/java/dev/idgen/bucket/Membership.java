package dev.idgen.bucket;

import dev.idgen.NamespaceDisagreementException;
import org.jspecify.annotations.Nullable;

/**
 * This instance's place in its namespace: the shared record as last read, or why it could not be read. It is read again
 * about once per ttl while the instance draws, which also puts it back if the store lost it.
 *
 * <p>Written by the planner only; read by any thread.
 */
final class Membership {

    private final String name;
    private final String instance;
    private final NamespaceTerms terms;
    private final long ttlMillis;

    private volatile @Nullable Namespace namespace;
    private volatile @Nullable NamespaceDisagreementException disagreement;

    /** @param instance a text that no other instance uses */
    Membership(String name, String instance, NamespaceTerms terms, long ttlMillis) {
        this.name = name;
        this.instance = instance;
        this.terms = terms;
        this.ttlMillis = ttlMillis;
    }

    /** What to write if the store has no record: the one remembered, else a new one with this instance as creator. */
    Namespace.Claim claim() {
        Namespace known = namespace;
        return known == null
                ? new Namespace.Claim(instance, 0, ttlMillis, terms.format())
                : new Namespace.Claim(known.creator(), known.created(), ttlMillis, terms.format());
    }

    /** Takes note of the record read, and returns whether this instance may lease. */
    boolean accept(Namespace read) {
        disagreement = terms.disagreement(name, read.terms()).orElse(null);
        namespace = disagreement == null ? read : namespace;
        return disagreement == null;
    }

    boolean isJoined() {
        return namespace != null && disagreement == null;
    }

    boolean isCreator() {
        Namespace known = namespace;
        return known != null && known.creator().equals(instance);
    }

    @Nullable
    NamespaceDisagreementException disagreement() {
        return disagreement;
    }

    LeaseStore.Terms terms() {
        Namespace known = namespace;
        if (known == null) {
            throw new IllegalStateException("namespace '" + name + "' is not joined");
        }
        return new LeaseStore.Terms(ttlMillis, Math.max(known.ttlMillis(), ttlMillis), known.created());
    }
}
