package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.request.Breaker;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.time.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stripes, the pool that they are taken from, and the leases that they are filled from. */
class StripeTests {

    private static final long MILLI = Duration.ofMillis(1).toNanos();
    private static final int BASE = 500;
    private static final Bucket BUCKET =
            new Bucket(0, "0", new Breaker("0", Duration.ofSeconds(1), TimeSource.system()));

    private final Lease.Permit permit = new Lease.Permit();
    private final ManualTime time = new ManualTime(Instant.ofEpochMilli(150), 0);
    private final StampClock clock = new StampClock(time, Duration.ZERO);
    private final Stripe<String> stripe = new Stripe<>("workspace", Stripe.Home.POOL);
    private final StripePool<String> stripes = new StripePool<>(2, () -> "workspace");

    private static BucketGranted grant(int count, long from, long to, long now) {
        return new BucketGranted(0, count, new Window(from, to), now);
    }

    /** A lease of numbers from {@link #BASE} on, granted when its window begins. */
    private Lease lease(int count, long from, long to) {
        return new Lease(BUCKET, grant(count, from, to, from), BASE, 0, false, permit);
    }

    private void receive(int first, int afterLast) {
        stripe.receive(lease(10, 100, 200), first, afterLast);
    }

    private void assertDrawn(int number, long tick) {
        assertThat(stripe.number()).isEqualTo(number);
        assertThat(stripe.tick()).isEqualTo(tick);
    }

    // Drawing

    @Test
    void numbersAreDrawnInOrderToTheEndOfTheChunk() {
        receive(7, 20);
        assertThat(stripe.draw(0, 150)).isTrue();
        assertDrawn(7, 150);
        assertThat(stripe.drawMore(0)).isZero();
        assertThat(stripe.drawMore(4)).isEqualTo(4);
        assertDrawn(11, 150);
        assertThat(stripe.drawn()).isEqualTo(5);
        assertThat(stripe.drawMore(100)).isEqualTo(8);
        assertDrawn(19, 150);
        assertThat(stripe.drawMore(1)).isZero();
        assertThat(stripe.draw(0, 151)).isFalse();
    }

    @Test
    void stampStaysInTheWindowAndDoesNotStepBack() {
        receive(0, 10);
        stripe.draw(0, 20);
        assertDrawn(0, 100);
        stripe.draw(0, 170);
        stripe.draw(0, 160);
        assertDrawn(2, 170);
        stripe.draw(0, 900);
        assertDrawn(3, 200);
    }

    @Test
    void oneReadingOfTheClockGivesOneStamp() {
        receive(0, 10);
        assertThat(stripe.draw(0, clock)).isTrue();
        time.stepWall(Duration.ofMillis(20));
        clock.synchronize(170, 0);
        assertThat(stripe.draw(0, clock)).isTrue();
        assertDrawn(1, 150);
        assertThat(stripe.draw(1, clock)).isTrue();
        assertDrawn(2, 170);
    }

    @Test
    void eachLeaseIsStampedAnewWithoutAStepBack() {
        receive(0, 1);
        stripe.draw(0, clock);
        stripe.receive(lease(10, 180, 280), 3, 5);
        assertThat(stripe.draw(0, clock)).isTrue();
        assertDrawn(3, 180);
        receive(5, 10);
        stripe.draw(0, 151);
        assertDrawn(5, 180); // where the window before began, though the clock is not there yet
        stripe.draw(0, 190);
        assertDrawn(6, 190);
    }

    @Test
    void nothingIsDrawnFromALeaseThatHasEnded() {
        receive(0, 10);
        assertThat(stripe.draw(100 * MILLI - 1, 150)).isTrue();
        assertThat(stripe.draw(100 * MILLI, 150)).isFalse();
    }

    @Test
    void chunksDoubleWithinAMillisecondAndHalveAfterTenMilliseconds() {
        long now = -1_000 * MILLI;
        stripe.nextChunk(now);
        now = 0;
        for (int chunk = 1; chunk <= 4096; chunk *= 2) {
            assertThat(stripe.nextChunk(now)).isEqualTo(chunk);
            now += chunk < 4096 ? MILLI - 1 : 0;
        }
        for (long[] step : new long[][] {
            {MILLI - 1, 4096}, {MILLI, 4096}, {10 * MILLI, 4096}, {10 * MILLI + 1, 2048}, {MILLI, 2048}, {1, 4096}
        }) {
            now += step[0];
            assertThat(stripe.nextChunk(now)).as("after %d ns", step[0]).isEqualTo((int) step[1]);
        }
        for (int chunk = 2048; chunk > 0; chunk /= 2) {
            now += 20 * MILLI;
            assertThat(stripe.nextChunk(now)).isEqualTo(chunk);
        }
        assertThat(stripe.nextChunk(now + 20 * MILLI)).isOne();
    }

    // Leases

    @Test
    void leaseWantsAnExtensionAfterAnIntervalWhileItHasNumbersAndIsOpenAndCanGrow() {
        Lease lease = lease(1, 100, 200);
        long always = 1000 * MILLI;
        assertThat(lease.wantsExtension(9, 10, always)).isFalse();
        assertThat(lease.wantsExtension(10, 10, always)).isTrue();
        lease.extensionRequested(10);
        assertThat(lease.wantsExtension(19, 10, always)).isFalse();
        assertThat(lease.wantsExtension(20, 10, always)).isTrue();
        assertThat(lease.wantsExtension(100 * MILLI, 10, always)).isFalse();
        assertThat(lease.wantsExtension(10 * MILLI, 5 * MILLI, 85 * MILLI))
                .as("with enough time until after the next round")
                .isFalse();
        assertThat(lease.wantsExtension(10 * MILLI + 1, 5 * MILLI, 85 * MILLI)).isTrue();
        lease.endExtensions();
        assertThat(lease.wantsExtension(20, 10, always)).isFalse();
        Lease used = lease(1, 100, 200);
        used.cutInto(stripe, 1);
        assertThat(used.wantsExtension(20, 10, always)).isFalse();
    }

    // The pool

    private static Stripe<String> takeForOnce(StripePool<String> stripes, Set<Stripe<String>> pooled) {
        Stripe<String> taken = stripes.take();
        while (taken.home() == Stripe.Home.POOL) {
            assertThat(pooled.add(taken)).isTrue();
            taken = stripes.take();
        }
        return taken;
    }

    /** Gives this thread its own stripe if there is room, takes that or another one of the pool, and does not release it. */
    private static Stripe<String> takeOwn(StripePool<String> stripes) {
        Stripe<String> pooled = stripes.take();
        stripes.giveOwn(pooled);
        stripes.release(pooled);
        return stripes.take();
    }

    private void drawTwo(Stripe<String> from) {
        from.receive(lease(10, 100, 200), 0, 10);
        from.draw(0, 150);
        from.drawMore(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void poolHasEightStripesForUpToTwoProcessorsAndMakesMoreForOneUseEach(int processors) {
        StripePool<String> small = new StripePool<>(processors, () -> "workspace");
        Set<Stripe<String>> pooled = new HashSet<>();
        Stripe<String> once = takeForOnce(small, pooled);
        assertThat(pooled).hasSize(8);
        drawTwo(once);
        small.release(once);
        assertThat(small.drawn()).isEqualTo(2);
        assertThat(small.takeWhere(any -> true)).as("which is gone").isNull();
        pooled.forEach(small::release);
        assertThat(small.takeWhere(any -> false)).isNull();
        Stripe<String> wanted = pooled.iterator().next();
        assertThat(small.takeWhere(stripe -> stripe == wanted)).isSameAs(wanted);
        small.release(wanted);
        for (int i = 0; i < 8; i++) {
            assertThat(pooled).contains(small.take());
        }
    }

    @Test
    void threadHasOneStripeOfItsOwnWhoseNumbersAreCounted() {
        Stripe<String> pooled = stripes.take();
        stripes.release(pooled);
        Stripe<String> own = takeOwn(stripes);
        drawTwo(own);
        stripes.giveOwn(own);
        stripes.release(own);
        assertThat(own.home()).isEqualTo(Stripe.Home.THREAD);
        assertThat(stripes.drawn()).isEqualTo(2);
        assertThat(stripes.take()).isSameAs(own);
        assertThat(stripes.take()).as("while its own is taken").isSameAs(pooled);
    }

    @Test
    void ownStripeContinuesTheStampsOfTheOneBefore() {
        Stripe<String> pooled = stripes.take();
        pooled.receive(lease(10, 100, 200), 0, 5);
        pooled.draw(0, 170);
        stripes.giveOwn(pooled);
        Stripe<String> own = stripes.take();
        own.receive(lease(10, 100, 200), 5, 10);
        own.draw(0, 160);
        assertThat(own).isNotSameAs(pooled);
        assertThat(own.tick()).isEqualTo(170);
    }

    @Test
    void placeOfAThreadThatEndedIsGivenAgainAndItsNumbersStayCounted() throws InterruptedException {
        StripePool<String> onePlace = new StripePool<>(2, 1, () -> "workspace");
        Thread ended = new Thread(() -> drawTwo(takeOwn(onePlace)));
        ended.start();
        ended.join();
        assertThat(takeOwn(onePlace).home()).isEqualTo(Stripe.Home.THREAD);
        assertThat(onePlace.drawn()).isEqualTo(2);
    }
}
