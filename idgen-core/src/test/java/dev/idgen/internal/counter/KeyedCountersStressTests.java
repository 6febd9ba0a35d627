package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.StressTest;
import dev.idgen.Threads;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/**
 * Threads use a few counters, each of which is opened and left all the time. Forbidden: one leaves and takes the
 * counter out of the map, another opens it with the trace from before that, and the first writes its trace. The second
 * would not notice that the store lost the numbers in between.
 */
@StressTest
class KeyedCountersStressTests {

    private static final int THREADS = 8;
    private static final int KEYS = 3;
    private static final int CALLS = 20_000;

    private final Map<String, Long> given = new ConcurrentHashMap<>();
    private final Queue<String> mistakes = new ConcurrentLinkedQueue<>();

    @Test
    void counterThatIsOpenedKnowsAllNumbersThatWereGivenBefore() throws Exception {
        TimeSource time = TimeSource.system();
        Requests requests =
                new Requests(time.planner("keys"), Duration.ofSeconds(30), time, bug -> mistakes.add(bug.toString()));
        InMemoryCounterStore store = new InMemoryCounterStore();
        KeyedCounters all = new KeyedCounters((name, known) -> {
            long before = given.getOrDefault(name, Long.MIN_VALUE);
            if (known.value() < before) {
                mistakes.add(name + " is opened as " + known + ", and has given " + before);
            }
            GuardedCounter source = new GuardedCounter(name, store, requests, CountingNumbers.ALL, 0, known);
            return new MergedCounter(source, requests, time, Duration.ofSeconds(30), Runnable::run);
        });
        try {
            Threads.race(THREADS, () -> take(all));
        } finally {
            requests.close();
        }
        assertThat(mistakes).isEmpty();
        assertThat(given.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(THREADS * CALLS);
        assertThat(all.latest().open).isEmpty();
    }

    private int take(KeyedCounters all) {
        for (int i = 0; i < CALLS; i++) {
            String name = "invoice::" + ThreadLocalRandom.current().nextInt(KEYS);
            MergedCounter counter = all.latest().enter(name);
            try {
                given.merge(name, counter.next(1, Long.MAX_VALUE)[0], Math::max);
            } finally {
                all.latest().leave(name);
            }
        }
        return CALLS;
    }
}
