package dev.idgen.fleet;

import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.LeaseReply;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.string.sequence.Namespace;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** All windows that several askers were granted, on whatever servers, extensions included. Thread-safe. */
final class GrantedWindows {

    private final List<Use> uses = new ArrayList<>();
    private final IdentityHashMap<BucketGranted, Use> usesByGrant = new IdentityHashMap<>();

    /** Numbers of a bucket, and the window that they may be stamped in. */
    private static final class Use {

        private final int bucket;
        private final int first;
        private final int count;
        private final long notBefore;
        private long notAfter;

        Use(int bucket, BucketGranted grant) {
            this.bucket = bucket;
            this.first = grant.first();
            this.count = grant.count();
            this.notBefore = grant.window().notBefore();
            this.notAfter = grant.window().notAfter();
        }

        void extendTo(long later) {
            notAfter = Math.max(notAfter, later);
        }

        boolean overlaps(Use other) {
            return bucket == other.bucket
                    && first < other.first + other.count
                    && other.first < first + count
                    && notBefore <= other.notAfter
                    && other.notBefore <= notAfter;
        }

        boolean has(int number) {
            return number >= first && number < first + count;
        }

        @Override
        public String toString() {
            return "bucket " + bucket + ", numbers " + first + " to " + (first + count - 1) + ", window " + notBefore
                    + " to " + notAfter;
        }
    }

    /** Passes requests on to a store, and notes what it grants. */
    private final class Noting implements LeaseStore {

        private final LeaseStore store;
        private final LongSupplier silentFrom;

        Noting(LeaseStore store, LongSupplier silentFrom) {
            this.store = store;
            this.silentFrom = silentFrom;
        }

        private boolean isHeard(LeaseReply reply) {
            return reply.time().clock() < silentFrom.getAsLong();
        }

        @Override
        public BucketLayout layout() {
            return store.layout();
        }

        @Override
        public CompletionStage<Namespace> join(Namespace.NamespaceClaim claim) {
            return store.join(claim);
        }

        @Override
        public CompletionStage<LeaseReply> lease(int bucket, int count, BucketAsker asker, Seen seen) {
            return store.lease(bucket, count, asker, seen).thenApply(reply -> {
                if (reply instanceof BucketGranted grant && grant.count() > 0 && isHeard(grant)) {
                    note(bucket, grant);
                }
                return reply;
            });
        }

        @Override
        public CompletionStage<LeaseReply> extend(int bucket, BucketGranted grant, BucketAsker asker) {
            return store.extend(bucket, grant, asker).thenApply(reply -> {
                if (reply instanceof BucketGranted longer && isHeard(longer)) {
                    noteLonger(grant, longer);
                }
                return reply;
            });
        }
    }

    /** The same store, except that what it grants from now on is noted. */
    LeaseStore of(LeaseStore store) {
        return of(store, () -> Long.MAX_VALUE);
    }

    /**
     * A store that falls silent at a time of its own clock, in epoch milliseconds: what it grants from then on is not noted, since
     * on a busy machine it may answer longer than it was to.
     */
    LeaseStore of(LeaseStore store, LongSupplier silentFrom) {
        return new Noting(store, silentFrom);
    }

    private synchronized void note(int bucket, BucketGranted grant) {
        Use use = new Use(bucket, grant);
        uses.add(use);
        usesByGrant.put(grant, use);
    }

    private synchronized void noteLonger(BucketGranted grant, BucketGranted longer) {
        usesByGrant.get(grant).extendTo(longer.window().notAfter());
    }

    synchronized int size() {
        return uses.size();
    }

    /** Whether each number of a bucket is among those granted after the first so many. */
    synchronized boolean haveAllNumbers(int bucket, int numbers, int after) {
        List<Use> later = uses.subList(after, uses.size());
        return IntStream.range(0, numbers)
                .allMatch(number -> later.stream().anyMatch(use -> use.bucket == bucket && use.has(number)));
    }

    /** The buckets that numbers were granted of. */
    synchronized List<Integer> buckets() {
        return uses.stream().map(use -> use.bucket).distinct().sorted().toList();
    }

    /** The pairs of windows that the same numbers may be stamped in at one time, readable. */
    synchronized List<String> overlaps() {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < uses.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (uses.get(i).overlaps(uses.get(j))) {
                    found.add(uses.get(j) + " and " + uses.get(i));
                }
            }
        }
        return found;
    }
}
