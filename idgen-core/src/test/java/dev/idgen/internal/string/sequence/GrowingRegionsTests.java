package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.internal.lease.SimulatedLeaseStore;
import dev.idgen.internal.lease.Terms;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.time.ManualPlanner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Regions in stores that know nothing of each other, in logical time: two of them, and how they become four. */
class GrowingRegionsTests extends SequenceFixture {

    /** So few numbers that they come round every few seconds, in all stores from the same one on. */
    private static final BucketLayout SMALL = new BucketLayout(3, 10);

    private static final Duration SHORT_TTL = Duration.ofSeconds(2);

    private final Set<Long> issued = new HashSet<>();
    private int repeated;

    private static Terms terms(String region) {
        return TERMS.in(Region.parse(region).orElseThrow())
                .with("layout", SMALL.toString())
                .with(Terms.TTL, Long.toString(SHORT_TTL.toMillis()));
    }

    /** A store of a region, long after a doubt. */
    private SimulatedLeaseStore store(String region, long ahead) {
        SimulatedLeaseStore store = new SimulatedLeaseStore(() -> time.millis() + ahead);
        Terms terms = terms(region);
        for (int group = 0; group < SMALL.groups(); group++) {
            store.putGroup(Integer.toString(group), terms, 1);
        }
        return store;
    }

    private final class Running {

        private final BucketSequence<Object> sequence;
        private final Region region;

        Running(SimulatedLeaseStore store, String region, Set<String> replaces) {
            this.region = Region.parse(region).orElseThrow();
            this.sequence = start(
                    TERMS.in(this.region).replacing(replaces),
                    settings(SHORT_TTL, Duration.ofMillis(500)),
                    store,
                    SMALL,
                    time,
                    new ManualPlanner(scheduler));
        }

        void draw() {
            sequence.acquireAsync(stripe -> {
                assertThat(region.has(SMALL.bucketOf(stripe.number()))).isTrue();
                repeated += issued.add(stripe.tick() << SMALL.bits() | stripe.number()) ? 0 : 1;
                return true;
            });
        }
    }

    private Running start(SimulatedLeaseStore store, String region) {
        return new Running(store, region, Set.of());
    }

    private Running start(String region, long ahead) {
        return start(store(region, ahead), region);
    }

    private void drawFor(Duration duration, List<Running> instances) {
        for (long i = 0; i < duration.toMillis(); i++) {
            for (Running instance : instances) {
                instance.draw();
            }
            scheduler.run(Duration.ofMillis(1));
        }
    }

    @Test
    void storesThatKnowNothingOfEachOtherRepeatIdsUnlessTheyHaveRegions() {
        drawFor(SHORT_TTL.multipliedBy(5), List.of(start("1/1", 0), start("1/1", 0)));
        assertThat(repeated).isPositive();
        repeated = 0;
        issued.clear();
        drawFor(SHORT_TTL.multipliedBy(5), List.of(start("1/3", 0), start("2/3", 0), start("3/3", 300)));
        assertThat(repeated).isZero();
        assertThat(issued).hasSizeGreaterThan(20_000);
    }

    @Test
    void twoRegionsBecomeFourAndNoIdComesTwice() {
        SimulatedLeaseStore first = store("1/2", 0);
        SimulatedLeaseStore second = store("2/2", -400);
        Running old = start(first, "1/2");
        Running older = start(first, "1/2");
        Running other = start(second, "2/2");
        List<Running> running = new ArrayList<>(List.of(old, older, other));
        drawFor(SHORT_TTL.multipliedBy(3), running);

        // One instance after the other is replaced.
        running.add(new Running(first, "1/4", Set.of(terms("1/2").fingerprint())));
        drawFor(SHORT_TTL.multipliedBy(3), running);
        assertThatThrownBy(old.sequence::acquire)
                .isInstanceOf(NamespaceDisagreementException.class)
                .hasMessageContaining("has region 1/4, but this instance has 1/2");
        running.removeAll(List.of(old, older));
        old.sequence.close();
        older.sequence.close();
        running.add(start(first, "1/4"));
        drawFor(SHORT_TTL, running);
        assertThat(running)
                .allMatch(instance -> instance.sequence.unavailability().isEmpty());

        // All leases of the half have ended; then comes the other half of the half.
        running.add(start("3/4", -600));
        drawFor(SHORT_TTL.multipliedBy(4), running);
        assertThat(repeated).isZero();
        assertThat(issued).hasSizeGreaterThan(50_000);
    }
}
