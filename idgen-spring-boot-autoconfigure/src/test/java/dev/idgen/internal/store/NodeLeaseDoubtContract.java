package dev.idgen.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.request.Absence;
import dev.idgen.internal.request.LongestTtl;
import dev.idgen.internal.stamped.node.NodeLeaseReply;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Lost;
import dev.idgen.internal.stamped.node.NodeLeaseReply.NodeGranted;
import dev.idgen.internal.stamped.node.NodeLeaseReply.PoolUnborn;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Settling;
import dev.idgen.internal.stamped.node.NodeLeaseStore.NodeAsker;
import dev.idgen.internal.stamped.node.NodePool;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a store of node ids does besides that can lose data: after a doubt it waits, and holders keep what was theirs. */
public abstract class NodeLeaseDoubtContract extends NodeLeaseStoreContract {

    protected static final String NAMESPACE = "it";
    protected static final long MARGIN = 2000;
    protected static final long LONG = 10_000;

    /** Loses the record, as it is evicted. */
    protected abstract void lose();

    protected final OptionalLong witness(int place, boolean mark) {
        return store().witness(BITS, place, mark)
                .toCompletableFuture()
                .orTimeout(10, TimeUnit.SECONDS)
                .join();
    }

    private static Settling settling(NodeLeaseReply reply, long ttl) {
        assertThat(reply).isInstanceOf(Settling.class);
        Settling settling = (Settling) reply;
        assertThat(settling.millis()).isEqualTo(ttl + MARGIN + 1);
        return settling;
    }

    @Test
    void missingRecordIsNotTouchedByOneWhoDoesNotKnowWhatItMeans() {
        NodeAsker unknowing = asker(BITS, "a", TTL, Absence.UNKNOWN);
        assertThat(answer(store().acquire(unknowing))).isInstanceOf(PoolUnborn.class);
        assertThat(answer(store().acquire(unknowing))).isInstanceOf(PoolUnborn.class);
        acquire("b");
        assertThat(answer(store().acquire(unknowing))).isInstanceOf(NodeGranted.class);
    }

    @Test
    void lookThatIsTooOldCreatesNothing() {
        settling(answer(store().acquire(asker(BITS, "a", TTL, clock() - 6000))), TTL);
    }

    @Test
    void missingRecordIsLostToOneWhoKnowsThePool() {
        NodeGranted before = acquire("a");
        lose();
        Settling wait = settling(answer(store().acquire(knowing("b", TTL))), TTL);
        assertThat(ask("newcomer", TTL)).isInstanceOf(Settling.class);
        advance(Duration.ofMillis(wait.millis()));
        assertThat(acquire("newcomer").window().notBefore())
                .isGreaterThan(before.window().notAfter());
    }

    @Test
    void longestTtlIsWaitedFor() {
        acquire("a");
        lose();
        settling(answer(store().acquire(knowing("b", LONG))), LONG);
        Settling wait = (Settling) ask("newcomer", TTL);
        assertThat(wait.millis()).isGreaterThan(LONG);
        assertThat(wait.pool().longestTtlMillis()).isEqualTo(LONG);
    }

    @Test
    void lostRecordTakesALeaseBackThatIsStillOpen() {
        NodeGranted lease = granted(ask("a", LONG));
        lose();
        NodeGranted back = granted(renew(knowing("a", LONG), lease));
        assertThat(back.node()).isEqualTo(lease.node());
        assertThat(back.window().notBefore()).isEqualTo(lease.window().notBefore());
        assertThat(granted(renew(knowing("a", LONG), back)).node()).isEqualTo(lease.node());
        assertThat(ask("newcomer", TTL)).isInstanceOf(Settling.class);
    }

    @Test
    void lostRecordTakesNoLeaseBackThatIsAboutToRunOut() {
        NodeGranted lease = acquire("a");
        lose();
        assertThat(renew(knowing("a", TTL), lease)).isInstanceOf(Lost.class);
    }

    @Test
    void lostRecordTakesNoLeaseBackWhoseNodeIdWasGivenToANewcomer() {
        NodeGranted lease = granted(ask("a", LONG));
        lose();
        fill();
        assertThat(renew(knowing("a", LONG), lease)).isInstanceOf(Lost.class);
        assertThat(ask("next", TTL)).as("nobody came to doubt").isNotInstanceOf(Settling.class);
    }

    @Test
    void renewalNeverShortensAWindow() {
        NodeGranted lease = granted(ask("a", LONG));
        lose();
        NodeGranted back = granted(renew(knowing("a", TTL), lease));
        assertThat(back.window()).isEqualTo(lease.window());
    }

    @Test
    void longerTtlIsUsedWhenAllHaveHeardOfIt() {
        acquire("a");
        NodeGranted first = granted(answer(store().acquire(knowing("b", LONG))));
        assertThat(first.pool().longestTtlMillis()).as("before it asked").isEqualTo(TTL);
        assertThat(length(first)).isEqualTo(TTL);
        NodeGranted second = granted(renew(knowing("b", LONG), first));
        assertThat(second.pool().longestTtlMillis()).isEqualTo(LONG);
        assertThat(second.pool().settledTtlMillis()).isEqualTo(TTL);
        NodeAsker settles = new NodeAsker(
                NodePool.ofBits(BITS), "b", new LongestTtl.TtlClaim(LONG, LONG, LONG, true), clock(), Absence.LOST);
        NodeGranted third = granted(renew(settles, second));
        assertThat(third.window().notAfter() - third.pool().now()).isEqualTo(LONG);
        assertThat(length(granted(ask("c", LONG)))).isEqualTo(LONG);
        assertThat(length(acquire("d"))).isEqualTo(TTL);
    }

    @Test
    void longerTtlThatTheRecordHasNotShownIsNotUsed() {
        acquire("a");
        NodeAsker settles = new NodeAsker(
                NodePool.ofBits(BITS), "b", new LongestTtl.TtlClaim(LONG, LONG, LONG, true), clock(), Absence.LOST);
        assertThat(length(granted(answer(store().acquire(settles))))).isEqualTo(TTL);
    }

    private static long length(NodeGranted grant) {
        return grant.window().notAfter() - grant.window().notBefore();
    }

    @Test
    void serverWhoseClockIsFarAheadIsNotFollowed() {
        NodeGranted held = acquire("a");
        long expected = clock() - 120_000;
        NodeAsker expecting =
                new NodeAsker(NodePool.ofBits(BITS), "b", new LongestTtl(TTL).claim(), expected, Absence.LOST);
        NodeGranted grant = granted(answer(store().acquire(expecting)));
        assertThat(grant.node()).isNotEqualTo(held.node());
        assertThat(grant.pool().now()).isEqualTo(expected);
        assertThat(grant.pool().clock()).isGreaterThan(expected + 110_000);
        assertThat(grant.window().notAfter()).isEqualTo(expected + TTL);
        lose();
        assertThat(((Settling) answer(store().acquire(expecting))).millis()).isEqualTo(200);
        assertThat(((Settling) renew(expecting, grant)).millis()).isEqualTo(200);
        assertThat(answer(store().acquire(asker(BITS, "c", TTL, Absence.UNKNOWN))))
                .as("nothing was written")
                .isInstanceOf(PoolUnborn.class);
    }

    @Test
    void nodeIdWhoseHolderIsLongGoneComesBeforeOneThatWasNeverUsed() {
        NodeGranted dead = acquire("a");
        advance(Duration.ofMillis(2 * TTL + MARGIN + 2));
        assertThat(acquire("b").node()).isEqualTo(dead.node());
    }
}
