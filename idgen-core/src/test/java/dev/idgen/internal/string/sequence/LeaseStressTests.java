package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.StressTest;
import dev.idgen.internal.request.BreakerFactory;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.time.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Forbids: two threads read the same {@code taken}, both add to it, and both hand out the numbers in between; and: a chunk
 * reaches beyond the lease because the count was checked before another thread moved {@code taken}.
 */
@StressTest
class LeaseStressTests {

    private static final int COUNT = 24;
    private static final int BASE = 1000;
    private static final int ROUNDS = 20_000;

    @Test
    void eachNumberLeavesTheLeaseOnce() throws Exception {
        try (Race race = new Race(4)) {
            for (int round = 0; round < ROUNDS; round++) {
                Lease lease = new Lease(
                        new Bucket(0, new BreakerFactory(Duration.ofSeconds(1), TimeSource.system()).named("0")),
                        new BucketGranted(0, COUNT, new Window(0, 10_000), LeaseReply.Happened.NOTHING, 0),
                        BASE,
                        0,
                        new Lease.Permit());
                List<Integer> taken = race.run(() -> drain(lease)).stream()
                        .flatMap(List::stream)
                        .sorted()
                        .toList();
                assertThat(taken)
                        .as("round %d", round)
                        .isEqualTo(IntStream.range(BASE, BASE + COUNT).boxed().toList());
            }
        }
    }

    private static List<Integer> drain(Lease lease) {
        Stripe<Object> stripe = new Stripe<>(new Object(), Stripe.Home.POOL);
        List<Integer> numbers = new ArrayList<>();
        while (lease.cutInto(stripe, 3)) {
            while (stripe.draw(1, 1)) {
                numbers.add(stripe.number());
            }
        }
        return numbers;
    }
}
