package dev.idgen.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.LeaseReply;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.Ended;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.string.sequence.LeaseStore.BucketAsker;
import dev.idgen.internal.string.sequence.LeaseStore.Seen;
import dev.idgen.internal.string.sequence.Namespace;
import dev.idgen.internal.string.sequence.Namespace.NamespaceClaim;
import java.time.Duration;
import java.util.List;
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
    protected final BucketAsker asker() {
        return asker(ANY_LEAD, clock());
    }

    protected final BucketAsker asker(long maxLead, long absence) {
        return new BucketAsker(TTL, TTL, TTL, maxLead, clock(), absence);
    }

    protected static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }

    protected final LeaseReply lease(int count, BucketAsker asker) {
        return answer(store.lease(BUCKET, count, asker, Seen.NOTHING));
    }

    protected final BucketGranted granted(int count) {
        return granted(count, asker());
    }

    protected final BucketGranted granted(int count, BucketAsker asker) {
        LeaseReply reply = lease(count, asker);
        assertThat(reply).isInstanceOf(BucketGranted.class);
        return (BucketGranted) reply;
    }

    protected final Locked locked(BucketAsker asker) {
        LeaseReply reply = lease(1, asker);
        assertThat(reply).isInstanceOf(Locked.class);
        return (Locked) reply;
    }

    @Test
    void leasesOfOneStayFollowOneAnother() {
        BucketGranted first = granted(5);
        BucketGranted second = granted(7);
        assertThat(first.first() % QUARTER).isZero();
        assertThat(first.count()).isEqualTo(5);
        assertThat(first.happened()).isEqualTo(Happened.NOTHING);
        assertThat(second.first()).isEqualTo(first.first() + first.count());
        assertThat(second.window().notBefore()).isEqualTo(first.window().notBefore());
    }

    @Test
    void leaseOfNothingTakesNoNumber() {
        BucketGranted nothing = granted(0);
        assertThat(nothing.count()).isZero();
        assertThat(granted(1).first()).isEqualTo(nothing.first());
    }

    @Test
    void windowReachesFromTheStaysBeginningToATtlFromNow() {
        long before = clock();
        BucketGranted grant = granted(1);
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
        BucketGranted before = granted(QUARTER);
        BucketGranted after = granted(1);
        assertThat(after.happened()).isEqualTo(Happened.OVERFLOW);
        assertThat(after.first()).isEqualTo((before.first() + QUARTER) % (4 * QUARTER));
        assertThat(after.window().notBefore()).isGreaterThan(before.window().notBefore());
    }

    @Test
    void numberComesAgainOnlyInAWindowThatBeginsAfterTheOneBefore() {
        BucketGranted first = granted(QUARTER);
        BucketGranted again = goRound();
        assertThat(again.first()).isEqualTo(first.first());
        assertThat(again.window().notBefore()).isGreaterThan(first.window().notAfter());
        assertThat(again.window().notBefore()).isGreaterThan(again.time().now());
    }

    /** Uses up the other three quarters, and is back in the first. */
    private BucketGranted goRound() {
        for (int i = 0; i < 3; i++) {
            granted(QUARTER);
        }
        LeaseReply reply = lease(1, asker());
        while (reply instanceof Locked lock) {
            advance(Duration.ofMillis(lock.millis() + 1));
            reply = lease(1, asker());
        }
        return (BucketGranted) reply;
    }

    @Test
    void bucketIsLockedWhenItsNextWindowCouldNotEndWithinATtl() {
        for (int i = 0; i < 8; i++) {
            if (lease(QUARTER, asker()) instanceof Locked lock) {
                assertThat(lock.happened()).isEqualTo(Happened.OVERFLOW);
                assertThat(lock.millis()).isBetween(1L, TTL);
                advance(Duration.ofMillis(lock.millis() + 1));
                BucketGranted reopened = granted(1);
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
        BucketAsker exact = asker(0, clock());
        Locked lock = locked(exact);
        assertThat(lock.millis()).isBetween(TTL / 2, TTL + 1);
        assertThat(lease(1, asker(lock.millis() - 500, clock()))).isInstanceOf(Locked.class);
        advance(Duration.ofMillis(lock.millis() + 1));
        BucketGranted grant = granted(1, exact);
        assertThat(grant.window().notBefore()).isLessThanOrEqualTo(grant.time().now());
    }

    @Test
    void longerWindowsOfOthersAreLeftToClose() {
        BucketAsker longer = new BucketAsker(4 * TTL, 4 * TTL, 4 * TTL, ANY_LEAD, clock(), clock());
        BucketGranted first = granted(QUARTER, longer);
        BucketGranted again = goRound();
        assertThat(again.first()).isEqualTo(first.first());
        assertThat(again.window().notBefore()).isGreaterThan(first.window().notAfter());
    }

    @Test
    void extensionKeepsTheWindowOpen() {
        BucketGranted grant = granted(3);
        advance(Duration.ofMillis(TTL / 2));
        BucketGranted longer = (BucketGranted) answer(store.extend(BUCKET, grant, asker()));
        assertThat(longer.first()).isEqualTo(grant.first());
        assertThat(longer.window().notBefore()).isEqualTo(grant.window().notBefore());
        assertThat(longer.window().notAfter()).isEqualTo(longer.time().now() + TTL);
        assertThat(longer.window().notAfter()).isGreaterThan(grant.window().notAfter());
    }

    @Test
    void extensionTakesNoNumbers() {
        BucketGranted grant = granted(3);
        answer(store.extend(BUCKET, grant, asker()));
        assertThat(granted(1).first()).isEqualTo(grant.first() + grant.count());
    }

    @Test
    void extensionAfterTheStayEnded() {
        BucketGranted grant = granted(QUARTER);
        granted(1);
        assertThat(answer(store.extend(BUCKET, grant, asker()))).isInstanceOf(Ended.class);
    }

    @Test
    void bucketsDoNotMindOneAnother() {
        granted(QUARTER);
        BucketGranted other = (BucketGranted) answer(store.lease(2, 1, asker(), Seen.NOTHING));
        assertThat(other.happened()).isEqualTo(Happened.NOTHING);
    }

    @Test
    void firstToJoinCreatesTheNamespace() {
        long before = clock();
        Namespace created = answer(store.join(new NamespaceClaim(1000, 1000, false, "x=1", List.of())));
        assertThat(created.clock()).isBetween(before, clock());
        assertThat(created.settledMillis()).isEqualTo(1000);
        assertThat(answer(store.join(new NamespaceClaim(1000, 1000, false, "x=1", List.of())))
                        .terms())
                .isEqualTo("x=1");
    }

    @Test
    void namespaceKeepsTheLongestTtlAndTheLongestThatSettled() {
        answer(store.join(new NamespaceClaim(3000, 3000, false, "x=1", List.of())));
        Namespace longer = answer(store.join(new NamespaceClaim(5000, 5000, false, "x=1", List.of())));
        assertThat(longer.ttlMillis()).isEqualTo(5000);
        assertThat(longer.settledMillis()).isEqualTo(3000);
        Namespace settled = answer(store.join(new NamespaceClaim(5000, 5000, true, "x=1", List.of())));
        assertThat(settled.settledMillis()).isEqualTo(5000);
        Namespace shorter = answer(store.join(new NamespaceClaim(2000, 2000, true, "x=1", List.of())));
        assertThat(shorter.ttlMillis()).isEqualTo(5000);
        assertThat(shorter.settledMillis()).isEqualTo(5000);
    }

    @Test
    void claimTakesThePlaceOfTermsThatItReplaces() {
        answer(store.join(new NamespaceClaim(3000, 3000, false, "x=1", List.of())));
        Namespace replaced =
                answer(store.join(new NamespaceClaim(1000, 1000, false, "x=1;y=2", List.of("x=3", "x=1"))));
        assertThat(replaced.terms()).isEqualTo("x=1;y=2");
        assertThat(replaced.ttlMillis()).isEqualTo(3000);
        assertThat(answer(store.join(new NamespaceClaim(1000, 1000, false, "x=1", List.of())))
                        .terms())
                .isEqualTo("x=1;y=2");
    }

    @Test
    void claimWithOtherTermsChangesNothing() {
        answer(store.join(new NamespaceClaim(1000, 1000, false, "x=1", List.of())));
        Namespace read = answer(store.join(new NamespaceClaim(9000, 9000, true, "x=2", List.of())));
        assertThat(read.terms()).isEqualTo("x=1");
        assertThat(read.ttlMillis()).isEqualTo(1000);
        assertThat(read.settledMillis()).isEqualTo(1000);
    }
}
