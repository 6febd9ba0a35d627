package dev.idgen.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.bucket.LeaseReply.Ended;
import dev.idgen.bucket.LeaseReply.Granted;
import dev.idgen.bucket.LeaseReply.LockReason;
import dev.idgen.bucket.LeaseReply.Locked;
import dev.idgen.bucket.LeaseReply.Unborn;
import dev.idgen.bucket.LeaseStore.Asker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link LeaseStore} must do. Times are the store's. */
public abstract class LeaseStoreContract {

    protected static final BucketLayout LAYOUT = new BucketLayout(2, 6);

    private static final int QUARTER = LAYOUT.quarterSize();
    private static final long TTL = 1000;
    private static final int BUCKET = 1;
    private static final Duration MIN_STAY = Duration.ofMillis(BucketRecord.LOSS_MILLIS);

    private LeaseStore store;

    /** A store that holds nothing. */
    protected abstract LeaseStore newStore();

    /** The store's clock in epoch milliseconds. */
    protected abstract long clock();

    protected abstract void advance(Duration duration);

    protected abstract void loseBucket(int bucket);

    protected abstract void loseNamespace();

    @BeforeEach
    void createStore() {
        store = newStore();
    }

    private Asker asker() {
        return new Asker(TTL, TTL, clock());
    }

    private Asker longAgo() {
        return new Asker(TTL, TTL, clock() - TimeUnit.HOURS.toMillis(1));
    }

    private static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }

    private void birth() {
        assertThat(answer(store.birth(BUCKET, asker()))).isInstanceOf(Granted.class);
    }

    private LeaseReply lease(int count) {
        return answer(store.lease(BUCKET, count, asker()));
    }

    private Granted granted(int count) {
        LeaseReply reply = lease(count);
        assertThat(reply).isInstanceOf(Granted.class);
        return (Granted) reply;
    }

    private Locked locked() {
        LeaseReply reply = lease(1);
        assertThat(reply).isInstanceOf(Locked.class);
        return (Locked) reply;
    }

    @Test
    void bucketOfNewNamespaceIsUnbornUntilItsCreatorAsks() {
        assertThat(lease(1)).isInstanceOf(Unborn.class);
        birth();
        assertThat(lease(1)).isInstanceOf(Granted.class);
    }

    @Test
    void birthGrantsNoNumbers() {
        Granted birth = (Granted) answer(store.birth(BUCKET, asker()));
        assertThat(birth.count()).isZero();
        assertThat(granted(1).first()).isEqualTo(birth.first());
    }

    @Test
    void birthOfBucketThatExistsChangesNothing() {
        birth();
        Granted before = granted(3);
        birth();
        assertThat(granted(1).first()).isEqualTo(before.end());
    }

    @Test
    void leasesOfOneStayFollowOneAnother() {
        birth();
        Granted first = granted(5);
        Granted second = granted(7);
        assertThat(first.first() % QUARTER).isZero();
        assertThat(first.count()).isEqualTo(5);
        assertThat(second.first()).isEqualTo(first.end());
        assertThat(second.window().notBefore()).isEqualTo(first.window().notBefore());
    }

    @Test
    void windowReachesFromTheStaysBeginningToATtlFromNow() {
        long before = clock();
        birth();
        Granted grant = granted(1);
        assertThat(grant.window().notBefore()).isBetween(before, clock());
        assertThat(grant.window().notAfter()).isEqualTo(grant.time().now() + TTL);
        assertThat(grant.time().clock()).isBetween(before, clock());
    }

    @Test
    void leaseOfMoreThanTheQuarterHasGetsTheRest() {
        birth();
        granted(QUARTER - 2);
        assertThat(granted(10).count()).isEqualTo(2);
    }

    @Test
    void quarterUsedUpTooSoonIsLockedForOverflow() {
        birth();
        granted(QUARTER);
        Locked lock = locked();
        assertThat(lock.reason()).isEqualTo(LockReason.OVERFLOW);
        assertThat(lock.millis()).isBetween(1L, MIN_STAY.toMillis());
        assertThat(locked().reason()).isEqualTo(LockReason.OVERFLOW);
    }

    @Test
    void overflowLockOpensByItselfOnTheNextQuarter() {
        birth();
        Granted before = granted(QUARTER);
        advance(Duration.ofMillis(locked().millis() + 1));
        Granted after = granted(1);
        assertThat(after.first()).isEqualTo((before.first() + QUARTER) % (4 * QUARTER));
        assertThat(after.window().notBefore()).isGreaterThan(before.window().notBefore());
    }

    @Test
    void numberComesAgainOnlyAfterItsWindowClosed() {
        birth();
        Granted first = granted(QUARTER);
        List<Granted> since = new ArrayList<>();
        while (since.size() < 4) {
            LeaseReply reply = lease(QUARTER);
            if (reply instanceof Granted grant) {
                since.add(grant);
            } else {
                advance(Duration.ofMillis(((Locked) reply).millis() + 1));
            }
        }
        Granted again = since.get(3);
        assertThat(again.first()).isEqualTo(first.first());
        assertThat(again.window().notBefore()).isGreaterThan(first.window().notAfter());
    }

    @Test
    void extensionKeepsTheWindowOpen() {
        birth();
        Granted grant = granted(3);
        advance(Duration.ofMillis(TTL / 2));
        Granted longer = (Granted) answer(store.extend(BUCKET, grant, asker()));
        assertThat(longer.first()).isEqualTo(grant.first());
        assertThat(longer.window().notBefore()).isEqualTo(grant.window().notBefore());
        assertThat(longer.window().notAfter()).isEqualTo(longer.time().now() + TTL);
        assertThat(longer.window().notAfter()).isGreaterThan(grant.window().notAfter());
    }

    @Test
    void extensionTakesNoNumbers() {
        birth();
        Granted grant = granted(3);
        answer(store.extend(BUCKET, grant, asker()));
        assertThat(granted(1).first()).isEqualTo(grant.end());
    }

    @Test
    void extensionAfterTheStayEnded() {
        birth();
        Granted grant = granted(QUARTER);
        advance(Duration.ofMillis(locked().millis() + 1));
        granted(1);
        assertThat(answer(store.extend(BUCKET, grant, asker()))).isInstanceOf(Ended.class);
    }

    @Test
    void extensionInAnotherStayInTheSameQuarter() {
        birth();
        Granted grant = granted(QUARTER);
        loseBucket(BUCKET);
        assertThat(answer(store.extend(BUCKET, grant, asker()))).isInstanceOf(Ended.class);
    }

    @Test
    void bucketMissingInAnOldNamespaceWasLostAndStaysLockedUntilEveryWindowClosed() {
        LeaseReply reply = answer(store.lease(BUCKET, 1, longAgo()));
        long locked = clock();
        assertThat(reply).isInstanceOf(Locked.class);
        assertThat(((Locked) reply).reason()).isEqualTo(LockReason.LOST);
        assertThat(((Locked) reply).millis()).isEqualTo(TTL + BucketRecord.CLOCK_MARGIN_MILLIS);
        assertThat(answer(store.birth(BUCKET, longAgo()))).isInstanceOf(Locked.class);
        advance(Duration.ofMillis(((Locked) reply).millis() + 1));
        Granted grant = (Granted) answer(store.lease(BUCKET, 1, longAgo()));
        assertThat(grant.window().notBefore())
                .isGreaterThanOrEqualTo(locked + TTL + BucketRecord.CLOCK_MARGIN_MILLIS - 50);
    }

    @Test
    void birthInAnOldNamespaceIsRefused() {
        LeaseReply reply = answer(store.birth(BUCKET, longAgo()));
        assertThat(reply).isInstanceOf(Locked.class);
        assertThat(((Locked) reply).reason()).isEqualTo(LockReason.LOST);
    }

    @Test
    void lostBucketStaysLockedForTheLongestTtlOfTheNamespace() {
        Asker asker = new Asker(TTL, 30_000, clock() - TimeUnit.HOURS.toMillis(1));
        Locked lock = (Locked) answer(store.lease(BUCKET, 1, asker));
        assertThat(lock.millis()).isEqualTo(30_000 + BucketRecord.CLOCK_MARGIN_MILLIS);
    }

    @Test
    void bucketsDoNotMindOneAnother() {
        birth();
        granted(QUARTER);
        answer(store.birth(2, asker()));
        assertThat(answer(store.lease(2, 1, asker()))).isInstanceOf(Granted.class);
    }

    @Test
    void firstToJoinCreatesTheNamespace() {
        long before = clock();
        Namespace created = answer(store.join(new Namespace.Claim("a", 0, 1000, "x=1")));
        assertThat(created.creator()).isEqualTo("a");
        assertThat(created.created()).isBetween(before, clock());
        Namespace read = answer(store.join(new Namespace.Claim("b", 0, 1000, "x=1")));
        assertThat(read.creator()).isEqualTo("a");
        assertThat(read.created()).isEqualTo(created.created());
        assertThat(read.terms()).isEqualTo("x=1");
    }

    @Test
    void namespaceKeepsTheLongestTtl() {
        answer(store.join(new Namespace.Claim("a", 0, 3000, "x=1")));
        assertThat(answer(store.join(new Namespace.Claim("b", 0, 5000, "x=1"))).ttlMillis())
                .isEqualTo(5000);
        assertThat(answer(store.join(new Namespace.Claim("c", 0, 2000, "x=1"))).ttlMillis())
                .isEqualTo(5000);
    }

    @Test
    void claimWithOtherTermsChangesNothing() {
        Namespace created = answer(store.join(new Namespace.Claim("a", 0, 1000, "x=1")));
        Namespace read = answer(store.join(new Namespace.Claim("b", 1, 9000, "x=2")));
        assertThat(read.terms()).isEqualTo("x=1");
        assertThat(read.ttlMillis()).isEqualTo(1000);
        assertThat(read.created()).isEqualTo(created.created());
    }

    @Test
    void lostNamespaceIsPutBackAsOldAsItWas() {
        Namespace created = answer(store.join(new Namespace.Claim("a", 0, 1000, "x=1")));
        loseNamespace();
        advance(Duration.ofMillis(5));
        Namespace anew = answer(store.join(new Namespace.Claim("new", 0, 1000, "x=1")));
        assertThat(anew.created()).isGreaterThan(created.created());
        Namespace back = answer(store.join(new Namespace.Claim("a", created.created(), 1000, "x=1")));
        assertThat(back.created()).isEqualTo(created.created());
        assertThat(back.creator()).isEqualTo("a");
    }
}
