package dev.idgen.bucket;

import dev.idgen.bucket.BucketRecord.Step;
import dev.idgen.time.TimeSource;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in this process's memory, for development and tests: it follows the same rules as the one in Redis, but
 * coordinates nobody beyond this object and forgets everything with it.
 *
 * <p>Thread-safe: each record is immutable and replaced by compare-and-set.
 */
public final class InMemoryLeaseStore implements LeaseStore {

    private final BucketLayout layout;
    private final TimeSource time;
    private final Supplier<BucketRecord.Server> server;
    private final IntSupplier randomQuarter;
    private final AtomicReference<@Nullable Namespace> namespace = new AtomicReference<>();
    private final AtomicReferenceArray<@Nullable BucketRecord> records;

    public InMemoryLeaseStore(BucketLayout layout, TimeSource time) {
        this(
                layout,
                time,
                () -> new BucketRecord.Server("memory", "", 0, true),
                () -> ThreadLocalRandom.current().nextInt(BucketLayout.QUARTERS));
    }

    /** @param server what the store says of itself: a test changes it to play a failover */
    InMemoryLeaseStore(
            BucketLayout layout, TimeSource time, Supplier<BucketRecord.Server> server, IntSupplier randomQuarter) {
        this.layout = layout;
        this.time = time;
        this.server = server;
        this.randomQuarter = randomQuarter;
        this.records = new AtomicReferenceArray<>(layout.buckets());
    }

    @Override
    public CompletionStage<Namespace> join(Namespace.Claim claim) {
        return answer(() -> {
            long now = time.millis();
            StoreTime storeTime = new StoreTime(now, now);
            Namespace joined = namespace.updateAndGet(known -> {
                if (known == null) {
                    long created = claim.created() == 0 ? now : claim.created();
                    return new Namespace(claim.creator(), created, claim.ttlMillis(), claim.terms(), storeTime);
                }
                boolean agrees = known.terms().equals(claim.terms());
                boolean older = agrees && claim.created() > 0 && claim.created() < known.created();
                return new Namespace(
                        older ? claim.creator() : known.creator(),
                        older ? claim.created() : known.created(),
                        agrees ? Math.max(known.ttlMillis(), claim.ttlMillis()) : known.ttlMillis(),
                        known.terms(),
                        storeTime);
            });
            return Objects.requireNonNull(joined);
        });
    }

    @Override
    public CompletionStage<LeaseReply> birth(int bucket, Asker asker) {
        return step(bucket, request -> request.birth(asker));
    }

    @Override
    public CompletionStage<LeaseReply> lease(int bucket, int count, Asker asker) {
        return step(bucket, request -> request.lease(count, asker));
    }

    @Override
    public CompletionStage<LeaseReply> extend(int bucket, LeaseReply.Granted grant, Asker asker) {
        return step(bucket, request -> request.extend(grant, asker));
    }

    /** Forgets a bucket's record, as a store without persistence does. */
    void lose(int bucket) {
        records.set(bucket, null);
    }

    /** Forgets the namespace's record. */
    void loseNamespace() {
        namespace.set(null);
    }

    private CompletionStage<LeaseReply> step(int bucket, Function<BucketRecord.Request, Step> operation) {
        return answer(() -> {
            for (; ; ) {
                BucketRecord before = records.get(bucket);
                Step step = operation.apply(new BucketRecord.Request(
                        before, layout.quarterSize(), time.millis(), server.get(), randomQuarter));
                if (records.compareAndSet(bucket, before, step.after())) {
                    return step.reply();
                }
            }
        });
    }

    private static <T> CompletionStage<T> answer(Supplier<T> operation) {
        return CompletableFuture.completedFuture(operation.get());
    }
}
