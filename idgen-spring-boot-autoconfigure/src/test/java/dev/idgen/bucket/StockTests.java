package dev.idgen.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.bucket.LeaseReply.Granted;
import dev.idgen.time.Window;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class StockTests {

    private static final long MILLI = Duration.ofMillis(1).toNanos();
    private static final Bucket BUCKET = new Bucket(0, CircuitBreaker.ofDefaults("0"));

    private final Stock stock = new Stock();
    private final Stripe<String> stripe = new Stripe<>("", 0);

    private static Lease lease(int count, int base, long millis) {
        return new Lease(BUCKET, new Granted(0, count, new Window(0, millis), "run", new StoreTime(0, 0)), base, 0);
    }

    private int draw(long now) {
        assertThat(stock.cutInto(stripe, 1, now)).isTrue();
        assertThat(stripe.draw(now, 0)).isTrue();
        return stripe.number();
    }

    @Test
    void oldestOpenLeaseIsDrawnFromFirst() {
        stock.add(lease(2, 100, 5));
        stock.add(lease(2, 200, 10));

        assertThat(draw(0)).isEqualTo(100);
        assertThat(draw(5 * MILLI)).isEqualTo(200);
        assertThat(draw(0)).isEqualTo(101);
        assertThat(draw(0)).isEqualTo(201);
        assertThat(stock.cutInto(stripe, 1, 0)).isFalse();
    }

    @Test
    void whatIsLeftIsCountedAtATimeThatMayLieAhead() {
        stock.add(lease(2, 100, 5));
        stock.add(lease(3, 200, 10));

        assertThat(stock.remainingAt(0)).isEqualTo(5);
        assertThat(stock.remainingAt(5 * MILLI)).isEqualTo(3);
        assertThat(stock.remainingAt(10 * MILLI)).isZero();
        draw(0);
        assertThat(stock.remainingAt(0)).isEqualTo(4);
        assertThat(stock.taken()).isEqualTo(1);
    }

    @Test
    void usedUpAndOutdatedLeasesAreDroppedAndWhatWasTakenStaysCounted() {
        stock.add(lease(1, 100, 10));
        stock.add(lease(2, 200, 5));
        stock.add(lease(2, 300, 10));
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

    @Test
    void additionAndRevocationWakeWhoWaits() {
        CompletableFuture<Void> first = stock.nextArrival();
        assertThat(first).isNotDone();
        stock.add(lease(1, 100, 10));
        assertThat(first).isDone();

        CompletableFuture<Void> second = stock.nextArrival();
        stock.revoke();
        assertThat(second).isDone();
        assertThat(stock.remainingAt(0)).isZero();
        assertThat(stock.cutInto(stripe, 1, 0)).isFalse();

        CompletableFuture<Void> third = stock.nextArrival();
        stock.wakeAll();
        assertThat(third).isDone();
    }
}
