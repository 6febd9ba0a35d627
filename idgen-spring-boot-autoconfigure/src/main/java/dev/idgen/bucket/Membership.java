package dev.idgen.bucket;

import dev.idgen.NamespaceDisagreementException;
import org.jspecify.annotations.Nullable;

/**
 * This instance's place in its namespace: the shared record as last read, or why it could not be read. It is read again
 * about once per ttl while the instance draws, which also puts it back if the store lost it.
 *
 * <p><b>The longest ttl.</b> After a doubt a bucket goes on beyond the longest window that anybody may hold, so everybody must know
 * of a longer one before it is used. An instance that wants a ttl longer than any before therefore has the record show it for
 * twice the longest of before, reads it again, and only then says that it has settled, and uses it.
 *
 * <p>Written by the planner only; read by any thread.
 */
final class Membership {

    private final String name;
    private final NamespaceTerms terms;
    private final long ttlMillis;

    private volatile @Nullable Namespace namespace;
    private volatile @Nullable NamespaceDisagreementException disagreement;

    /** Since when the record has shown a ttl that has not settled, by the monotonic clock. */
    private long shownSince;

    private boolean shown;
    private boolean settles;

    Membership(String name, NamespaceTerms terms, long ttlMillis) {
        this.name = name;
        this.terms = terms;
        this.ttlMillis = ttlMillis;
    }

    /** What to write if the store has no record, or less than what is remembered. */
    Namespace.Claim claim() {
        Namespace known = namespace;
        return known == null
                ? new Namespace.Claim(ttlMillis, ttlMillis, false, terms.format())
                : new Namespace.Claim(
                        longest(known), settles ? ttlMillis : known.settledMillis(), settles, terms.format());
    }

    /** Takes note of the record read, and returns whether this instance may lease. */
    boolean accept(Namespace read, long nanoTime) {
        disagreement = terms.disagreement(name, read.terms()).orElse(null);
        if (disagreement == null) {
            Namespace known = namespace;
            // A record that was lost and written anew by another instance must not make the longest ttl forgotten.
            long longest = known == null ? read.ttlMillis() : Math.max(known.ttlMillis(), read.ttlMillis());
            namespace = new Namespace(longest, read.settledMillis(), read.terms(), read.clock());
            settle(read, nanoTime);
        }
        return disagreement == null;
    }

    private void settle(Namespace read, long nanoTime) {
        boolean waiting = ttlMillis > read.settledMillis();
        if (waiting && !shown) {
            shownSince = nanoTime;
        }
        shown = waiting;
        settles = waiting && nanoTime - shownSince > 2_000_000 * read.settledMillis();
    }

    boolean isJoined() {
        return namespace != null && disagreement == null;
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
     * @param fresh whether the record was read a short time ago; if not, others may use a longer ttl than this instance knows of
     * @param maxLeadMillis how far in the future a window may begin
     * @param expectedMillis the store's time as far as it is known, or 0
     * @param absence what a missing record means
     */
    LeaseStore.Asker asker(boolean fresh, long maxLeadMillis, long expectedMillis, long absence) {
        Namespace known = namespace;
        if (known == null) {
            throw new IllegalStateException("namespace '" + name + "' is not joined");
        }
        return new LeaseStore.Asker(
                Math.min(ttlMillis, known.settledMillis()),
                known.settledMillis(),
                fresh ? longest(known) : 0,
                maxLeadMillis,
                expectedMillis,
                absence);
    }
}
