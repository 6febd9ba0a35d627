package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.SequenceUnavailableException.Buckets;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.string.sequence.BucketRule.Seen;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.Window;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RingTests {

    private static final Duration WAIT = Duration.ofMillis(500);
    private static final int QUARTER = 64;

    private final IllegalStateException failure = new IllegalStateException("connection refused");

    private final ManualTime time = new ManualTime();
    private final Ring ring = new Ring(Region.ALL, 4, 2, WAIT, time);

    private Bucket ready() {
        return Objects.requireNonNull(ring.nextReady(time.nanoTime()));
    }

    private Bucket bucket(int index) {
        return ring.inOrder().stream()
                .filter(bucket -> bucket.index() == index)
                .findFirst()
                .orElseThrow();
    }

    private void servedBy(String run, int... indexes) {
        for (int index : indexes) {
            bucket(index).lookedAt(run);
        }
    }

    private void grant(Bucket bucket, int count, long entered, int first, long now) {
        Window window = new Window(entered, entered + 10);
        bucket.granted(
                new BucketGranted(first, count, window, LeaseReply.Happened.NOTHING, now), QUARTER, time.nanoTime());
    }

    private void grant(Bucket bucket, long entered, int first) {
        grant(bucket, 5, entered, first, entered);
    }

    private Buckets counts() {
        return ring.counts(time.nanoTime());
    }

    @Test
    void bucketsAreWalkedRoundFromTheStart() {
        assertThat(ring.inOrder()).extracting(Bucket::index).containsExactly(2, 3, 0, 1);
        assertThat(ready().index()).isEqualTo(2);
        assertThat(ring.inOrder()).extracting(Bucket::index).containsExactly(3, 0, 1, 2);
        for (int index : new int[] {3, 0, 1, 2}) {
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

    @Test
    void latestStayAndPositionAreRememberedUntilADoubt() {
        Bucket bucket = bucket(0);
        grant(bucket, 0, 10, 7, 10);
        assertThat(bucket.seen()).as("after a grant of no numbers").isEqualTo(Seen.NOTHING);
        grant(bucket, 10, QUARTER + 5);
        assertThat(bucket.seen()).isEqualTo(new Seen(10, 10));
        grant(bucket, 10, QUARTER);
        grant(bucket, 9, 20);
        assertThat(bucket.seen()).as("after late answers").isEqualTo(new Seen(10, 10));
        grant(bucket, 11, 0);
        assertThat(bucket.seen()).isEqualTo(new Seen(11, 5));
        bucket.doubted();
        assertThat(bucket.seen()).isEqualTo(Seen.NOTHING);
    }

    @Test
    void bucketThatLeadsIsNextOnlyIfThereIsNoOther() {
        for (int index : new int[] {2, 3, 0}) {
            grant(bucket(index), 5, 20, 0, 10);
        }
        assertThat(ready().index()).isEqualTo(1);
        assertThat(ready().index()).isEqualTo(1);
        bucket(1).setBusy(true);
        assertThat(ready().index()).isEqualTo(2);
        time.advance(Duration.ofMillis(10));
        assertThat(bucket(3).isLeadingAt(time.nanoTime())).isFalse();
    }
}
