package dev.idgen.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.bucket.LeaseReply.Ended;
import dev.idgen.bucket.LeaseReply.Granted;
import dev.idgen.bucket.LeaseReply.Happened;
import dev.idgen.bucket.LeaseReply.Locked;
import dev.idgen.bucket.LeaseStore.Asker;
import dev.idgen.bucket.LeaseStore.Seen;
import dev.idgen.bucket.Namespace.Claim;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link LeaseStore} must do. Times are the store's. */
public abstract class LeaseStoreContract {

    protected static final BucketLayout LAYOUT = new BucketLayout(2, 6);
    protected static final long TTL = 2000;
    protected static final int BUCKET = 1;

    private static final int QUARTER = LAYOUT.quarterSize();
    private static final long ANY_LEAD = 60_000;

    private LeaseStore store;

    /** A store that holds nothing. */
    protected abstract LeaseStore newStore();

    /** The store's clock in epoch milliseconds. */
    protected abstract long clock();

    protected abstract void advance(Duration duration);

    @BeforeEach
    void createStore() {
        store = newStore();
    }

    protected final LeaseStore store() {
        return store;
    }

    /** Someone who looked a moment ago, and found that nothing was there. */
    protected final Asker asker() {
        return asker(ANY_LEAD, clock());
    }

    protected final Asker asker(long maxLead, long absence) {
        return new Asker(TTL, TTL, TTL, maxLead, clock(), absence);
    }

    protected static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }

    protected final LeaseReply lease(int count, Asker asker) {
        return answer(store.lease(BUCKET, count, asker, Seen.NOTHING));
    }

    protected final Granted granted(int count) {
        return granted(count, asker());
    }

    protected final Granted granted(int count, Asker asker) {
        LeaseReply reply = lease(count, asker);
        assertThat(reply).isInstanceOf(Granted.class);
        return (Granted) reply;
    }

    protected final Locked locked(Asker asker) {
        LeaseReply reply = lease(1, asker);
        assertThat(reply).isInstanceOf(Locked.class);
        return (Locked) reply;
    }

    @Test
    void leasesOfOneStayFollowOneAnother() {
        Granted first = granted(5);
        Granted second = granted(7);
        assertThat(first.first() % QUARTER).isZero();
        assertThat(first.count()).isEqualTo(5);
        assertThat(first.happened()).isEqualTo(Happened.NOTHING);
        assertThat(second.first()).isEqualTo(first.end());
        assertThat(second.window().notBefore()).isEqualTo(first.window().notBefore());
    }

    @Test
    void leaseOfNothingTakesNoNumber() {
        Granted nothing = granted(0);
        assertThat(nothing.count()).isZero();
        assertThat(granted(1).first()).isEqualTo(nothing.first());
    }

    @Test
    void windowReachesFromTheStaysBeginningToATtlFromNow() {
        long before = clock();
        Granted grant = granted(1);
        assertThat(grant.window().notBefore()).isBetween(before, clock());
        assertThat(grant.window().notAfter()).isEqualTo(grant.time().now() + TTL);
        assertThat(grant.time().clock()).isBetween(before, clock());
    }

    @Test
    void leaseOfMoreThanTheQuarterHasGetsTheRest() {
        granted(QUARTER - 2);
        assertThat(granted(10).count()).isEqualTo(2);
    }

    @Test
    void quarterThatIsUsedUpIsFollowedByTheNextAtOnce() {
        Granted before = granted(QUARTER);
        Granted after = granted(1);
        assertThat(after.happened()).isEqualTo(Happened.OVERFLOW);
        assertThat(after.first()).isEqualTo((before.first() + QUARTER) % (4 * QUARTER));
        assertThat(after.window().notBefore()).isGreaterThan(before.window().notBefore());
    }

    @Test
    void numberComesAgainOnlyInAWindowThatBeginsAfterTheOneBefore() {
        Granted first = granted(QUARTER);
        Granted again = goRound();
        assertThat(again.first()).isEqualTo(first.first());
        assertThat(again.window().notBefore()).isGreaterThan(first.window().notAfter());
        assertThat(again.window().notBefore()).isGreaterThan(again.time().now());
    }

    /** Uses up the other three quarters, and is back in the first. */
    private Granted goRound() {
        for (int i = 0; i < 3; i++) {
            granted(QUARTER);
        }
        LeaseReply reply = lease(1, asker());
        while (reply instanceof Locked lock) {
            advance(Duration.ofMillis(lock.millis() + 1));
            reply = lease(1, asker());
        }
        return (Granted) reply;
    }

    @Test
    void bucketIsLockedWhenItsNextWindowCouldNotEndWithinATtl() {
        for (int i = 0; i < 8; i++) {
            if (lease(QUARTER, asker()) instanceof Locked lock) {
                assertThat(lock.happened()).isEqualTo(Happened.OVERFLOW);
                assertThat(lock.millis()).isBetween(1L, TTL);
                advance(Duration.ofMillis(lock.millis() + 1));
                Granted reopened = granted(1);
                assertThat(reopened.happened()).isEqualTo(Happened.NOTHING);
                assertThat(reopened.window().notAfter())
                        .isLessThanOrEqualTo(reopened.time().now() + TTL);
                return;
            }
        }
        throw new AssertionError("never locked");
    }

    @Test
    void whoWantsNoLeadWaitsUntilTheWindowBegins() {
        for (int i = 0; i < 4; i++) {
            granted(QUARTER);
        }
        Asker exact = asker(0, clock());
        Locked lock = locked(exact);
        assertThat(lock.millis()).isBetween(TTL / 2, TTL + 1);
        assertThat(lease(1, asker(lock.millis() - 500, clock()))).isInstanceOf(Locked.class);
        advance(Duration.ofMillis(lock.millis() + 1));
        Granted grant = granted(1, exact);
        assertThat(grant.window().notBefore()).isLessThanOrEqualTo(grant.time().now());
    }

    @Test
    void longerWindowsOfOthersAreLeftToClose() {
        Asker longer = new Asker(4 * TTL, 4 * TTL, 4 * TTL, ANY_LEAD, clock(), clock());
        Granted first = granted(QUARTER, longer);
        Granted again = goRound();
        assertThat(again.first()).isEqualTo(first.first());
        assertThat(again.window().notBefore()).isGreaterThan(first.window().notAfter());
    }

    @Test
    void extensionKeepsTheWindowOpen() {
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
        Granted grant = granted(3);
        answer(store.extend(BUCKET, grant, asker()));
        assertThat(granted(1).first()).isEqualTo(grant.end());
    }

    @Test
    void extensionAfterTheStayEnded() {
        Granted grant = granted(QUARTER);
        granted(1);
        assertThat(answer(store.extend(BUCKET, grant, asker()))).isInstanceOf(Ended.class);
    }

    @Test
    void bucketsDoNotMindOneAnother() {
        granted(QUARTER);
        Granted other = (Granted) answer(store.lease(2, 1, asker(), Seen.NOTHING));
        assertThat(other.happened()).isEqualTo(Happened.NOTHING);
    }

    @Test
    void firstToJoinCreatesTheNamespace() {
        long before = clock();
        Namespace created = answer(store.join(new Claim(1000, 1000, false, "x=1")));
        assertThat(created.clock()).isBetween(before, clock());
        assertThat(created.settledMillis()).isEqualTo(1000);
        assertThat(answer(store.join(new Claim(1000, 1000, false, "x=1"))).terms())
                .isEqualTo("x=1");
    }

    @Test
    void namespaceKeepsTheLongestTtlAndTheLongestThatSettled() {
        answer(store.join(new Claim(3000, 3000, false, "x=1")));
        Namespace longer = answer(store.join(new Claim(5000, 5000, false, "x=1")));
        assertThat(longer.ttlMillis()).isEqualTo(5000);
        assertThat(longer.settledMillis()).isEqualTo(3000);
        Namespace settled = answer(store.join(new Claim(5000, 5000, true, "x=1")));
        assertThat(settled.settledMillis()).isEqualTo(5000);
        Namespace shorter = answer(store.join(new Claim(2000, 2000, true, "x=1")));
        assertThat(shorter.ttlMillis()).isEqualTo(5000);
        assertThat(shorter.settledMillis()).isEqualTo(5000);
    }

    @Test
    void claimWithOtherTermsChangesNothing() {
        answer(store.join(new Claim(1000, 1000, false, "x=1")));
        Namespace read = answer(store.join(new Claim(9000, 9000, true, "x=2")));
        assertThat(read.terms()).isEqualTo("x=1");
        assertThat(read.ttlMillis()).isEqualTo(1000);
        assertThat(read.settledMillis()).isEqualTo(1000);
    }
}
