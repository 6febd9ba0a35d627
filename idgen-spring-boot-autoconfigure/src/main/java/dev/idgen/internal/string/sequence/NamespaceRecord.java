package dev.idgen.internal.string.sequence;

import dev.idgen.internal.string.sequence.Namespace.NamespaceClaim;

/**
 * The record of a namespace and the rule for those who join it: {@code namespace.lua} in Java, for stores that keep records. Redis
 * runs the script, and not this; a test compares the two.
 *
 * <p>A store reads the record, asks it, and writes it back before the answer is given, while nobody else does. For one thread.
 */
public final class NamespaceRecord {

    private NamespaceState state;

    /**
     * What is stored of a namespace.
     *
     * @param ttl longest ttl that anybody has asked for, in milliseconds
     * @param settled longest ttl that may be used, since all instances have read it, in milliseconds
     * @param terms what all instances have agreed on, as {@link NamespaceTerms} are written; empty if nothing is stored
     */
    public record NamespaceState(long ttl, long settled, String terms) {

        /** Of a namespace of which nothing is stored. */
        public static final NamespaceState MISSING = new NamespaceState(0, 0, "");

        private boolean isMissing() {
            return terms.isEmpty();
        }
    }

    public NamespaceRecord(NamespaceState state) {
        this.state = state;
    }

    /** What is to be stored after a request. */
    public NamespaceState state() {
        return state;
    }

    /**
     * Answers {@link LeaseStore#join}.
     *
     * @param clock the store's clock, in epoch milliseconds
     */
    public Namespace join(NamespaceClaim claim, long clock) {
        if (state.isMissing()) {
            state = new NamespaceState(claim.ttlMillis(), claim.settledMillis(), claim.terms());
        } else if (state.terms().equals(claim.terms()) || claim.replaced().contains(state.terms())) {
            long settled = claim.settles() ? Math.max(claim.settledMillis(), state.settled()) : state.settled();
            state = new NamespaceState(Math.max(claim.ttlMillis(), state.ttl()), settled, claim.terms());
        }
        return new Namespace(state.ttl(), state.settled(), state.terms(), clock);
    }
}
