package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.request.Breaker;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.time.Window;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StockTests {

    private static final long MILLI = Duration.ofMillis(1).toNanos();
    private static final Bucket BUCKET =
            new Bucket(0, "0", new Breaker("0", Duration.ofSeconds(1), TimeSource.system()));

    private final Stock stock = new Stock(new Waiters(new ManualTime()));
    private final Stripe<String> stripe = new Stripe<>("", Stripe.Home.POOL);

    private void add(int count, int base, long from, long to) {
        add(count, base, from, to, false);
    }

    private void add(int count, int base, long from, long to, boolean recovery) {
        BucketGranted grant = new BucketGranted(0, count, new Window(from, to), 0);
        stock.add(new Lease(BUCKET, grant, base, 0, recovery, stock.permit()));
    }

    private int draw(long now) {
        assertThat(stock.cutInto(stripe, 1, now)).isTrue();
        assertThat(stripe.draw(now, 0)).isTrue();
        return stripe.number();
    }

    @Test
    void oldestOpenLeaseIsDrawnFromFirst() {
        add(2, 100, 0, 5);
        add(2, 200, 0, 10);
        assertThat(draw(0)).isEqualTo(100);
        assertThat(draw(5 * MILLI)).isEqualTo(200);
        assertThat(draw(0)).isEqualTo(101);
        assertThat(draw(0)).isEqualTo(201);
        assertThat(stock.cutInto(stripe, 1, 0)).isFalse();
    }

    @Test
    void pruneDropsUsedUpAndEndedLeasesAndKeepsTheCountOfTakenNumbers() {
        add(1, 100, 0, 10);
        add(2, 200, 0, 5);
        add(2, 300, 0, 10);
        draw(0);
        draw(0);
        stock.prune(0, false);
        assertThat(stock.leases()).hasSize(2);
        stock.prune(5 * MILLI, false);
        assertThat(stock.leases()).extracting(Lease::remaining).containsExactly(2);
        assertThat(stock.taken()).isEqualTo(2);
        Lease[] before = stock.leases();
        stock.prune(5 * MILLI, false);
        assertThat(stock.leases()).isSameAs(before);
    }

    @Test
    void pruneKeepsUsedUpLeasesThatAreOpenIfNumbersAreShort() {
        add(1, 100, 0, 10);
        add(1, 200, 0, 5);
        draw(0);
        stock.prune(0, true);
        assertThat(stock.leases()).hasSize(2);
        stock.prune(5 * MILLI, true);
        assertThat(stock.leases()).hasSize(1);
        assertThat(stock.isOpenAt(5 * MILLI)).isTrue();
        assertThat(stock.isOpenAt(10 * MILLI)).isFalse();
    }

    // Numbers used again

    /** Draws all numbers of the next lease at a time, and leaves them. */
    private void use(int count, long millis) {
        assertThat(stock.cutInto(stripe, count, 0)).isTrue();
        drawAll(count, millis);
        stock.keep(stripe, millis * MILLI);
    }

    private void drawAll(int count, long millis) {
        assertThat(stripe.draw(millis * MILLI, millis)).isTrue();
        assertThat(stripe.drawMore(count)).isEqualTo(count - 1);
    }

    @Test
    void numbersAreUsedAgainInTheNextMillisecond() {
        add(1, 100, 0, 20);
        use(1, 3);
        assertThat(stripe.draw(4 * MILLI, 4)).as("by the stripe that left them").isFalse();
        assertThat(stock.reuseIn(stripe, 4 * MILLI, 3)).isFalse();
        assertThat(stock.reuseIn(stripe, 4 * MILLI, 4)).isTrue();
        assertThat(stock.reuseIn(new Stripe<>("", Stripe.Home.POOL), 9 * MILLI, 9))
                .as("by another stripe at the same time")
                .isFalse();
        drawAll(1, 4);
        assertThat(stripe.number()).isEqualTo(100);
        assertThat(stripe.tick()).isEqualTo(4);
        stock.keep(stripe, 4 * MILLI);
        assertThat(stock.reused()).isEqualTo(1);
        assertThat(stock.taken()).isEqualTo(2);
    }

    @Test
    void reusedCountsNumbersThatWereDrawn() {
        add(1, 100, 0, 50);
        add(1, 200, 0, 50);
        assertThat(stock.cutInto(stripe, 1, 0)).isTrue();
        stock.keep(stripe, 0);
        assertThat(stock.reused()).as("of new numbers").isZero();
        assertThat(stock.reuseIn(stripe, MILLI, 1)).isTrue();
        stock.keep(stripe, MILLI);
        assertThat(stock.reused()).as("without a draw").isZero();
        assertThat(stock.reuseIn(stripe, MILLI, 1)).isTrue();
        drawAll(1, 1);
        stock.keep(stripe, 99 * MILLI);
        stock.keep(stripe, 99 * MILLI);
        assertThat(stock.reused()).as("after the lease ended").isEqualTo(1);
    }

    @Test
    void chunkThatIsGivenUpWithoutADrawKeepsItsTimestamp() {
        add(1, 100, 0, 50);
        use(1, 30);
        Stripe<String> other = new Stripe<>("", Stripe.Home.POOL);
        assertThat(stock.reuseIn(other, 31 * MILLI, 31)).isTrue();
        stock.keep(other, 31 * MILLI);
        assertThat(stock.reuseIn(other, 32 * MILLI, 32)).isTrue();
        assertThat(other.draw(32 * MILLI, 0)).isTrue();
        assertThat(other.tick()).isEqualTo(31);
    }

    /** The stripe would stamp as before: its lease and its reading of the clock are the same. */
    @Test
    void oneReadingOfTheClockGivesOneStampPerUse() {
        add(1, 100, 0, 5);
        StampClock ahead = new StampClock(new ManualTime(Instant.ofEpochMilli(90), 0), Duration.ZERO);
        assertThat(stock.cutInto(stripe, 1, 0)).isTrue();
        assertThat(stripe.draw(0, ahead)).isTrue();
        assertThat(stripe.tick()).isEqualTo(5);
        Lease lease = stock.leases()[0];
        stock.keep(stripe, 0);
        lease.extend(new BucketGranted(0, 1, new Window(0, 80), 0), 0);
        assertThat(stock.reuseIn(stripe, MILLI, 90)).isTrue();
        assertThat(stripe.draw(0, ahead)).isTrue();
        assertThat(stripe.tick()).isEqualTo(80);
    }

    @Test
    void numbersAreNotUsedAfterTheLastMillisecondOrTheEndOfTheirLease() {
        add(1, 100, 0, 5);
        add(1, 200, 0, 5);
        assertThat(stock.cutInto(stripe, 1, 0)).isTrue();
        assertThat(stripe.draw(0, 5)).isTrue();
        stock.keep(stripe, 0);
        assertThat(stock.reuseIn(stripe, 4 * MILLI, 9))
                .as("the window ends with the timestamp that was used")
                .isFalse();
        use(1, 0);
        assertThat(stock.reuseIn(stripe, 5 * MILLI, 9))
                .as("the lease has ended")
                .isFalse();
        add(1, 300, 0, 50);
        use(1, 6);
        stock.revoke();
        assertThat(stock.reuseIn(stripe, 9 * MILLI, 9))
                .as("after the revocation")
                .isFalse();
    }

    @Test
    void oldestChunkIsForgottenIfThereAreTooMany() {
        for (int i = 0; i <= 1024; i++) {
            add(1, i, 0, 50);
            use(1, 0);
        }
        for (int i = 1; i <= 1024; i++) {
            assertThat(stock.reuseIn(stripe, MILLI, 1)).isTrue();
            drawAll(1, 1);
            assertThat(stripe.number()).isEqualTo(i);
        }
        assertThat(stock.reuseIn(stripe, MILLI, 1)).isFalse();
    }

    /** Their windows do not grow. */
    @Test
    void recoveryNumbersAreDrawnFirst() {
        add(1, 100, 0, 20);
        add(2, 200, 0, 20, true);
        assertThat(draw(0)).isEqualTo(200);
        assertThat(draw(0)).isEqualTo(201);
        assertThat(draw(0)).isEqualTo(100);
    }

    @Test
    void revocationEndsChunksInStripesToo() {
        add(10, 100, 0, 10);
        assertThat(stock.cutInto(stripe, 3, 0)).isTrue();
        assertThat(stripe.draw(0, 0)).isTrue();
        stock.prune(0, false);
        stock.revoke();
        assertThat(stock.remainingAt(0)).isZero();
        assertThat(stock.cutInto(stripe, 1, 0)).isFalse();
        assertThat(stripe.drawMore(1)).isZero();
        assertThat(stripe.draw(0, 0)).isFalse();
        add(1, 200, 0, 10);
        assertThat(draw(0)).as("what is granted afterwards").isEqualTo(200);
    }
}
