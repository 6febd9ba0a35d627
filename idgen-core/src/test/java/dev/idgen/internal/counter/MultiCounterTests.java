package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.CounterExhaustedException;
import dev.idgen.CounterStore;
import dev.idgen.internal.request.Breaker;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MultiCounterTests {

    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private final Requests requests = new Requests(scheduler, Duration.ofSeconds(1), time, bug -> {
        throw new AssertionError(bug);
    });
    private final Set<String> broken = new HashSet<>();
    private final List<String> requested = new ArrayList<>();
    private final InMemoryCounterStore memory = new InMemoryCounterStore();
    private final CounterStore store = new CounterStore() {
        @Override
        public CompletionStage<Long> add(String counter, long delta, long floor, long limit) {
            requested.add(counter);
            return broken.contains(counter)
                    ? CompletableFuture.failedFuture(new IllegalStateException("down"))
                    : memory.add(counter, delta, floor, limit);
        }

        @Override
        public CompletionStage<Optional<Long>> read(String counter) {
            return memory.read(counter);
        }

        @Override
        public CompletionStage<Boolean> giveBack(String counter, long expected, long value) {
            return memory.giveBack(counter, expected, value);
        }
    };
    private final List<Long> taken = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();

    private MultiCounter counter(int size, long range, int start) {
        return new MultiCounter(
                "n",
                new NumberMapping.Ranges(size, range, Region.ALL),
                start,
                (key, numbers) -> new GuardedCounter(key, store, requests, numbers, 0, CounterTraces.Trace.NONE),
                key -> new Breaker(key, Duration.ofMillis(500), time),
                time);
    }

    private void take(BlockSource source, int count) {
        source.take(count, block -> LongStream.range(block.first(), block.end()).forEach(taken::add), failures::add);
        scheduler.runDue();
    }

    @Test
    void countersTakeTurnsFromTheGivenOneOn() {
        MultiCounter counter = counter(3, 100, 2);
        for (int i = 0; i < 4; i++) {
            take(counter, 2);
        }
        assertThat(requested).containsExactly("n:2", "n:0", "n:1", "n:2");
        assertThat(taken).containsExactly(200L, 201L, 1L, 2L, 100L, 101L, 202L, 203L);
    }

    @Test
    void instancesGetEachNumberButZeroOnceUntilAllAreUsedUp() {
        MultiCounter one = counter(3, 10, 0);
        MultiCounter other = counter(3, 10, 1);
        while (one.fault() == null || other.fault() == null) {
            take(one, 4);
            take(other, 7);
        }
        assertThat(taken)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(1, 30).boxed().toList());
        assertThat(failures)
                .isNotEmpty()
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(CounterExhaustedException.class)
                        .hasMessageContaining("up to 29: set more 'counters'"));
        requested.clear();
        take(one, 1);
        assertThat(requested).isEmpty();
    }

    @Test
    void usedUpRangeDoesNotRollIntoTheNext() {
        MultiCounter counter = counter(2, 10, 0);
        take(counter, 1_000_000);
        assertThat(taken)
                .containsExactlyElementsOf(LongStream.range(1, 10).boxed().toList());
        take(counter, 3);
        take(counter, 3);
        assertThat(requested).containsExactly("n:0", "n:1", "n:0", "n:0", "n:1");
        assertThat(taken).endsWith(10L, 11L, 12L, 13L, 14L, 15L);
    }

    @Test
    void rangeOfOneNumberHasNoneInTheFirstCounter() {
        MultiCounter counter = counter(2, 1, 0);
        take(counter, 1);
        assertThat(taken).containsExactly(1L);
    }

    @Test
    void counterThatFailsIsLeftAloneForAWhileAndOthersGoOn() {
        broken.add("n:1");
        MultiCounter counter = counter(3, 100, 1);
        take(counter, 1);
        assertThat(failures).hasSize(1);
        for (int i = 0; i < 4; i++) {
            take(counter, 1);
        }
        assertThat(requested).containsExactly("n:1", "n:2", "n:0", "n:2", "n:0");
        broken.clear();
        requested.clear();
        time.advance(Duration.ofMillis(501));
        take(counter, 1);
        take(counter, 1);
        assertThat(requested).containsExactly("n:1", "n:2");
        assertThat(failures).hasSize(1);
        assertThat(counter.fault()).isNull();
    }

    /** The store that lost one counter has perhaps lost others. */
    @Test
    void numbersHeldAreSkippedWhenOneOfTheCountersWentBack() {
        SegmentSettings tens = new SegmentSettings(10, 10, Duration.ofSeconds(1), false);
        SegmentChain chain = new SegmentChain(counter(2, 100, 0), requests, time, Duration.ZERO, tens, Runnable::run);
        chain.start();
        scheduler.runDue();
        takeUntilRequested(chain, "n:1");
        takeUntilRequested(chain, "n:0");
        long value = memory.read("n:1").toCompletableFuture().join().orElseThrow();
        memory.giveBack("n:1", value, value - 1).toCompletableFuture().join();
        assertThat(chain.tally().held()).isPositive();
        takeUntilRequested(chain, "n:1");
        assertThat(chain.tally().held()).isZero();
    }

    private void takeUntilRequested(SegmentChain chain, String counter) {
        requested.clear();
        while (!requested.contains(counter)) {
            chain.next();
            scheduler.runDue();
        }
    }

    @Test
    void restOfTwoRangesGoesBackForTheLatterOnly() {
        MultiCounter counter = counter(2, 10, 0);
        take(counter, 10);
        take(counter, 3);
        counter.giveBack(new NumberBlock(8, 5));
        assertThat(memory.add("n:0", 1, 0, Long.MAX_VALUE).toCompletableFuture().join())
                .isEqualTo(10);
        assertThat(memory.add("n:1", 1, 0, Long.MAX_VALUE).toCompletableFuture().join())
                .isEqualTo(10);
    }
}
