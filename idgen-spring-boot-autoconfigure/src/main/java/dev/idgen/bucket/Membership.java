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
                : new Namespace.Claim(known.creator(), known.created(), longest(known), terms.format());
    }

    /** Takes note of the record read, and returns whether this instance may lease. */
    boolean accept(Namespace read) {
        disagreement = terms.disagreement(name, read.terms()).orElse(null);
        if (disagreement == null) {
            Namespace known = namespace;
            // A record that was lost and written anew by another instance must not make the longest ttl forgotten.
            long longest = known == null ? read.ttlMillis() : Math.max(known.ttlMillis(), read.ttlMillis());
            namespace = new Namespace(read.creator(), read.created(), longest, read.terms(), read.time());
        }
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

    private long longest(Namespace known) {
        return Math.max(known.ttlMillis(), ttlMillis);
    }

    /**
     * What requests say of this instance.
     *
     * @param fresh whether the record was read a short time ago; if not, others may have raised the ttl as far as it goes
     */
    LeaseStore.Asker asker(boolean fresh) {
        Namespace known = namespace;
        if (known == null) {
            throw new IllegalStateException("namespace '" + name + "' is not joined");
        }
        return new LeaseStore.Asker(
                ttlMillis, fresh ? longest(known) : SequenceSettings.LONGEST_TTL.toMillis(), known.created());
    }
}
