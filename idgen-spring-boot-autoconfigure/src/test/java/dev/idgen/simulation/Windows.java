package dev.idgen.simulation;

import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.LeaseReply;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.string.sequence.Namespace;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/**
 * The windows that all instances of a story were granted. They must not overlap for any number, whether or not an id comes
 * of it.
 */
final class Windows {

    private final Map<Integer, List<Use>> byBucket = new TreeMap<>();

    /** Numbers {@code [first, end)} of a bucket with one window, which grows. */
    private static final class Use {

        private final int first;
        private final int end;
        private final long notBefore;
        private long notAfter;

        Use(BucketGranted grant) {
            this.first = grant.first();
            this.end = grant.first() + grant.count();
            this.notBefore = grant.window().notBefore();
            this.notAfter = grant.window().notAfter();
        }

        boolean overlaps(Use other) {
            return notBefore <= other.notAfter && other.notBefore <= notAfter && first < other.end && other.first < end;
        }
    }

    /** Takes note of what a store grants to an asker that counts. */
    LeaseStore seenBy(LeaseStore store, BooleanSupplier counts) {
        return new Watched(store, counts);
    }

    /** How many pairs of grants share numbers in windows that overlap. */
    int overlaps() {
        int overlaps = 0;
        for (List<Use> uses : byBucket.values()) {
            for (int i = 0; i < uses.size(); i++) {
                for (int j = 0; j < i; j++) {
                    overlaps += uses.get(i).overlaps(uses.get(j)) ? 1 : 0;
                }
            }
        }
        return overlaps;
    }

    private final class Watched implements LeaseStore {

        private final LeaseStore store;
        private final BooleanSupplier counts;
        private final IdentityHashMap<BucketGranted, Use> uses = new IdentityHashMap<>();

        Watched(LeaseStore store, BooleanSupplier counts) {
            this.store = store;
            this.counts = counts;
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
            return store.lease(bucket, count, asker, seen).whenComplete((reply, failure) -> {
                if (reply instanceof BucketGranted grant && grant.count() > 0 && counts.getAsBoolean()) {
                    Use use = new Use(grant);
                    uses.put(grant, use);
                    byBucket.computeIfAbsent(bucket, key -> new ArrayList<>()).add(use);
                }
            });
        }

        @Override
        public CompletionStage<LeaseReply> extend(int bucket, BucketGranted grant, BucketAsker asker) {
            Use use = uses.get(grant);
            return store.extend(bucket, grant, asker).whenComplete((reply, failure) -> {
                if (use != null && reply instanceof BucketGranted longer) {
                    use.notAfter = Math.max(use.notAfter, longer.window().notAfter());
                }
            });
        }
    }
}
