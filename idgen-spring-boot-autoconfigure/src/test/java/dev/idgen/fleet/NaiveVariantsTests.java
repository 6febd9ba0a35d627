package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.SequenceUnavailableException;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.LeaseReply;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.string.sequence.Namespace;
import dev.idgen.internal.string.sequence.NamespaceTerms;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.string.sequence.StoreTime;
import dev.idgen.internal.string.sequence.Stripe;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.time.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/**
 * Shows that the check for duplicates finds them, and what each rule is for: the sequence as it is passes, and fails as
 * soon as either rule is left out. Three instances share a number space so small that numbers come round many times a
 * second, and a clock that steps many times a second.
 */
class NaiveVariantsTests {

    private static final int INSTANCES = 3;
    private static final int IDS = 50_000;
    private static final int MOST_ROUNDS = 50;
    private static final BucketLayout LAYOUT = new BucketLayout(3, 12);
    private static final int NUMBERS = 1 << LAYOUT.bits();

    private static final SequenceSettings SETTINGS = new SequenceSettings(
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofMillis(250),
            Duration.ofMillis(50),
            16,
            4096,
            Duration.ofSeconds(60),
            Duration.ofHours(1));

    private final FastTime time = FastTime.steady(20);
    private final FastTime stepping = time.stepping(SETTINGS.leaseTtl().dividedBy(2), Duration.ofMillis(10));
    private final FastTime setBack = time.setBackEvery(Duration.ofMillis(20));
    private final long base = time.millis() - TimeUnit.HOURS.toMillis(1);

    @Test
    void idsOfTheSequenceAsItIsAreUnique() throws Exception {
        for (TimeSource clock : List.of(stepping, setBack)) {
            IssuedIds ids = draw(new InMemoryLeaseStore(LAYOUT, time), clock, Stripe::tick);

            assertThat(ids.size()).isGreaterThan(4 * NUMBERS);
            assertThat(ids.duplicates()).as("%s", ids).isZero();
        }
    }

    @Test
    void idsRepeatWhenNumbersAreResetWithoutWaitingForTheirWindows() throws Exception {
        IssuedIds ids = drawUntilDuplicate(new ResettingStore(time), stepping, Stripe::tick);

        assertThat(ids.duplicates()).as("%s", ids).isPositive();
    }

    @Test
    void idsRepeatWhenStampedWithTheClockInsteadOfTheWindow() throws Exception {
        IssuedIds ids = drawUntilDuplicate(new InMemoryLeaseStore(LAYOUT, time), setBack, stripe -> setBack.millis());

        assertThat(ids.duplicates()).as("%s", ids).isPositive();
    }

    /** Two draws of a number must meet in a millisecond, and how often they do depends on the machine. */
    private IssuedIds drawUntilDuplicate(LeaseStore store, TimeSource clock, ToLongFunction<Stripe<Object>> stamp)
            throws Exception {
        IssuedIds ids = draw(store, clock, stamp);
        for (int i = 1; i < MOST_ROUNDS && ids.duplicates() == 0; i++) {
            ids = draw(store, clock, stamp);
        }
        return ids;
    }

    private IssuedIds draw(LeaseStore store, TimeSource clock, ToLongFunction<Stripe<Object>> stamp) throws Exception {
        List<CompletableFuture<long[]>> instances = new ArrayList<>();
        for (int i = 0; i < INSTANCES; i++) {
            instances.add(CompletableFuture.supplyAsync(
                    () -> drawOneInstance(store, clock, stamp), task -> new Thread(task, "instance").start()));
        }
        long[] all = new long[0];
        for (CompletableFuture<long[]> instance : instances) {
            long[] some = instance.get(60, TimeUnit.SECONDS);
            int at = all.length;
            all = Arrays.copyOf(all, at + some.length);
            System.arraycopy(some, 0, all, at, some.length);
        }
        return IssuedIds.of(all, base);
    }

    private long[] drawOneInstance(LeaseStore store, TimeSource clock, ToLongFunction<Stripe<Object>> stamp) {
        long[] drawn = new long[IDS];
        try (BucketSequence<Object> sequence =
                BucketSequence.start("naive", new NamespaceTerms(Map.of()), SETTINGS, store, clock, Object::new)) {
            int count = 0;
            while (count < IDS) {
                Stripe<Object> stripe;
                try {
                    stripe = sequence.acquire();
                } catch (SequenceUnavailableException e) {
                    continue;
                }
                drawn[count++] = IssuedIds.pack(stamp.applyAsLong(stripe), stripe.number(), base);
                sequence.release(stripe);
            }
        }
        return drawn;
    }

    /** Begins a bucket again as soon as it is used up, as {@code INCR} and {@code SET 0} under a lock would. */
    private static final class ResettingStore implements LeaseStore {

        private final TimeSource time;
        private final int[] positions = new int[LAYOUT.buckets()];
        private final long[] begun = new long[LAYOUT.buckets()];

        ResettingStore(TimeSource time) {
            this.time = time;
        }

        @Override
        public BucketLayout layout() {
            return LAYOUT;
        }

        @Override
        public CompletionStage<Namespace> join(Namespace.NamespaceClaim claim) {
            return CompletableFuture.completedFuture(
                    new Namespace(claim.ttlMillis(), claim.ttlMillis(), claim.terms(), now().now()));
        }

        @Override
        public synchronized CompletionStage<LeaseReply> lease(int bucket, int count, BucketAsker asker, Seen seen) {
            int size = 1 << LAYOUT.numberBits();
            if (positions[bucket] == size || begun[bucket] == 0) {
                positions[bucket] = 0;
                begun[bucket] = Math.max(now().now(), begun[bucket] + 1);
            }
            int first = positions[bucket];
            int granted = Math.min(count, size - first);
            positions[bucket] += granted;
            return granted(first, granted, begun[bucket], asker);
        }

        @Override
        public CompletionStage<LeaseReply> extend(int bucket, BucketGranted grant, BucketAsker asker) {
            return granted(grant.first(), grant.count(), grant.window().notBefore(), asker);
        }

        private CompletionStage<LeaseReply> granted(int first, int count, long notBefore, BucketAsker asker) {
            StoreTime now = now();
            Window window = new Window(notBefore, Math.max(notBefore, now.now() + asker.ttlMillis()));
            return CompletableFuture.completedFuture(
                    new BucketGranted(first, count, window, "naive", Happened.NOTHING, now));
        }

        private StoreTime now() {
            long millis = time.millis();
            return new StoreTime(millis, millis);
        }
    }
}
