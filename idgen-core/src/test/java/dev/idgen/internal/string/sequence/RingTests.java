package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.SequenceUnavailableException.Buckets;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RingTests {

    /** Four buckets, each a group. */
    private static final BucketLayout LAYOUT = new BucketLayout(2, 18);

    private static final Duration WAIT = Duration.ofMillis(500);

    private final IllegalStateException failure = new IllegalStateException("connection refused");

    private final ManualTime time = new ManualTime();
    private final Ring ring = new Ring(Region.ALL, LAYOUT, 2, WAIT, time);

    private Bucket ready() {
        return Objects.requireNonNull(ring.nextReady(time.nanoTime()));
    }

    private Bucket bucket(int index) {
        return ring.buckets().get(index);
    }

    private Buckets counts() {
        return ring.counts(time.nanoTime());
    }

    @Test
    void bucketsAreWalkedRoundFromTheStart() {
        for (int index : new int[] {2, 3, 0, 1, 2}) {
            assertThat(ready().index()).isEqualTo(index);
        }
    }

    @Test
    void busyAndLockedBucketsAreSkipped() {
        bucket(2).setBusy(true);
        bucket(3).lockFor(10, time.nanoTime(), null);
        assertThat(ready().index()).isEqualTo(0);
        assertThat(counts()).isEqualTo(new Buckets(3, 0, 1));
        assertThat(ring.nanosToUnlock(time.nanoTime())).isEqualTo(10_000_000);
        bucket(0).lockFor(5, time.nanoTime(), null);
        assertThat(ring.nanosToUnlock(time.nanoTime())).isEqualTo(5_000_000);
        time.advance(Duration.ofMillis(10));
        assertThat(counts()).isEqualTo(new Buckets(4, 0, 0));
        assertThat(ring.nanosToUnlock(time.nanoTime())).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void bucketsOfAGroupAreLockedTogetherAndOneGrantUnlocksItsBucket() {
        Ring sixteenGroups = new Ring(Region.ALL, new BucketLayout(5, 18), 0, WAIT, time);
        sixteenGroups.lockGroup("3", 10, time.nanoTime(), null);
        assertThat(sixteenGroups.buckets())
                .filteredOn(bucket -> bucket.isLockedAt(time.nanoTime()))
                .extracting(Bucket::index)
                .containsExactly(6, 7);
        sixteenGroups.buckets().stream().filter(bucket -> bucket.index() == 6).forEach(Bucket::unlock);
        assertThat(sixteenGroups.counts(time.nanoTime()).locked()).isOne();
    }

    @Test
    void aFailureOpensTheBucketsOfItsGroupUntilAProbeSucceeds() {
        Ring sixteenGroups = new Ring(Region.ALL, new BucketLayout(5, 18), 0, WAIT, time);
        Bucket failed = Objects.requireNonNull(sixteenGroups.nextReady(time.nanoTime()));
        failed.breaker().failed(1, failure);
        assertThat(sixteenGroups.counts(time.nanoTime())).isEqualTo(new Buckets(30, 2, 0));
        assertThat(sixteenGroups.nextReady(time.nanoTime())).extracting("index").isEqualTo(2);
        assertThat(sixteenGroups.nextProbe(time.nanoTime())).isNull();
        time.advance(WAIT.plusMillis(1));
        Bucket probe = Objects.requireNonNull(sixteenGroups.nextProbe(time.nanoTime()));
        assertThat(sixteenGroups.nextProbe(time.nanoTime())).isNull();
        probe.breaker().succeeded(1);
        assertThat(sixteenGroups.counts(time.nanoTime()).open()).isZero();
    }
}
