package dev.idgen.simulation;

import dev.idgen.internal.request.Absence;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.LeaseReply;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.BucketUnborn;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.string.sequence.Namespace;
import dev.idgen.internal.time.Window;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/** The rules of the buckets that the client keeps, taken out by what stands between it and its store. */
final class BucketClientRules {

    private static final long HOUR = 3_600_000;

    static final List<Rule> ALL = List.of(
            Rule.ofBuckets(
                    "No id from a bucket is stamped before its window begins.",
                    store -> new Widened(store, window -> new Window(window.notBefore() - HOUR, window.notAfter()))),
            Rule.ofBuckets(
                    "No id from a bucket is stamped after its window has closed.",
                    store -> new Widened(store, window -> new Window(window.notBefore(), window.notAfter() + HOUR))),
            Rule.ofBuckets("A bucket is made only by one who found that none is there.", Creating::new),
            Rule.ofBuckets("A longer ttl is used only after it has settled.", Unsettled::new));

    private BucketClientRules() {}

    private static class Buckets implements LeaseStore {

        final LeaseStore store;

        Buckets(LeaseStore store) {
            this.store = store;
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
            return store.lease(bucket, count, asker, seen);
        }

        @Override
        public CompletionStage<LeaseReply> extend(int bucket, BucketGranted grant, BucketAsker asker) {
            return store.extend(bucket, grant, asker);
        }
    }

    /** Tells the client of wider windows than were granted. */
    private static final class Widened extends Buckets {

        private final UnaryOperator<Window> wider;
        private final IdentityHashMap<BucketGranted, BucketGranted> granted = new IdentityHashMap<>();

        Widened(LeaseStore store, UnaryOperator<Window> wider) {
            super(store);
            this.wider = wider;
        }

        @Override
        public CompletionStage<LeaseReply> lease(int bucket, int count, BucketAsker asker, Seen seen) {
            return store.lease(bucket, count, asker, seen).thenApply(this::widened);
        }

        @Override
        public CompletionStage<LeaseReply> extend(int bucket, BucketGranted grant, BucketAsker asker) {
            return store.extend(bucket, granted.getOrDefault(grant, grant), asker)
                    .thenApply(this::widened);
        }

        private LeaseReply widened(LeaseReply reply) {
            if (!(reply instanceof BucketGranted grant)) {
                return reply;
            }
            BucketGranted wide = new BucketGranted(
                    grant.first(),
                    grant.count(),
                    wider.apply(grant.window()),
                    grant.run(),
                    grant.happened(),
                    grant.time());
            granted.put(wide, grant);
            return wide;
        }
    }

    /** Tells the client that its own ttl has settled. */
    private static final class Unsettled extends Buckets {

        private long own;

        Unsettled(LeaseStore store) {
            super(store);
        }

        @Override
        public CompletionStage<Namespace> join(Namespace.NamespaceClaim claim) {
            own = Math.max(own, claim.settledMillis()); // the first claim says its own
            return store.join(claim)
                    .thenApply(read -> new Namespace(
                            read.ttlMillis(), Math.max(read.settledMillis(), own), read.terms(), read.clock()));
        }
    }

    /** Creates a bucket that is not there, whoever asks. */
    private static final class Creating extends Buckets {

        Creating(LeaseStore store) {
            super(store);
        }

        @Override
        public CompletionStage<LeaseReply> lease(int bucket, int count, BucketAsker asker, Seen seen) {
            return store.lease(bucket, count, withAbsence(asker, Absence.UNKNOWN), seen)
                    .thenCompose(reply -> reply instanceof BucketUnborn unborn
                            ? store.lease(
                                    bucket,
                                    count,
                                    withAbsence(asker, unborn.time().now()),
                                    seen)
                            : CompletableFuture.completedFuture(reply));
        }

        private static BucketAsker withAbsence(BucketAsker asker, long absence) {
            return new BucketAsker(
                    asker.ttlMillis(),
                    asker.settledMillis(),
                    asker.maxTtlMillis(),
                    asker.maxLeadMillis(),
                    asker.expectedMillis(),
                    absence);
        }
    }
}
