package dev.idgen.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.node.NodeLeaseReply.Exhausted;
import dev.idgen.node.NodeLeaseReply.Granted;
import dev.idgen.node.NodeLeaseReply.Lost;
import dev.idgen.node.NodeLeaseReply.Released;
import dev.idgen.node.NodeLeaseReply.Settling;
import dev.idgen.node.NodeLeaseStore.Asker;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link NodeLeaseStore} must do. Times are the store's. */
public abstract class NodeLeaseStoreContract {

    private static final int BITS = 2;
    private static final int SIZE = 1 << BITS;
    private static final long TTL = 400;
    private static final Duration UNTIL_RUN_OUT = Duration.ofMillis(TTL + 1);

    private NodeLeaseStore store;

    /** A store that holds nothing. */
    protected abstract NodeLeaseStore newStore();

    /** The store's clock in epoch milliseconds. */
    protected abstract long clock();

    protected abstract void advance(Duration duration);

    /** Forgets all records. */
    protected abstract void lose();

    @BeforeEach
    void createStore() {
        store = newStore();
    }

    private static Asker asker(String holder) {
        return new Asker(BITS, holder, TTL, TTL, false);
    }

    private static Asker knowing(String holder) {
        return new Asker(BITS, holder, TTL, TTL, true);
    }

    private static NodeLeaseReply answer(CompletionStage<NodeLeaseReply> stage) {
        return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }

    private static Granted granted(NodeLeaseReply reply) {
        assertThat(reply).isInstanceOf(Granted.class);
        return (Granted) reply;
    }

    private Granted acquire(String holder) {
        return granted(answer(store.acquire(asker(holder))));
    }

    private NodeLeaseReply renew(String holder, Granted lease) {
        return answer(store.renew(
                knowing(holder),
                lease.node(),
                lease.window().notBefore(),
                lease.window().notAfter()));
    }

    private void release(String holder, Granted lease, long lastStamp) {
        assertThat(answer(store.release(knowing(holder), lease.node(), lastStamp)))
                .isInstanceOf(Released.class);
    }

    private void fill() {
        for (int i = 0; i < SIZE; i++) {
            acquire("holder" + i);
        }
    }

    @Test
    void windowReachesFromNowToATtlFromNow() {
        long before = clock();
        Granted lease = acquire("a");
        assertThat(lease.node()).isBetween(0L, SIZE - 1L);
        assertThat(lease.window().notBefore()).isBetween(before, clock());
        assertThat(lease.window().notAfter()).isEqualTo(lease.window().notBefore() + TTL);
        assertThat(lease.clock()).isBetween(before, clock());
        assertThat(lease.maxTtlMillis()).isEqualTo(TTL);
        assertThat(lease.run()).isNotEmpty();
    }

    @Test
    void holdersGetDifferentNodeIdsUntilAllAreInUse() {
        Set<Long> nodes = new HashSet<>();
        for (int i = 0; i < SIZE; i++) {
            nodes.add(acquire("holder" + i).node());
        }
        assertThat(nodes).hasSize(SIZE);
        Exhausted reply = (Exhausted) answer(store.acquire(asker("surplus")));
        assertThat(reply.holders()).extracting(Holder::node).containsExactlyInAnyOrderElementsOf(nodes);
        assertThat(reply.holders())
                .extracting(Holder::name)
                .containsExactlyInAnyOrder("holder0", "holder1", "holder2", "holder3");
        assertThat(reply.holders()).extracting(Holder::until).isSorted();
    }

    @Test
    void exhaustedPoolNamesNoMoreThanTenHolders() {
        for (int i = 0; i < 16; i++) {
            granted(answer(store.acquire(new Asker(4, "holder" + i, TTL, TTL, false))));
        }
        Exhausted reply = (Exhausted) answer(store.acquire(new Asker(4, "surplus", TTL, TTL, false)));
        assertThat(reply.holders()).hasSize(10);
    }

    @Test
    void acquireAskedAgainGetsTheSameNodeId() {
        fill();
        Granted again = acquire("holder2");
        assertThat(again.window().notAfter()).isEqualTo(again.window().notBefore() + TTL);
        assertThat(acquire("holder2").node()).isEqualTo(again.node());
    }

    @Test
    void poolsOfDifferentSizesKnowNothingOfEachOther() {
        fill();
        Granted other = granted(answer(store.acquire(new Asker(32, "a", TTL, TTL, false))));
        assertThat(other.node()).isBetween(0L, (1L << 32) - 1);
        assertThat(granted(answer(store.renew(
                                new Asker(32, "a", TTL, TTL, true),
                                other.node(),
                                other.window().notBefore(),
                                other.window().notAfter())))
                        .node())
                .isEqualTo(other.node());
    }

    @Test
    void nodeIdIsLeasedAgainAfterItsWindowClosed() {
        fill();
        advance(UNTIL_RUN_OUT);
        Granted lease = acquire("next");
        advance(UNTIL_RUN_OUT);
        Granted other = acquire("afterwards");
        assertThat(other.node()).as("the one free for longest").isNotEqualTo(lease.node());
    }

    @Test
    void usedNodeIdComesBeforeOneThatWasNeverUsed() {
        Granted first = acquire("a");
        advance(UNTIL_RUN_OUT);
        Granted second = acquire("b");
        assertThat(second.node()).isEqualTo(first.node());
        assertThat(second.window().notBefore()).isGreaterThan(first.window().notAfter());
    }

    @Test
    void renewalKeepsTheWindowOpen() {
        fill();
        Granted lease = acquire("holder0");
        advance(Duration.ofMillis(TTL / 2));
        Granted renewed = granted(renew("holder0", lease));
        assertThat(renewed.node()).isEqualTo(lease.node());
        assertThat(renewed.window().notBefore()).isEqualTo(lease.window().notBefore());
        assertThat(renewed.window().notAfter()).isGreaterThan(lease.window().notAfter());
    }

    @Test
    void lateRenewalSucceedsIfNobodyTookTheNodeId() {
        Granted lease = acquire("a");
        advance(UNTIL_RUN_OUT);
        assertThat(renew("a", lease)).isInstanceOf(Granted.class);
    }

    @Test
    void leaseIsLostOnceAnotherTookTheNodeId() {
        Granted lease = acquire("a");
        advance(UNTIL_RUN_OUT);
        acquire("b");
        assertThat(renew("a", lease)).isInstanceOf(Lost.class);
    }

    @Test
    void releasedNodeIdIsFreeAfterItsLastStamp() {
        fill();
        Granted lease = acquire("holder1");
        release("holder1", lease, lease.window().notBefore());
        advance(Duration.ofMillis(2));
        Granted next = acquire("next");
        assertThat(next.node()).isEqualTo(lease.node());
        assertThat(next.window().notBefore()).isGreaterThan(lease.window().notBefore());
        assertThat(renew("holder1", lease)).isInstanceOf(Lost.class);
    }

    @Test
    void releasedNodeIdIsHeldUntilItsLastStamp() {
        fill();
        Granted lease = acquire("holder1");
        release("holder1", lease, lease.window().notAfter());
        Exhausted reply = (Exhausted) answer(store.acquire(asker("next")));
        assertThat(reply.holders()).extracting(Holder::name).contains("");
    }

    @Test
    void releaseByAnotherChangesNothing() {
        fill();
        Granted lease = acquire("holder1");
        release("stranger", lease, lease.window().notBefore());
        advance(Duration.ofMillis(2));
        assertThat(answer(store.acquire(asker("next")))).isInstanceOf(Exhausted.class);
    }

    @Test
    void lostRecordIsKnownToBeLostToWhoHasSeenIt() {
        acquire("a");
        lose();
        Settling reply = (Settling) answer(store.acquire(knowing("b")));
        assertThat(reply.millis()).isBetween(TTL, TTL + NodePool.MARGIN_MILLIS + 1);
        assertThat(answer(store.acquire(asker("newcomer")))).isInstanceOf(Settling.class);
        advance(Duration.ofMillis(reply.millis()));
        acquire("newcomer");
    }

    @Test
    void lostRecordTakesALeaseBackThatIsStillOpen() {
        Asker patient = new Asker(BITS, "a", 10_000, 10_000, true);
        Granted lease = granted(answer(store.acquire(new Asker(BITS, "a", 10_000, 10_000, false))));
        lose();
        Granted back = granted(answer(store.renew(
                patient,
                lease.node(),
                lease.window().notBefore(),
                lease.window().notAfter())));
        assertThat(back.node()).isEqualTo(lease.node());
        assertThat(answer(store.acquire(asker("newcomer")))).isInstanceOf(Settling.class);
    }

    @Test
    void lostRecordTakesNoLeaseBackWhoseNodeIdWasGivenToANewcomer() {
        Granted lease = granted(answer(store.acquire(new Asker(BITS, "a", 10_000, 10_000, false))));
        lose();
        fill();
        assertThat(answer(store.renew(
                        new Asker(BITS, "a", 10_000, 10_000, true),
                        lease.node(),
                        lease.window().notBefore(),
                        lease.window().notAfter())))
                .isInstanceOf(Lost.class);
    }

    @Test
    void renewalNeverShortensAWindow() {
        Granted lease = granted(answer(store.acquire(new Asker(BITS, "a", 10_000, 10_000, false))));
        lose();
        Granted back = granted(answer(store.renew(
                new Asker(BITS, "a", TTL, TTL, true),
                lease.node(),
                lease.window().notBefore(),
                lease.window().notAfter())));
        assertThat(back.window()).isEqualTo(lease.window());
    }

    @Test
    void lostRecordTakesNoLeaseBackThatIsAboutToRunOut() {
        Granted lease = acquire("a");
        lose();
        assertThat(renew("a", lease)).isInstanceOf(Lost.class);
    }

    @Test
    void longerTtlThanAnyBeforeIsGrantedAfterAWhile() {
        acquire("a");
        advance(Duration.ofMillis(NodePool.LOSS_MILLIS + NodePool.MARGIN_MILLIS + 1));
        Asker longer = new Asker(BITS, "b", 3 * TTL, 3 * TTL, false);
        Granted first = granted(answer(store.acquire(longer)));
        assertThat(first.window().notAfter()).isEqualTo(first.window().notBefore() + TTL);
        assertThat(first.maxTtlMillis()).isEqualTo(3 * TTL);
        advance(Duration.ofMillis(NodePool.LOSS_MILLIS + NodePool.MARGIN_MILLIS + 1));
        Granted later = granted(answer(store.acquire(new Asker(BITS, "c", 3 * TTL, 3 * TTL, false))));
        assertThat(later.window().notAfter()).isEqualTo(later.window().notBefore() + 3 * TTL);
    }
}
