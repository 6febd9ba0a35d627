package dev.idgen.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.request.Absence;
import dev.idgen.internal.string.sequence.LeaseReply;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.BucketUnborn;
import dev.idgen.internal.string.sequence.LeaseReply.Ended;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.string.sequence.LeaseStore.BucketAsker;
import dev.idgen.internal.string.sequence.LeaseStore.Seen;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a store does besides that can lose data: whoever finds that it may have goes on beyond all windows granted before. */
public abstract class LeaseDoubtContract extends LeaseStoreContract {

    protected static final String NAMESPACE = "it";

    private static final long MARGIN = 2000;
    private static final long USE = 1000;

    private BucketAsker old() {
        return asker(60_000, Absence.LOST);
    }

    protected abstract void loseBucket(int bucket);

    /** Closes a bucket as an operator does. */
    protected abstract void closeByHand(int bucket);

    protected abstract void openByHand(int bucket);

    private static Seen seen(BucketGranted grant) {
        return new Seen(
                grant.run(),
                grant.window().notBefore(),
                grant.first() % LAYOUT.quarterSize() + grant.count(),
                grant.time().now());
    }

    private Locked doubted(LeaseReply reply, Happened what) {
        assertThat(reply).isInstanceOf(Locked.class);
        Locked lock = (Locked) reply;
        assertThat(lock.happened()).isEqualTo(what);
        assertThat(lock.millis()).isEqualTo(MARGIN + 1 + USE);
        return lock;
    }

    @Test
    void missingRecordIsNotTouchedByOneWhoDoesNotKnowWhatItMeans() {
        assertThat(lease(1, asker(60_000, Absence.UNKNOWN))).isInstanceOf(BucketUnborn.class);
        assertThat(lease(1, asker(60_000, Absence.UNKNOWN))).isInstanceOf(BucketUnborn.class);
        BucketGranted born = granted(1);
        assertThat(born.happened()).isEqualTo(Happened.NOTHING);
        assertThat(born.window().notBefore()).isEqualTo(born.time().now());
    }

    @Test
    void bucketThatIsThereIsNotBornAgain() {
        BucketGranted first = granted(3);
        assertThat(granted(1).first()).isEqualTo(first.first() + first.count());
    }

    @Test
    void missingRecordIsLostToOneWhoKnowsTheNamespace() {
        BucketGranted before = granted(3);
        loseBucket(BUCKET);
        Locked lock = doubted(answer(store().lease(BUCKET, 1, old(), seen(before))), Happened.LOST);
        advance(Duration.ofMillis(lock.millis() + 1));
        BucketGranted after = granted(1, old());
        assertThat(after.window().notBefore()).isGreaterThan(before.window().notAfter());
        assertThat(after.window().notBefore())
                .isGreaterThan(lock.time().now() + TTL)
                .isGreaterThan(after.time().now());
        assertThat(after.window().notAfter()).isLessThanOrEqualTo(after.time().now() + TTL);
        assertThat(after.happened()).isEqualTo(Happened.NOTHING);
    }

    @Test
    void lookThatIsTooOldCreatesNothing() {
        doubted(lease(1, asker(60_000, clock() - 6000)), Happened.LOST);
    }

    @Test
    void recordBehindWhatTheAskerHasSeenIsLost() {
        BucketGranted before = granted(1);
        Seen further = new Seen(before.run(), before.window().notBefore(), 30, clock());
        doubted(answer(store().lease(BUCKET, 1, old(), further)), Happened.LOST);
    }

    @Test
    void whatWasSeenOnAnotherServerProvesNothing() {
        BucketGranted before = granted(1);
        Seen elsewhere = new Seen("another", before.window().notBefore() + 1, 30, clock());
        assertThat(answer(store().lease(BUCKET, 1, old(), elsewhere))).isInstanceOf(BucketGranted.class);
    }

    @Test
    void latestTimeSeenOfABucketCountsIfItsRecordIsLost() {
        BucketGranted before = granted(1);
        loseBucket(BUCKET);
        long later = before.time().now() + 5000;
        Seen future = new Seen("", 0, 0, later);
        Locked lock = (Locked) answer(store().lease(BUCKET, 1, old(), future));
        assertThat(lock.time().now() + lock.millis()).isEqualTo(later + MARGIN + 1 + USE);
    }

    @Test
    void doubtLeavesTheQuarter() {
        BucketGranted before = granted(1);
        Seen further = new Seen(before.run(), before.window().notBefore(), 30, clock());
        Locked lock = (Locked) answer(store().lease(BUCKET, 1, old(), further));
        advance(Duration.ofMillis(lock.millis() + 1));
        assertThat(granted(1, old()).first() / LAYOUT.quarterSize())
                .isNotEqualTo(before.first() / LAYOUT.quarterSize());
    }

    @Test
    void doubtOfOneWithALongerTtlWaitsNoLonger() {
        granted(1);
        loseBucket(BUCKET);
        BucketAsker longer = new BucketAsker(TTL, 60_000, 60_000, 60_000, clock(), Absence.LOST);
        Locked lock = doubted(lease(1, longer), Happened.LOST);
        advance(Duration.ofMillis(lock.millis() + 1));
        BucketGranted grant = granted(1, old());
        assertThat(grant.window().notBefore()).isGreaterThan(lock.time().now() + 60_000);
    }

    @Test
    void extensionInALostRecord() {
        BucketGranted grant = granted(1);
        loseBucket(BUCKET);
        assertThat(answer(store().extend(BUCKET, grant, old()))).isInstanceOf(Ended.class);
    }

    @Test
    void bucketClosedByHandGrantsNothingUntilItIsOpened() {
        granted(1);
        closeByHand(BUCKET);
        assertThat(locked(old()).happened()).isEqualTo(Happened.OPERATOR);
        openByHand(BUCKET);
        assertThat(granted(1, old()).happened()).isEqualTo(Happened.NOTHING);
    }
}
