package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.CounterStore;
import dev.idgen.CounterWentBackException;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.NumberSequence;
import dev.idgen.store.Progression;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Regions count in stores that know nothing of each other, or share one while they grow, and no number is issued twice.
 */
class RegionsOfCountersTests extends CountingInLogicalTime {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Region HALF = new Region(1, 2);

    /**
     * An instance that holds the numbers of its latest requests, uses them in order, and at its end gives back what is
     * left.
     */
    private final class Holder {

        private final Region region;
        private final Progression numbers;
        private final GuardedCounter counter;
        private final List<Long> held = new ArrayList<>();
        private final List<Throwable> failures = new ArrayList<>();

        Holder(CounterStore store, Region region) {
            this.region = region;
            this.numbers = CountingNumbers.ALL.part(region.number(), region.of());
            this.counter = new GuardedCounter(NAME, store, requests, numbers, 0, CounterTraces.Trace.NONE);
        }

        void take(int count) {
            counter.take(
                    count, block -> LongStream.range(block.first(), block.end()).forEach(held::add), failures::add);
            scheduler.runDue();
        }

        List<Long> use(int count) {
            List<Long> first = held.subList(0, Math.min(count, held.size()));
            List<Long> used = first.stream().map(numbers::at).toList();
            first.clear();
            return used;
        }

        void giveBack() {
            if (!held.isEmpty()) {
                int first = held.size() - 1;
                while (first > 0 && held.get(first - 1) == held.get(first) - 1) {
                    first--;
                }
                counter.giveBack(new NumberBlock(held.get(first), held.size() - first));
            }
        }
    }

    @Test
    void regionTakesAndGivesBackItsShareOfTheNumbersWhereverTheCounterStands() {
        store.add(NAME, 7, 0, Long.MAX_VALUE);
        Holder holder = new Holder(store, new Region(2, 4));
        holder.take(3);
        assertThat(holder.counter.position()).isEqualTo(5);
        assertThat(holder.use(1)).containsExactly(10L);
        holder.giveBack();
        assertThat(store.value(NAME)).isEqualTo(11);
        assertThat(holder.use(2)).containsExactly(14L, 18L);
    }

    @Test
    void counterThatWentBackIsToldAsTheStoreHasIt() {
        Holder holder = new Holder(store, HALF);
        holder.take(5);
        store.giveBack(NAME, 9, 4);
        holder.take(1);
        assertThat(holder.failures)
                .singleElement()
                .satisfies(failure -> assertThat(failure)
                        .isInstanceOf(CounterWentBackException.class)
                        .hasMessageStartingWith("the counter 'orders' is 4 in the store, behind 9"));
    }

    @Test
    void raisedCounterGoesOnAfterTheNumber() {
        Holder holder = new Holder(store, HALF);
        holder.take(2);
        assertThatThrownBy(() -> holder.counter.raiseTo(1))
                .hasMessage("'orders' must continue from at least 3, which this instance was given, not 1");
        holder.use(2);
        holder.counter.raiseTo(100);
        assertThat(store.value(NAME)).isEqualTo(100);
        holder.take(1);
        assertThat(holder.use(1)).containsExactly(101L);
    }

    /** Two halves in stores of their own, one of them with instances of its quarters among its own. */
    @Test
    void noNumberIsIssuedTwiceWhileRegionsGrowAndRestsGoBack() {
        List<Region> mixed = List.of(HALF, HALF, new Region(1, 4), new Region(3, 4));
        for (int seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            CounterStore first = new InMemoryCounterStore();
            CounterStore second = new InMemoryCounterStore();
            List<Holder> holders = new ArrayList<>();
            mixed.forEach(region -> holders.add(new Holder(first, region)));
            holders.add(new Holder(second, new Region(2, 2)));
            holders.add(new Holder(second, new Region(2, 2)));
            Set<Long> issued = new HashSet<>();
            for (int i = 0; i < 300; i++) {
                int which = random.nextInt(holders.size());
                Holder holder = holders.get(which);
                switch (random.nextInt(5)) {
                    case 0, 1 -> holder.take(random.nextInt(1, 5));
                    case 2, 3 -> {
                        for (long number : holder.use(random.nextInt(1, 5))) {
                            assertThat(issued.add(number))
                                    .as("seed %s: %s once", seed, number)
                                    .isTrue();
                            assertThat(holder.region.has(number - 1)).isTrue();
                        }
                    }
                    default -> {
                        assertThat(holder.failures).isEmpty();
                        holder.giveBack();
                        holders.set(which, new Holder(which < mixed.size() ? first : second, holder.region));
                    }
                }
            }
            assertThat(issued).hasSizeGreaterThan(50);
        }
    }

    // Kinds of numbers

    @Test
    void decimalIdsHaveGeneratorsOfTheirRegion() {
        Region region = new Region(2, 3);
        Progression generators = new Progression(0, 1, 8).part(region.number(), region.of());
        try (CounterSequences counters = new CounterSequences(store, PATIENCE, TimeSource.system())) {
            CounterSettings settings = new CounterSettings(PATIENCE, 3);
            NumberSequence numbers = counters.decimalNumbers(NAME, generators, 1000, settings);
            assertThat(LongStream.of(numbers.next(2000)).boxed())
                    .allMatch(number -> number / 1000 == 4 || number / 1000 == 7);
            assertThat(numbers.tally().position()).isEqualTo(3000);
            assertThat(store.value(NAME)).as("the latest generator").isEqualTo(7);
            assertThatThrownBy(numbers::next).hasMessageContaining("8");
        }
    }

    @Test
    void rangesAreThoseOfTheRegionsCounters() {
        Region region = new Region(2, 3);
        NumberMapping.Ranges ranges = new NumberMapping.Ranges(5, 100, region);
        SegmentSettings ahead = new SegmentSettings(10, 10, Duration.ofSeconds(1), false);
        try (CounterSequences counters = new CounterSequences(store, PATIENCE, TimeSource.system())) {
            NumberSequence numbers = counters.ranges(NAME, ranges, new CounterSettings(PATIENCE, 0), ahead);
            assertThat(LongStream.of(numbers.next((int) ranges.size())).boxed())
                    .doesNotHaveDuplicates()
                    .allMatch(number -> number / 100 == 1 || number / 100 == 4);
            assertThatThrownBy(numbers::next).hasMessageContaining("499");
            assertThatThrownBy(() -> numbers.raiseTo(250))
                    .hasMessage("numbers of 'orders' are 0 to 499 of the counters of region 2/3, not 250");
        }
    }

    @Test
    void claimsAreOfTheRegionsNumbers() {
        Region region = new Region(2, 3);
        Set<Long> claimed = new HashSet<>();
        ClaimedNumbers ids = new ClaimedNumbers(
                "coupon",
                new ClaimRange(4, 12, region),
                1000,
                (generator, number) -> claimed.add(number),
                new Random(1));
        assertThat(ids.nextLongs(3)).containsExactlyInAnyOrder(5, 8, 11);
        assertThat(ids.scheme().domain()).isEqualTo("4 to 12 in region 2/3");
    }

    @ParameterizedTest
    @CsvSource({"1/3, 1000;1030;1060", "2/3, 1010;1040", "3/3, 1020;1050"})
    void linearNumbersAreEveryNthOfAll(String region, String expected) {
        NumberMapping.Linear form = new NumberMapping.Linear(
                new Progression(1000, 10, 1069), Region.parse(region).orElseThrow());
        List<Long> ids =
                LongStream.rangeClosed(1, form.size()).map(form::id).boxed().toList();
        assertThat(String.join(";", ids.stream().map(String::valueOf).toList())).isEqualTo(expected);
        for (long id : ids) {
            assertThat(form.id(form.own().count(id))).isEqualTo(id);
            assertThat(form.decode(id).parts()).containsEntry("number", id);
        }
        assertThat(form.decode(1020).parts()).as("another region's id").containsEntry("number", 1020L);
        assertThat(form.domain()).isEqualTo("1000 to 1069 in steps of 10 in region " + region);
    }
}
