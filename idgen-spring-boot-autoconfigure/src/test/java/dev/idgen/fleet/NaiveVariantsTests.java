package dev.idgen.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.SequenceUnavailableException;
import dev.idgen.internal.register.ForwardingRegister;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.RegisterText;
import dev.idgen.internal.store.memory.InMemoryRegister;
import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.BucketSequence;
import dev.idgen.internal.string.sequence.NamespaceTerms;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.string.sequence.Stripe;
import dev.idgen.internal.time.TimeSource;
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
            Duration.ofSeconds(60),
            Duration.ofHours(1));

    private final FastTime time = FastTime.steady(20);
    private final FastTime stepping = time.stepping(SETTINGS.leaseTtl().dividedBy(2), Duration.ofMillis(10));
    private final FastTime setBack = time.setBackEvery(Duration.ofMillis(20));
    private final long base = time.millis() - TimeUnit.HOURS.toMillis(1);

    @Test
    void idsOfTheSequenceAsItIsAreUnique() throws Exception {
        for (TimeSource clock : List.of(stepping, setBack)) {
            IssuedIds ids = draw(new InMemoryRegister(time), clock, Stripe::tick);

            assertThat(ids.size()).isGreaterThan(4 * NUMBERS);
            assertThat(ids.duplicates()).as("%s", ids).isZero();
        }
    }

    @Test
    void idsRepeatWhenNumbersAreResetWithoutWaitingForTheirWindows() throws Exception {
        IssuedIds ids = drawUntilDuplicate(new ResettingRegister(time), stepping, Stripe::tick);

        assertThat(ids.duplicates()).as("%s", ids).isPositive();
    }

    @Test
    void idsRepeatWhenStampedWithTheClockInsteadOfTheWindow() throws Exception {
        IssuedIds ids = drawUntilDuplicate(new InMemoryRegister(time), setBack, stripe -> setBack.millis());

        assertThat(ids.duplicates()).as("%s", ids).isPositive();
    }

    /** Two draws of a number must meet in a millisecond, and how often they do depends on the machine. */
    private IssuedIds drawUntilDuplicate(Register store, TimeSource clock, ToLongFunction<Stripe<Object>> stamp)
            throws Exception {
        IssuedIds ids = draw(store, clock, stamp);
        for (int i = 1; i < MOST_ROUNDS && ids.duplicates() == 0; i++) {
            ids = draw(store, clock, stamp);
        }
        return ids;
    }

    private IssuedIds draw(Register store, TimeSource clock, ToLongFunction<Stripe<Object>> stamp) throws Exception {
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

    private long[] drawOneInstance(Register store, TimeSource clock, ToLongFunction<Stripe<Object>> stamp) {
        long[] drawn = new long[IDS];
        try (BucketSequence<Object> sequence = BucketSequence.start(
                "naive", new NamespaceTerms(Map.of()), SETTINGS, store, LAYOUT, clock, Object::new)) {
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
    private static final class ResettingRegister extends ForwardingRegister {

        /** Only a bucket that was never granted from has 0. */
        private static final String LONG_AGO = "1,1,1,1";

        ResettingRegister(TimeSource time) {
            super(new InMemoryRegister(time));
        }

        /** Windows that were granted before are forgotten, so that none is waited for. */
        @Override
        public CompletionStage<Swapped> swap(String group, Look looked, String name, String next) {
            RegisterText text = RegisterText.parse(next);
            return super.swap(
                    group,
                    looked,
                    name,
                    name.equals("lease") ? text.with("ends", LONG_AGO).toString() : next);
        }
    }
}
