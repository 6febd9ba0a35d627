package dev.idgen.internal.string.sequence;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.internal.request.LongestTtl;
import org.jspecify.annotations.Nullable;

/**
 * This instance's place in its namespace: the shared record as last read, or why it could not be read. It is read again
 * about once per ttl while the instance draws, which also puts it back if the store lost it.
 *
 * <p>After a doubt a bucket goes on beyond the longest window that anybody may hold, see {@link LongestTtl}.
 *
 * <p>Written by the planner only; read by any thread.
 */
final class NamespaceMembership {

    private final String name;
    private final NamespaceTerms terms;
    private final long ttlMillis;
    private final LongestTtl longest;

    private volatile @Nullable Namespace namespace;
    private volatile @Nullable NamespaceDisagreementException disagreement;

    NamespaceMembership(String name, NamespaceTerms terms, long ttlMillis) {
        this.name = name;
        this.terms = terms;
        this.ttlMillis = ttlMillis;
        this.longest = new LongestTtl(ttlMillis);
    }

    /** The record to write if the store has none, or less than is remembered. */
    Namespace.NamespaceClaim claim() {
        LongestTtl.TtlClaim ttl = longest.claim();
        Namespace known = namespace;
        NamespaceTerms claimed = known == null ? terms : terms.narrowedBy(known.terms());
        return new Namespace.NamespaceClaim(
                ttl.longest(), ttl.settled(), ttl.settles(), claimed.format(), claimed.replaced());
    }

    /**
     * Takes note of the record read, and returns whether this instance may lease. A region that others have narrowed meanwhile does not
     * stop it; if the store then loses the record, this instance claims the narrower one, too.
     */
    boolean accept(Namespace read, long nanoTime) {
        disagreement = terms.disagreement(name, read.terms(), isJoined()).orElse(null);
        if (disagreement == null) {
            longest.read(read.ttlMillis(), read.settledMillis(), nanoTime);
            // A record that was lost and written anew by another instance must not make the longest ttl forgotten.
            namespace = new Namespace(longest.claim().longest(), read.settledMillis(), read.terms(), read.clock());
        }
        return disagreement == null;
    }

    /** The terms in the record as last read; null if it could not be read yet. */
    @Nullable
    String recordedTerms() {
        Namespace known = namespace;
        return known == null ? null : known.terms();
    }

    boolean isJoined() {
        return namespace != null && disagreement == null;
    }

    @Nullable
    NamespaceDisagreementException disagreement() {
        return disagreement;
    }

    /**
     * The part of requests that describes this instance.
     *
     * @param fresh whether the record was read a short time ago; if not, others may use a longer ttl than this instance knows of
     * @param maxLeadMillis how far in the future a window may begin
     * @param expectedMillis the store's time as far as it is known, or 0
     * @param absence what a missing record means
     */
    LeaseStore.BucketAsker asker(boolean fresh, long maxLeadMillis, long expectedMillis, long absence) {
        Namespace known = namespace;
        if (known == null) {
            throw new IllegalStateException("namespace '" + name + "' is not joined");
        }
        return new LeaseStore.BucketAsker(
                Math.min(ttlMillis, known.settledMillis()),
                known.settledMillis(),
                fresh ? longest.claim().longest() : 0,
                maxLeadMillis,
                expectedMillis,
                absence);
    }
}
