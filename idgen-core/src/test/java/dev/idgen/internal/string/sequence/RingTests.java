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

    private void servedBy(String run, int... indexes) {
        for (int index : indexes) {
            bucket(index).lookedAt(run);
        }
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
        bucket(3).lockFor(10, time.nanoTime());
        assertThat(ready().index()).isEqualTo(0);
        assertThat(counts()).isEqualTo(new Buckets(3, 0, 1));
        assertThat(ring.nanosToUnlock(time.nanoTime())).isEqualTo(10_000_000);
        bucket(0).lockFor(5, time.nanoTime());
        assertThat(ring.nanosToUnlock(time.nanoTime())).isEqualTo(5_000_000);
        time.advance(Duration.ofMillis(10));
        assertThat(counts()).isEqualTo(new Buckets(4, 0, 0));
        assertThat(ring.nanosToUnlock(time.nanoTime())).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void bucketsOfAGroupAreLockedTogetherAndOneGrantUnlocksItsBucket() {
        Ring sixteenGroups = new Ring(Region.ALL, new BucketLayout(5, 18), 0, WAIT, time);
        sixteenGroups.lockGroup("3", 10, time.nanoTime());
        assertThat(sixteenGroups.buckets())
                .filteredOn(bucket -> bucket.isLockedAt(time.nanoTime()))
                .extracting(Bucket::index)
                .containsExactly(6, 7);
        sixteenGroups.buckets().get(6).unlock();
        assertThat(sixteenGroups.counts(time.nanoTime()).locked()).isOne();
    }

    @Test
    void failuresOfUnknownServersOpenOneBucketEach() {
        for (int open = 1; open <= 4; open++) {
            ring.failed(ready(), 1, failure);
            assertThat(counts().open()).isEqualTo(open);
        }
        assertThat(ring.nextReady(time.nanoTime())).isNull();
    }

    @Test
    void twoFailuresOfAServerOpenAllItsBucketsAndOneSuccessClosesThem() {
        servedBy("one", 0, 1, 2);
        servedBy("other", 3);
        ring.failed(bucket(0), 1, failure);
        assertThat(counts().open()).isEqualTo(1);
        ring.failed(bucket(1), 1, failure);
        assertThat(counts().open()).isEqualTo(3);
        assertThat(bucket(3).isBreakerOpen()).isFalse();
        time.advance(WAIT.plusMillis(1));
        Bucket probe = Objects.requireNonNull(ring.nextProbe(time.nanoTime()));
        ring.succeeded(probe, 1);
        assertThat(counts().open()).isZero();
    }

    @Test
    void successBetweenTwoFailuresShowsThatTheServerLives() {
        servedBy("one", 0, 1, 2);
        ring.failed(bucket(0), 1, failure);
        ring.succeeded(bucket(1), 1);
        ring.failed(bucket(1), 1, failure);
        assertThat(counts().open()).isEqualTo(2);
        assertThat(bucket(2).isBreakerOpen()).isFalse();
    }
}
