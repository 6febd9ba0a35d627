package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.request.Breaker;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.time.Window;
import java.time.Duration;
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

    private void add(int count, int base, long from, long to, boolean young) {
        BucketGranted grant = new BucketGranted(0, count, new Window(from, to), 0);
        stock.add(new Lease(BUCKET, grant, base, 0, young, stock.permit()));
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
        stock.prune(0);
        assertThat(stock.leases()).hasSize(2);
        stock.prune(5 * MILLI);
        assertThat(stock.leases()).extracting(Lease::remaining).containsExactly(2);
        assertThat(stock.taken()).isEqualTo(2);
        Lease[] before = stock.leases();
        stock.prune(5 * MILLI);
        assertThat(stock.leases()).isSameAs(before);
    }

    /** Their windows do not grow. */
    @Test
    void youngNumbersAreDrawnFirst() {
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
        stock.prune(0);
        stock.revoke();
        assertThat(stock.remainingAt(0)).isZero();
        assertThat(stock.cutInto(stripe, 1, 0)).isFalse();
        assertThat(stripe.drawMore(1)).isZero();
        assertThat(stripe.draw(0, 0)).isFalse();
        add(1, 200, 0, 10);
        assertThat(draw(0)).as("what is granted afterwards").isEqualTo(200);
    }
}
