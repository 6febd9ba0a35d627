package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.request.BreakerFactory;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.time.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class StripeTests {

    private static final long MILLI = Duration.ofMillis(1).toNanos();
    private static final int BASE = 500;
    private static final Bucket BUCKET =
            new Bucket(0, new BreakerFactory(Duration.ofSeconds(1), TimeSource.system()).named("0"));

    private final Lease.Permit permit = new Lease.Permit();

    private final ManualTime time = new ManualTime(Instant.ofEpochMilli(150), 0);
    private final StampClock clock = new StampClock(time, Duration.ZERO);
    private final Stripe<String> stripe = new Stripe<>("workspace", Stripe.Home.POOL);

    /** A lease of numbers from {@link #BASE} on, granted now for as many milliseconds. */
    private Lease lease(int count, long from, long to) {
        return new Lease(
                BUCKET,
                new BucketGranted(0, count, new Window(from, to), LeaseReply.Happened.NOTHING, from),
                BASE,
                0,
                permit);
    }

    private void receive(Lease lease, int first, int afterLast) {
        stripe.receive(lease, first, afterLast);
    }

    @Test
    void emptyStripeHasNothingToDraw() {
        assertThat(stripe.draw(0, 0)).isFalse();
        assertThat(stripe.drawMore(1)).isZero();
        assertThat(stripe.workspace()).isEqualTo("workspace");
        assertThat(stripe.home()).isEqualTo(Stripe.Home.POOL);
    }

    @Test
    void numbersAreDrawnInOrderToTheEndOfTheChunk() {
        receive(lease(10, 100, 200), 7, 10);

        assertThat(stripe.draw(0, 150)).isTrue();
        assertThat(stripe.number()).isEqualTo(7);
        assertThat(stripe.tick()).isEqualTo(150);
        assertThat(stripe.drawMore(1)).isOne();
        assertThat(stripe.number()).isEqualTo(8);
        assertThat(stripe.draw(0, 151)).isTrue();
        assertThat(stripe.number()).isEqualTo(9);
        assertThat(stripe.draw(0, 152)).isFalse();
        assertThat(stripe.drawMore(1)).isZero();
    }

    @Test
    void severalAreDrawnAtOnceAsFarAsTheChunkHasThem() {
        Lease lease = lease(10, 100, 200);
        receive(lease, 7, 20);

        assertThat(stripe.draw(0, 150)).isTrue();
        assertThat(stripe.drawMore(0)).isZero();
        assertThat(stripe.drawMore(4)).isEqualTo(4);
        assertThat(stripe.number()).isEqualTo(11);
        assertThat(stripe.drawn()).isEqualTo(5);
        assertThat(stripe.drawMore(100)).isEqualTo(8);
        assertThat(stripe.number()).isEqualTo(19);
        assertThat(stripe.drawMore(100)).isZero();
    }

    @Test
    void stampStaysInTheWindowAndDoesNotStepBack() {
        receive(lease(10, 100, 200), 0, 10);

        stripe.draw(0, 20);
        assertThat(stripe.tick()).isEqualTo(100);
        stripe.draw(0, 170);
        stripe.draw(0, 160);
        assertThat(stripe.tick()).isEqualTo(170);
        stripe.draw(0, 900);
        assertThat(stripe.tick()).isEqualTo(200);
    }

    @Test
    void oneReadingOfTheClockGivesOneStamp() {
        receive(lease(10, 100, 200), 0, 10);

        assertThat(stripe.draw(0, clock)).isTrue();
        time.stepWall(Duration.ofMillis(20));
        clock.synchronize(170, 0);
        assertThat(stripe.draw(0, clock)).isTrue();
        assertThat(stripe.tick()).isEqualTo(150);
        assertThat(stripe.draw(1, clock)).isTrue();
        assertThat(stripe.tick()).isEqualTo(170);
        assertThat(stripe.number()).isEqualTo(2);
    }

    @Test
    void stampOfOneLeaseIsNotThatOfTheNext() {
        receive(lease(10, 100, 200), 0, 1);
        stripe.draw(0, clock);

        receive(lease(10, 180, 280), 3, 5);

        assertThat(stripe.draw(0, clock)).isTrue();
        assertThat(stripe.tick()).isEqualTo(180);
        assertThat(stripe.number()).isEqualTo(3);
    }

    @Test
    void chunkThatWasStampedIsNotDrawnFromAfterItsLeaseIsRevoked() {
        receive(lease(10, 100, 200), 0, 10);
        stripe.draw(0, clock);
        permit.revoke();

        assertThat(stripe.draw(0, clock)).isFalse();
    }

    @Test
    void nothingMoreIsDrawnOfARevokedChunk() {
        receive(lease(10, 100, 200), 0, 10);
        stripe.draw(0, 150);
        assertThat(stripe.drawMore(1)).isOne();
        permit.revoke();

        assertThat(stripe.drawMore(1)).isZero();
    }

    @Test
    void leadOfAWindowIsNotCarriedIntoTheNext() {
        receive(lease(10, 170, 200), 0, 5);
        stripe.draw(0, 150);
        assertThat(stripe.tick()).isEqualTo(170);
        receive(lease(10, 100, 200), 5, 10);
        stripe.draw(0, 151);
        assertThat(stripe.tick()).isEqualTo(151);
        stripe.draw(0, 149);
        assertThat(stripe.tick()).as("not less than the reading before").isEqualTo(151);
    }

    @Test
    void stripeOfItsOwnGoesOnFromTheStampsOfTheOneBefore() {
        Lease lease = lease(10, 100, 200);
        StripePool<String> stripes = new StripePool<>(1, () -> "workspace");
        Stripe<String> pooled = stripes.take();
        pooled.receive(lease, 0, 5);
        pooled.draw(0, 170);

        stripes.giveOwn(pooled);
        stripes.release(pooled);
        Stripe<String> own = stripes.take();
        own.receive(lease, 5, 10);
        own.draw(0, 160);

        assertThat(own).isNotSameAs(pooled);
        assertThat(own.tick()).isEqualTo(170);
    }

    @Test
    void numbersDrawnByAThreadThatEndedAreCounted() throws InterruptedException {
        StripePool<String> stripes = new StripePool<>(2, 1, () -> "");
        Thread ended = new Thread(() -> {
            stripes.giveOwn(stripes.take());
            Stripe<String> its = stripes.take();
            its.receive(lease(10, 100, 200), 0, 2);
            its.draw(0, 150);
        });
        ended.start();
        ended.join();
        Stripe<String> pooled = stripes.take();

        stripes.giveOwn(pooled);

        assertThat(stripes.take()).isNotSameAs(pooled);
        assertThat(stripes.drawn()).isEqualTo(1);
    }

    @Test
    void numbersDrawnFromAStripeThatServesOnceAreCounted() {
        StripePool<String> stripes = new StripePool<>(1, () -> "workspace");
        Stripe<String> taken = stripes.take();
        while (taken.home() == Stripe.Home.POOL) {
            taken = stripes.take();
        }
        taken.receive(lease(10, 100, 200), 0, 1);
        taken.draw(0, 150);

        stripes.release(taken);

        assertThat(stripes.drawn()).isEqualTo(1);
    }

    @Test
    void chunkOfALeaseThatIsOverIsNotDrawnFrom() {
        receive(lease(10, 100, 200), 0, 10);

        assertThat(stripe.draw(100 * MILLI - 1, 150)).isTrue();
        assertThat(stripe.draw(100 * MILLI, 150)).isFalse();
    }

    @Test
    void chunkOfARevokedLeaseIsNotDrawnFrom() {
        receive(lease(10, 100, 200), 0, 10);
        permit.revoke();

        assertThat(stripe.draw(0, 150)).isFalse();
    }

    @Test
    void chunksDoubleWhileTheyAreUsedUpWithinAMillisecond() {
        stripe.nextChunk(-1_000 * MILLI);
        long now = 0;
        int chunk = stripe.nextChunk(now);
        for (int i = 0; i < 20; i++) {
            now += MILLI - 1;
            int next = stripe.nextChunk(now);
            assertThat(next).isEqualTo(Math.min(2 * chunk, 4096));
            chunk = next;
        }
        assertThat(chunk).isEqualTo(4096);
    }

    @Test
    void chunksStayAsTheyAreBetweenOneAndTenMilliseconds() {
        stripe.nextChunk(-1_000 * MILLI);
        stripe.nextChunk(0);
        int chunk = stripe.nextChunk(1);

        assertThat(chunk).isEqualTo(2);
        assertThat(stripe.nextChunk(1 + MILLI)).isEqualTo(2);
        assertThat(stripe.nextChunk(1 + 11 * MILLI)).isEqualTo(2);
        assertThat(stripe.nextChunk(2 + 21 * MILLI)).isEqualTo(1);
        assertThat(stripe.nextChunk(3 + 41 * MILLI)).isEqualTo(1);
    }

    @Test
    void leaseIsCutIntoQuartersOfWhatIsLeft() {
        Lease lease = lease(10, 100, 200);

        assertThat(lease.cutInto(stripe, 100)).isTrue();
        assertThat(lease.taken()).isEqualTo(3);
        assertThat(lease.remaining()).isEqualTo(7);
        assertThat(lease.cutInto(stripe, 1)).isTrue();
        assertThat(lease.taken()).isEqualTo(4);
        stripe.draw(0, 100);
        assertThat(stripe.number()).isEqualTo(BASE + 3);
        assertThat(stripe.drawMore(1)).isZero();
        while (lease.remaining() > 0) {
            assertThat(lease.cutInto(stripe, 1)).isTrue();
        }
        assertThat(lease.cutInto(stripe, 1)).isFalse();
    }

    @Test
    void leaseWantsAnExtensionAfterAnIntervalWhileItHasNumbersAndIsOpen() {
        Lease lease = lease(1, 100, 200);
        long always = 1000 * MILLI;

        assertThat(lease.wantsExtension(9, 10, always)).isFalse();
        assertThat(lease.wantsExtension(10, 10, always)).isTrue();
        lease.extensionRequested(10);
        assertThat(lease.wantsExtension(19, 10, always)).isFalse();
        assertThat(lease.wantsExtension(20, 10, always)).isTrue();
        assertThat(lease.wantsExtension(100 * MILLI, 10, always)).isFalse();
        lease.cutInto(stripe, 1);
        assertThat(lease.wantsExtension(20, 10, always)).isFalse();
    }

    @Test
    void leaseWantsAnExtensionOnlyIfItWouldHaveTooLittleToGoNextTime() {
        Lease lease = lease(1, 100, 200);

        assertThat(lease.wantsExtension(10 * MILLI, 5 * MILLI, 85 * MILLI)).isFalse();
        assertThat(lease.wantsExtension(10 * MILLI + 1, 5 * MILLI, 85 * MILLI)).isTrue();
    }

    @Test
    void leaseThatCannotGrowWantsNoExtension() {
        Lease lease = lease(1, 100, 200);
        lease.endExtensions();

        assertThat(lease.wantsExtension(10, 10, 1000 * MILLI)).isFalse();
    }

    @Test
    void extensionMovesTheEndAndNeverBack() {
        Lease lease = lease(1, 100, 200);
        lease.extend(new BucketGranted(0, 1, new Window(100, 260), LeaseReply.Happened.NOTHING, 110), 5 * MILLI);

        assertThat(lease.clamp(0)).isEqualTo(100);
        assertThat(lease.clamp(1000)).isEqualTo(260);
        assertThat(lease.isOpenAt(155 * MILLI - 1)).isTrue();
        assertThat(lease.isOpenAt(155 * MILLI)).isFalse();
        lease.extend(new BucketGranted(0, 1, new Window(100, 210), LeaseReply.Happened.NOTHING, 110), 0);
        assertThat(lease.clamp(0)).isEqualTo(100);
        assertThat(lease.clamp(1000)).isEqualTo(260);
        assertThat(lease.isOpenAt(155 * MILLI - 1)).isTrue();
    }

    @Test
    void poolHasFourPlacesForAProcessorAndMoreStripesForOnce() {
        StripePool<Object> stripes = new StripePool<>(2, Object::new);
        Set<Stripe<Object>> pooled = new HashSet<>();
        for (int i = 0; i < 8; i++) {
            Stripe<Object> taken = stripes.take();
            assertThat(taken.home()).isEqualTo(Stripe.Home.POOL);
            assertThat(pooled.add(taken)).isTrue();
        }
        Stripe<Object> once = stripes.take();
        assertThat(once.home()).isNotEqualTo(Stripe.Home.POOL);
        assertThat(stripes.takeWhere(any -> true)).isNull();
        stripes.release(once);
        assertThat(stripes.takeWhere(any -> true)).isNull();
        pooled.forEach(stripes::release);
        assertThat(stripes.takeWhere(any -> false)).isNull();
        Stripe<Object> wanted = pooled.iterator().next();
        assertThat(stripes.takeWhere(stripe -> stripe == wanted)).isSameAs(wanted);
        stripes.release(wanted);
        for (int i = 0; i < 8; i++) {
            assertThat(pooled).contains(stripes.take());
        }
    }

    @Test
    void poolOfOneProcessorIsAsLargeAsThatOfTwo() {
        StripePool<Object> stripes = new StripePool<>(1, Object::new);
        int pooled = 0;
        while (stripes.take().home() == Stripe.Home.POOL) {
            pooled++;
        }
        assertThat(pooled).isEqualTo(8);
    }

    @Test
    void threadIsGivenOneStripeOfItsOwn() {
        StripePool<Object> stripes = new StripePool<>(2, Object::new);
        Stripe<Object> pooled = stripes.take();
        stripes.giveOwn(pooled);
        stripes.release(pooled);

        Stripe<Object> own = stripes.take();
        stripes.giveOwn(own);
        stripes.release(own);

        assertThat(own.home()).isNotEqualTo(Stripe.Home.POOL);
        assertThat(stripes.take()).isSameAs(own);
        assertThat(stripes.take()).as("while its own is taken").isSameAs(pooled);
    }

    /** Which places a thread has depends on its id, and here all have the same. */
    @Test
    void threadWhosePlaceIsTakenGetsAnother() {
        StripePool<Object> stripes = new StripePool<>(2, Object::new);
        CompletableFuture<Void> done = new CompletableFuture<>();
        List<Boolean> hasOwn = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            CompletableFuture<Boolean> isGiven = new CompletableFuture<>();
            new Thread(() -> {
                isGiven.complete(isGivenOwn(stripes));
                done.join(); // alive, so that its place is not free again
            }) {
                @Override
                public long getId() {
                    return 7;
                }
            }.start();
            hasOwn.add(isGiven.join());
        }
        done.complete(null);

        assertThat(hasOwn).containsExactly(true, true, false);
    }

    private static boolean isGivenOwn(StripePool<Object> stripes) {
        Stripe<Object> pooled = stripes.take();
        stripes.giveOwn(pooled);
        stripes.release(pooled);
        Stripe<Object> next = stripes.take();
        stripes.release(next);
        return next.home() != Stripe.Home.POOL;
    }

    @Test
    void ownStripeIsFoundByNobodyElse() throws Exception {
        StripePool<Object> stripes = new StripePool<>(2, Object::new);
        stripes.giveOwn(stripes.take());
        Stripe<Object> own = stripes.take();
        stripes.release(own);

        Set<Stripe<Object>> others = new HashSet<>();
        Thread other = new Thread(() -> {
            for (Stripe<Object> at = stripes.takeWhere(any -> true); at != null; at = stripes.takeWhere(any -> true)) {
                others.add(at);
            }
            others.add(stripes.take());
        });
        other.start();
        other.join();

        assertThat(others).hasSize(8).doesNotContain(own);
    }

    @Test
    void numbersDrawnFromOwnStripesAreCounted() {
        StripePool<Object> stripes = new StripePool<>(2, Object::new);
        stripes.giveOwn(stripes.take());
        Stripe<Object> own = stripes.take();
        own.receive(lease(10, 100, 200), 0, 10);
        own.draw(0, 150);
        own.drawMore(1);
        stripes.release(own);

        assertThat(stripes.drawn()).isEqualTo(2);
    }
}
